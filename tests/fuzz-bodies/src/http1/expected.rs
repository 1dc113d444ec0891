//! What has to happen on a connection, by the second opinion on its stream.

use crate::wire::{self, Answer, Ending, Message};

use super::plan::{self, Plan};

/// What a connection has to say, and what is answered.
pub(super) struct Expected {
    pub(super) seen: Vec<String>,
    /// Whether this place's request is the last one that is read.
    pub(super) ends: Vec<bool>,
    answers: Vec<ExpectedAnswer>,
}

struct ExpectedAnswer {
    /// `None` when that depends on what could not be read.
    is_bodiless: Option<bool>,
    may_have_interim: bool,
    may_be_chunked: bool,
    closes: bool,
}

impl Expected {
    pub(super) fn of(stream: &[u8], plan: &Plan) -> Self {
        let (messages, ending) = wire::messages(stream, &plan.bounds);
        let mut this = Self { seen: Vec::new(), ends: Vec::new(), answers: Vec::new() };
        let mut refused = ending != Ending::Clean;
        for (at, message) in messages.iter().enumerate() {
            let choice = plan.answer(at);
            let by_head = message.is_held && choice.by_head;
            if message.body.is_none() && !by_head {
                break;
            }
            this.seen.push(if by_head { head(message) + "by its head" } else { whole(message) });
            let closes = by_head || message.is_last || choice.closes;
            this.ends.push(closes);
            this.answers.push(ExpectedAnswer {
                is_bodiless: Some(message.method == "HEAD"),
                may_have_interim: message.expects_continue && !by_head,
                may_be_chunked: !message.is_http10,
                closes,
            });
            if closes {
                refused = false;
                break;
            }
        }
        if refused {
            this.seen.push("refused".into());
            this.ends.push(true);
            let is_head = matches!(ending, Ending::Refused { is_head: true });
            let expects = messages.last().is_some_and(|last| last.body.is_none() && last.expects_continue);
            this.answers.push(ExpectedAnswer {
                is_bodiless: (!is_head).then_some(false),
                may_have_interim: expects,
                may_be_chunked: true,
                closes: true,
            });
        }
        this.seen.push("close".into());
        this
    }

    /// Checks all that was sent. Gives it without interim answers.
    pub(super) fn check(&self, out: &[u8], plan: &Plan) -> Vec<u8> {
        let is_bodiless = |at: usize| {
            let expected = self.answers.get(at).expect("no more is answered than was asked");
            // A refusal is the last one, so it shows.
            expected.is_bodiless.unwrap_or_else(|| out.ends_with(b"\r\n\r\n") && !out.ends_with(b"0\r\n\r\n"))
        };
        let (answers, finals) = wire::answers(out, is_bodiless);
        assert_eq!(answers.len(), self.answers.len(), "each request is answered");
        for (at, (answer, expected)) in answers.iter().zip(&self.answers).enumerate() {
            expected.check(answer, at, plan);
        }
        finals
    }
}

impl ExpectedAnswer {
    fn check(&self, answer: &Answer<'_>, at: usize, plan: &Plan) {
        let choice = plan.answer(at);
        let body = plan::pieces(choice.kind, at).concat();
        assert_eq!(answer.status, choice.status);
        assert_eq!(answer.values("x-answer"), [at.to_string().as_bytes()], "answers go out in order");
        let is_bodiless = matches!(answer.status, 204 | 304) || self.is_bodiless == Some(true);
        let is_unsure = self.is_bodiless.is_none() && answer.body.is_empty();
        assert!(answer.body == if is_bodiless { Vec::new() } else { body } || is_unsure);
        let closes: &[&[u8]] = if self.closes { &[b"close"] } else { &[] };
        assert_eq!(answer.values("connection"), closes);
        assert!(answer.interim <= usize::from(self.may_have_interim), "nobody waits for an interim answer");
        assert!(self.may_be_chunked || answer.values("transfer-encoding").is_empty());
        let unframed =
            answer.values("transfer-encoding").is_empty() && answer.values("content-length").is_empty();
        assert!(!unframed || self.closes || is_bodiless, "an answer has an end");
    }
}

fn head(message: &Message<'_>) -> String {
    render(message.method, message.target, message.is_http10, message.host, message.fields.iter().copied())
}

fn whole(message: &Message<'_>) -> String {
    head(message) + &message.body.as_deref().unwrap_or_default().escape_ascii().to_string()
}

/// A head as text, for comparison.
pub(super) fn render<'a>(
    method: &str,
    target: &str,
    is_http10: bool,
    host: Option<&str>,
    fields: impl Iterator<Item = (&'a str, &'a [u8])>,
) -> String {
    let fields: String = fields.map(|(name, value)| format!("{name}: {}\n", value.escape_ascii())).collect();
    format!("{method} {target} {} for {host:?}\n{fields}\n", if is_http10 { "1.0" } else { "1.1" })
}
