//! What a composed message has to lead to.

/// The answer by the order of checks: JSON, envelope, `_meta`, version, method, name, capability, arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Silence,
    /// An error of this code, under this id if there is one.
    Error(i64, Option<&'static str>),
    /// An answer that depends on the tool.
    Reached,
}

/// The code of the error, if the answer is one, and the text of its id.
pub(super) type Answer = Option<(Option<i64>, Option<String>)>;

impl Outcome {
    pub(super) fn check(&self, silent: bool, answer: Answer) {
        match self {
            Self::Silence => assert!(silent, "an answer to what takes none"),
            Self::Error(code, id) => {
                assert_eq!(answer, Some((Some(*code), id.map(String::from))), "another check fails first");
            }
            Self::Reached => {
                let code = answer.expect("a request is answered").0;
                let by_tool = code.is_none_or(|code| super::tools::CODES.contains(&code));
                assert!(by_tool, "a request in order was refused with {code:?}");
            }
        }
    }
}
