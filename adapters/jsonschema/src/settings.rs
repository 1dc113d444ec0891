//! What a user can choose.

use std::sync::Arc;

use snodo_core::{CompiledSchema, Validator};

use crate::compile;

/// A [`Validator`] for JSON Schema 2020-12 and draft-07, cheap to make and to copy.
///
/// | Setting | Default |
/// |---|---|
/// | [`formats`](Self::formats) | `false` |
/// | [`max_schema_bytes`](Self::max_schema_bytes) | 256 KiB |
/// | [`max_bytes`](Self::max_bytes) | 4 MiB |
/// | [`max_depth`](Self::max_depth) | 127 |
/// | [`max_steps`](Self::max_steps) | 10,000,000 |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonSchema {
    pub(crate) formats: bool,
    pub(crate) max_schema_bytes: usize,
    pub(crate) max_bytes: usize,
    pub(crate) max_depth: u32,
    pub(crate) max_steps: u32,
}

impl JsonSchema {
    /// The defaults.
    pub fn new() -> Self {
        Self {
            formats: false,
            max_schema_bytes: 256 * 1024,
            max_bytes: 4 * 1024 * 1024,
            max_depth: MAX_DEPTH,
            max_steps: 10_000_000,
        }
    }

    /// Whether a string that breaks its `format` is a fault. By default the keyword only annotates, in both dialects.
    ///
    /// Checked are `date`, `date-time`, `time`, `email`, `hostname`, `ipv4`, `ipv6`, `iri`, `iri-reference`,
    /// `json-pointer`, `relative-json-pointer`, `regex`, `uri`, `uri-reference`, `uri-template` and, in 2020-12,
    /// `duration` and `uuid`. Other names annotate as before.
    #[must_use]
    pub fn formats(mut self, assert: bool) -> Self {
        self.formats = assert;
        self
    }

    /// How many bytes the text of a schema may have; by default 256 KiB. A longer one fails to compile.
    ///
    /// A compiled schema takes up to 80 bytes of memory for each of its own, 20 MiB by default, and hardly more while
    /// it is compiled. The meta-schemas it is checked against take 4 MiB, once in a program. Patterns come on top: up
    /// to 1 MiB for each different one, and as much again for each thread that is matching it at one time.
    #[must_use]
    pub fn max_schema_bytes(mut self, bytes: usize) -> Self {
        self.max_schema_bytes = bytes;
        self
    }

    /// How many bytes the text of a value may have; by default 4 MiB. A longer one is a fault, found before it is
    /// parsed.
    ///
    /// A parsed value takes up to 24 times its bytes until `fault` returns, which an array of digits comes to: 96 MiB
    /// by default. Usual values take three times their bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// How deep arrays and objects may be nested, in schemas and in values, counted from the first bracket; by default
    /// 127, and 127 is meant by anything above. A schema nested deeper fails to compile, a value is a fault.
    ///
    /// What is looked into may be less: where references and combinators make `c` schemas about one place of a value,
    /// nested `n` deep, the schema looks into the first 512 / (`n` + 1) levels and into no more than 16,384 / `c`, and
    /// a value that goes on there is a fault. Nesting four deep still leaves 102 levels. This bounds the stack by 512
    /// KiB, 1.5 MiB in unoptimized builds, and the memory for faults of alternatives by 32 MiB.
    #[must_use]
    pub fn max_depth(mut self, levels: u32) -> Self {
        self.max_depth = levels.min(MAX_DEPTH);
        self
    }

    /// How many steps checking a value may take, where a step is one look at one part of the value, or at 64 bytes of a
    /// string; by default 10,000,000, of some 20 nanoseconds each. A value that needs more is a fault, since it is not
    /// known to fit.
    ///
    /// This is what bounds schemas whose alternatives multiply with each level of a value. When a value does not fit,
    /// finding the place may take as many steps again, and keeps up to 1,024 faults of alternatives in memory, about
    /// 6 MiB where they are deep; beyond that only the root is named.
    #[must_use]
    pub fn max_steps(mut self, steps: u32) -> Self {
        self.max_steps = steps;
        self
    }
}

/// As deep as `serde_json` parses.
const MAX_DEPTH: u32 = 127;

impl Default for JsonSchema {
    fn default() -> Self {
        Self::new()
    }
}

impl Validator for JsonSchema {
    fn compile(&self, schema: &str) -> Result<Arc<dyn CompiledSchema>, String> {
        Ok(Arc::new(compile::compile(schema, self)?))
    }
}
