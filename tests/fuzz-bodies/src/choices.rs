//! Bytes as choices.

/// The bytes of an input, taken one by one. Behind the last one there are zeros, which choose what is in order.
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn of<'t, T>(&mut self, table: &'t [T]) -> &'t T {
        &table[usize::from(self.next()) % table.len()]
    }

    /// Whether the rare thing happens: for one byte in 16.
    pub(crate) fn rarely(&mut self) -> bool {
        self.next() % 16 == 15
    }

    /// A JSON string of the next few bytes.
    pub(crate) fn string(&mut self) -> String {
        let length = usize::from(self.next()).min(self.0.len());
        let (content, rest) = self.0.split_at(length);
        self.0 = rest;
        serde_json::Value::from(String::from_utf8_lossy(content)).to_string()
    }
}
