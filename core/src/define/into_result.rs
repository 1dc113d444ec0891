//! From what a handler returns to the result of its kind of component: the four public traits under one.

use crate::model::{
    Completion, IntoCompletion, IntoPromptResult, IntoReadResult, IntoToolResult, PromptResult, ReadResult,
    ToolResult,
};

/// What becomes a `T`. It is implemented through [`IntoToolResult`], [`IntoPromptResult`], [`IntoReadResult`] and
/// [`IntoCompletion`]: implement those.
#[diagnostic::on_unimplemented(message = "`{Self}` does not become a `{T}`")]
pub trait IntoResult<T> {
    #[doc(hidden)]
    fn into_result(self) -> T;
}

impl<R: IntoToolResult> IntoResult<ToolResult> for R {
    fn into_result(self) -> ToolResult {
        self.into_tool_result()
    }
}

impl<R: IntoPromptResult> IntoResult<PromptResult> for R {
    fn into_result(self) -> PromptResult {
        self.into_prompt_result()
    }
}

impl<R: IntoReadResult> IntoResult<ReadResult> for R {
    fn into_result(self) -> ReadResult {
        self.into_read_result()
    }
}

impl<R: IntoCompletion> IntoResult<Completion> for R {
    fn into_result(self) -> Completion {
        self.into_completion()
    }
}
