//! Rules of a conversation in which tools are called.

use super::content::SamplingContent;
use super::message::SamplingMessage;
use crate::model::content::annotations::Role;
use crate::model::invalid::Invalid;

/// Checks that results of tools stand alone, and that the calls of each message are all answered by the next one.
///
/// Spec: client/sampling, section "Message Content Constraints".
pub(super) fn check(messages: &[SamplingMessage]) -> Result<(), Invalid> {
    let mut before: Option<&SamplingMessage> = None;
    for message in messages {
        let blocks = message.blocks();
        let results = blocks.iter().filter_map(result_id).count();
        if results > 0 && (results < blocks.len() || message.role() != Role::User) {
            return Err(Invalid("a message to a model mixes results of tools with something else"));
        }
        let called = before.map_or(0, |message| calls(message).count());
        let answered = before.is_none_or(|message| {
            calls(message).all(|call| blocks.iter().any(|block| result_id(block) == Some(call)))
        });
        if results != called || !answered {
            return Err(Invalid("calls and results of tools in messages to a model do not belong together"));
        }
        if message.role() != Role::Assistant && calls(message).next().is_some() {
            return Err(Invalid("a message to a model has the person call a tool"));
        }
        before = Some(message);
    }
    match before.map_or(0, |message| calls(message).count()) {
        0 => Ok(()),
        _ => Err(Invalid("the last message to a model calls a tool that is not answered")),
    }
}

fn calls(message: &SamplingMessage) -> impl Iterator<Item = &str> {
    message.blocks().iter().filter_map(|block| match block {
        SamplingContent::ToolUse(call) => Some(call.id()),
        _ => None,
    })
}

fn result_id(block: &SamplingContent) -> Option<&str> {
    match block {
        SamplingContent::ToolResult(result) => Some(result.tool_use_id()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use serde_json::Map;

    use super::super::tool_content::{ToolResultContent, ToolUseContent};
    use super::*;

    fn call(id: &str) -> ToolUseContent {
        ToolUseContent::new(id, "f", Map::new())
    }

    fn result(id: &str) -> ToolResultContent {
        ToolResultContent::new(id)
    }

    #[test]
    fn calls_are_answered_by_the_next_message_and_by_nothing_else() {
        let good = [
            Vec::new(),
            Vec::from([SamplingMessage::user("a"), SamplingMessage::assistant("b")]),
            Vec::from([
                SamplingMessage::user("a"),
                SamplingMessage::assistant("thinking").content(call("1")).content(call("2")),
                SamplingMessage::user(result("2")).content(result("1")),
                SamplingMessage::assistant(call("3")),
                SamplingMessage::user(result("3")),
            ]),
        ];
        for messages in good {
            assert_eq!(check(&messages), Ok(()));
        }
        let bad = [
            Vec::from([SamplingMessage::assistant(call("1"))]),
            Vec::from([SamplingMessage::user(result("1"))]),
            Vec::from([SamplingMessage::user(call("1")), SamplingMessage::user(result("1"))]),
            Vec::from([SamplingMessage::assistant(call("1")), SamplingMessage::user("a")]),
            Vec::from([SamplingMessage::assistant(call("1")), SamplingMessage::user(result("2"))]),
            Vec::from([
                SamplingMessage::assistant(call("1")),
                SamplingMessage::user(result("1")).content(result("2")),
            ]),
            Vec::from([
                SamplingMessage::assistant(call("1")).content(call("2")),
                SamplingMessage::user(result("1")).content(result("1")),
            ]),
            Vec::from([
                SamplingMessage::assistant(call("1")),
                SamplingMessage::user(result("1")).content("a"),
            ]),
            Vec::from([SamplingMessage::assistant(call("1")), SamplingMessage::assistant(result("1"))]),
        ];
        for messages in bad {
            assert!(check(&messages).is_err(), "{messages:?}");
        }
    }
}
