//! Forms, field by field.

use std::io;

use serde_json::{Map, Value};
use snodo_core::model::{ElicitResult, Form, FormElicitation, PrimitiveSchema};

use super::dialogue::{Dialogue, Typed};
use super::field;

/// What came of asking.
enum Filled {
    In(Map<String, Value>),
    Declined,
    Cancelled,
}

/// Has the person fill in a form, see it once more, and send it or not.
pub(super) fn ask(
    server: &str,
    question: &FormElicitation,
    dialogue: &mut Dialogue<'_>,
) -> io::Result<ElicitResult> {
    dialogue.say(&format!("{server} asks: {}", question.message()))?;
    dialogue.say("(:decline refuses, :cancel goes away, :none leaves a field out)")?;
    loop {
        let content = match fill_in(question.form(), dialogue)? {
            Filled::In(content) => content,
            Filled::Declined => return Ok(ElicitResult::decline()),
            Filled::Cancelled => return Ok(ElicitResult::cancel()),
        };
        for (name, schema, _) in question.form().fields() {
            let value = content.get(name).map_or_else(|| "-".into(), |value| field::shown(value, schema));
            dialogue.say(&format!("  {}: {value}", field::title(name, schema)))?;
        }
        loop {
            let typed = match dialogue.ask("Send it? yes, no or again [yes]")? {
                Typed::Line(line) => line.to_lowercase(),
                Typed::Nothing => continue,
                Typed::Decline => return Ok(ElicitResult::decline()),
                Typed::Cancel => return Ok(ElicitResult::cancel()),
            };
            match typed.as_str() {
                "" | "y" | "yes" => return ElicitResult::accept_with(&content).map_err(io::Error::other),
                "n" | "no" => return Ok(ElicitResult::decline()),
                "a" | "again" => break,
                _ => {}
            }
        }
    }
}

fn fill_in(form: &Form, dialogue: &mut Dialogue<'_>) -> io::Result<Filled> {
    let mut content = Map::new();
    for (name, schema, is_required) in form.fields() {
        introduce(name, schema, is_required, dialogue)?;
        let default = field::default_value(schema);
        let prompt = match &default {
            Some(value) => format!("{} [{}]", field::title(name, schema), field::shown(value, schema)),
            None => field::title(name, schema).to_owned(),
        };
        loop {
            let value = match dialogue.ask(&prompt)? {
                Typed::Decline => return Ok(Filled::Declined),
                Typed::Cancel => return Ok(Filled::Cancelled),
                Typed::Nothing => Ok(None),
                Typed::Line(line) if line.is_empty() => Ok(default.clone()),
                Typed::Line(line) => field::read(&line, schema).map(Some),
            };
            match value {
                Ok(None) if is_required => dialogue.say("It is required.")?,
                Ok(None) => break,
                Ok(Some(value)) => match field::check(name, schema, &value) {
                    Ok(()) => {
                        content.insert(name.to_owned(), value);
                        break;
                    }
                    Err(why) => dialogue.say(&why)?,
                },
                Err(why) => dialogue.say(&why)?,
            }
        }
    }
    Ok(Filled::In(content))
}

fn introduce(
    name: &str,
    schema: &PrimitiveSchema,
    is_required: bool,
    dialogue: &mut Dialogue<'_>,
) -> io::Result<()> {
    dialogue.say("")?;
    if let Some(description) = field::description(schema) {
        dialogue.say(description)?;
    }
    let need = if is_required { "required" } else { "optional" };
    dialogue.say(&format!("{}: {}, {need}", field::title(name, schema), field::rules(schema)))?;
    for (place, (_, title)) in field::options(schema).iter().enumerate() {
        dialogue.say(&format!("  {}) {title}", place + 1))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use snodo_core::model::ElicitAction;

    use super::*;

    fn question(schema: &str) -> FormElicitation {
        serde_json::from_str(&format!(
            "{{\"mode\":\"form\",\"message\":\"Who is it?\",\"requestedSchema\":{schema}}}"
        ))
        .unwrap()
    }

    fn answered(schema: &str, typed: &str) -> (String, ElicitResult) {
        let (mut input, mut output) = (typed.as_bytes(), Vec::new());
        let result = ask("./server", &question(schema), &mut Dialogue::new(&mut input, &mut output)).unwrap();
        (String::from_utf8(output).unwrap(), result)
    }

    const PERSON: &str = r#"{"type":"object","properties":{
        "name":{"type":"string","title":"Your name","description":"As people call you.","maxLength":5},
        "age":{"type":"integer","minimum":18,"default":30},
        "news":{"type":"boolean"}},"required":["name"]}"#;

    #[test]
    fn a_form_is_asked_field_by_field_and_shown_before_it_is_sent() {
        let (said, result) = answered(PERSON, "Ann\n\nn\n\n");
        assert_eq!(result.content(), Some(r#"{"age":30,"name":"Ann","news":false}"#));
        assert_eq!(
            said,
            "./server asks: Who is it?\n\
             (:decline refuses, :cancel goes away, :none leaves a field out)\n\
             \n\
             As people call you.\n\
             Your name: text, at most 5 characters, required\n\
             Your name: \n\
             age: a whole number, at least 18, optional\n\
             age [30]: \n\
             news: yes or no, optional\n\
             news:   Your name: Ann\n  age: 30\n  news: no\n\
             Send it? yes, no or again [yes]: "
        );
    }

    #[test]
    fn what_does_not_fit_is_asked_again() {
        let (said, result) = answered(PERSON, "\nToo long\nAnn\nx\n17\n18\nmaybe\n:none\n\n");
        assert_eq!(result.content(), Some(r#"{"age":18,"name":"Ann"}"#));
        for why in [
            "It is required.\n",
            "It must have at most 5 characters.\n",
            "It must be a number.\n",
            "It must be at least 18.\n",
            "It must be yes or no.\n",
        ] {
            assert_eq!(said.matches(why).count(), 1, "{why}");
        }
    }

    const CHOICES: &str = r#"{"type":"object","properties":{
        "colour":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}],"default":"g"},
        "sizes":{"type":"array","minItems":1,"items":{"type":"string","enum":["S","M","L"]}}}}"#;

    #[test]
    fn choices_are_numbered_and_taken_by_number_title_or_value() {
        for (typed, expected) in [
            ("1\n2, L\n\n", r#"{"colour":"r","sizes":["M","L"]}"#),
            ("Red\nS\n\n", r#"{"colour":"r","sizes":["S"]}"#),
            ("\n\n\n", r#"{"colour":"g"}"#),
            ("r\n\"\"\n4\n3\n\n", r#"{"colour":"r","sizes":["L"]}"#),
        ] {
            let (said, result) = answered(CHOICES, typed);
            assert_eq!(result.content(), Some(expected), "{typed:?}");
            assert!(
                said.contains("colour: one of these, optional\n  1) Red\n  2) Green\ncolour [Green]: "),
                "{said}"
            );
        }
    }

    #[test]
    fn nothing_is_sent_that_was_not_agreed_to() {
        for (typed, action) in [
            (":decline\n", ElicitAction::Decline),
            ("Ann\n:cancel\n", ElicitAction::Cancel),
            ("Ann\n", ElicitAction::Cancel),
            ("Ann\n\n\nno\n", ElicitAction::Decline),
            ("Ann\n\n\n:cancel\n", ElicitAction::Cancel),
            ("", ElicitAction::Cancel),
        ] {
            let (_, result) = answered(PERSON, typed);
            assert_eq!((result.action(), result.content()), (action, None), "{typed:?}");
        }
    }

    #[test]
    fn a_form_can_be_filled_in_again() {
        let (_, result) = answered(PERSON, "Ann\n\n\nagain\nBo\n\n\nyes\n");
        assert_eq!(result.content(), Some(r#"{"age":30,"name":"Bo"}"#));
    }

    #[test]
    fn a_server_s_words_cannot_steer_the_terminal() {
        let schema = r#"{"type":"object","properties":{"a":{"type":"string","title":"x\u001b[2J"}}}"#;
        let (said, _) = answered(schema, "y\n\n");
        assert!(said.contains("x\u{241B}[2J: ") && !said.contains('\x1B'), "{said:?}");
    }
}
