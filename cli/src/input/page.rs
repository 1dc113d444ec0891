//! Pages that a server wants the person to visit.

use std::io;

use snodo_core::model::{ElicitResult, UrlElicitation};

use super::dialogue::{Dialogue, Typed};

/// Shows where the page is and asks whether that is all right. Nothing is opened here.
pub(super) fn ask(
    server: &str,
    question: &UrlElicitation,
    dialogue: &mut Dialogue<'_>,
) -> io::Result<ElicitResult> {
    let Some(host) = host(question.url()) else {
        dialogue.say(&format!("{server} asks to visit what is no web page: refused."))?;
        return Ok(ElicitResult::decline());
    };
    dialogue.say(&format!("{server} asks to visit a page: {}", question.message()))?;
    dialogue.say(&format!("  {}", question.url()))?;
    dialogue.say(&format!("  on the host {host}"))?;
    if !host.is_ascii() || host.to_ascii_lowercase().contains("xn--") {
        dialogue.say("  The host's name has letters that look like others: look twice.")?;
    }
    dialogue.say("Nothing is opened for you: if you agree, open it in a browser yourself.")?;
    loop {
        let typed = match dialogue.ask("Agree? yes or no [no]")? {
            Typed::Line(line) => line.to_lowercase(),
            Typed::Nothing | Typed::Decline => return Ok(ElicitResult::decline()),
            Typed::Cancel => return Ok(ElicitResult::cancel()),
        };
        match typed.as_str() {
            "y" | "yes" => return Ok(ElicitResult::accept()),
            "" | "n" | "no" => return Ok(ElicitResult::decline()),
            _ => {}
        }
    }
}

/// The host of a web page's URL, with its port, as it stands there.
fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    (!host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use snodo_core::model::ElicitAction;

    use super::*;

    fn answered(url: &str, typed: &str) -> (String, ElicitAction) {
        let (mut input, mut output) = (typed.as_bytes(), Vec::new());
        let question = UrlElicitation::new("Please sign in.", url);
        let result = ask("./server", &question, &mut Dialogue::new(&mut input, &mut output)).unwrap();
        (String::from_utf8(output).unwrap(), result.action())
    }

    #[test]
    fn the_whole_url_and_its_host_are_shown_before_anything_is_agreed_to() {
        let (said, action) = answered("https://good.example@evil.example:8443/a?b=c", "what\nyes\n");
        assert_eq!(action, ElicitAction::Accept);
        assert_eq!(
            said,
            "./server asks to visit a page: Please sign in.\n  \
             https://good.example@evil.example:8443/a?b=c\n  \
             on the host evil.example:8443\n\
             Nothing is opened for you: if you agree, open it in a browser yourself.\n\
             Agree? yes or no [no]: Agree? yes or no [no]: "
        );
    }

    #[test]
    fn consent_is_never_taken_for_granted() {
        for (typed, action) in [
            ("\n", ElicitAction::Decline),
            ("no\n", ElicitAction::Decline),
            (":decline\n", ElicitAction::Decline),
            (":cancel\n", ElicitAction::Cancel),
            ("", ElicitAction::Cancel),
        ] {
            assert_eq!(answered("https://example.com/", typed).1, action, "{typed:?}");
        }
    }

    #[test]
    fn what_is_no_web_page_is_refused_unasked() {
        for url in ["javascript:alert(1)", "file:///etc/passwd", "https:///x", "data://x"] {
            let (said, action) = answered(url, "yes\n");
            assert_eq!(action, ElicitAction::Decline, "{url}");
            assert!(!said.contains("Agree"), "{url}");
        }
    }

    #[test]
    fn hosts_that_may_only_look_right_are_pointed_out() {
        for url in ["https://xn--pple-43d.com/", "https://\u{430}pple.com/"] {
            assert!(answered(url, "\n").0.contains("look twice"), "{url}");
        }
    }
}
