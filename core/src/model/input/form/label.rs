//! How a field is shown.

use alloc::string::String;

use crate::json::Writer;

pub(super) fn write_label(title: &Option<String>, description: &Option<String>, w: &mut Writer<'_>) {
    if let Some(title) = title {
        w.literal(",\"title\":").string(title);
    }
    if let Some(description) = description {
        w.literal(",\"description\":").string(description);
    }
}

/// The setters of a field's title and description.
macro_rules! labelled {
    ($($schema:ty),*) => {$(
        impl $schema {
            /// The field's name for people.
            pub fn title(self, title: impl Into<String>) -> Self {
                Self { title: Some(title.into()), ..self }
            }

            /// What the field is for.
            pub fn description(self, description: impl Into<String>) -> Self {
                Self { description: Some(description.into()), ..self }
            }
        }
    )*};
}
pub(super) use labelled;
