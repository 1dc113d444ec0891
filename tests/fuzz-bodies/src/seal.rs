//! Sealed state: what opens, and that nothing else does.

use snodo_core::{Binding, Sealer};
use snodo_seal::{Key, Seal, SealBuilder};

use crate::choices::Choices;
use crate::tokens::Tokens;
use crate::values::Value;

/// How many bytes of an input choose what is done with the rest.
const PLAN: usize = 12;
/// Between the texts of an input. No JSON holds it.
const BETWEEN: char = '\u{1e}';
/// About as many bytes as a payload may have.
const LONG: usize = 12_250;
const NOW: u64 = 1_700_000_000;

/// A token opens exactly for the request that it was made for, as two trees of values tell, with a key that is known
/// and within its time; what opens is what was sealed. A token that was changed by a byte never opens, nor does any
/// text that was not sealed.
///
/// # Panics
///
/// When one of this does not hold.
pub fn seal(data: &[u8]) {
    let Some((plan, rest)) = data.split_first_chunk::<PLAN>() else { return };
    let Ok(rest) = str::from_utf8(rest) else { return };
    let mut choices = Choices::new(plan);
    let mut texts = rest.split(BETWEEN).chain(std::iter::repeat(""));
    let mut next = || texts.next().unwrap_or_default();
    let request = Request { params: next(), method: next(), principal: principal(&mut choices, next()) };
    let payload = next();
    let payload = payload.repeat(*choices.of(&[1, 1, 1, 100, LONG / (payload.len() + 1)]));
    let (params, method, who) = (next(), next(), principal(&mut choices, next()));
    let other = Request {
        params: if choices.next() & 1 == 0 { request.params } else { params },
        method: if choices.next() & 3 != 3 { request.method } else { method },
        principal: if choices.next() & 3 != 3 { request.principal } else { who },
    };
    invented(rest, &request);
    for text in rest.split(BETWEEN) {
        invented(text, &request);
    }

    let (signer, sealed_at) = (*choices.of(&KEYS), *choices.of(&[NOW, 0, u64::MAX]));
    let token = made_of([signer], sealed_at).seal(&payload, &request.binding());
    assert_eq!(token.is_some(), request.means().is_some() && fits(signer, sealed_at, &payload));
    let Some(token) = token else { return };
    assert!(token.len() <= 16_384, "tokens are bounded");
    let openers = *choices.of(&[[0, 1, 2, 3], [0, 0, 0, 0], [3, 2, 1, 0], [1, 1, 1, 1], [2, 2, 2, 2]]);
    let openers = openers.map(|key| KEYS[key]);
    let now = sealed_at.saturating_add_signed(*choices.of(&[0, 299, 300, 301, -30, -31, i64::MAX, i64::MIN]));
    let seal = made_of(openers, now);
    let counts = openers.iter().any(|opener| opener.opens(signer)) && is_current(sealed_at, now);
    let expected = |same: bool| (counts && same).then(|| payload.clone());
    assert_eq!(seal.open(&token, &request.binding()), expected(true));
    assert_eq!(seal.open(&token, &other.binding()), expected(other.means() == request.means()));
    let respelled = request.respelled();
    assert_eq!(seal.open(&token, &Request { params: &respelled, ..request }.binding()), expected(true));
    changed(&token, &mut choices, &made_of(KEYS, sealed_at), &request);
}

/// Nobody, or the principal of that name.
fn principal<'a>(choices: &mut Choices<'_>, name: &'a str) -> Option<&'a str> {
    (choices.next() & 1 == 0).then_some(name)
}

/// The text of an input is no token: the secrets are not part of it.
fn invented(text: &str, request: &Request<'_>) {
    assert_eq!(made_of(KEYS, NOW).open(text, &request.binding()), None, "{text:?}");
}

/// A byte replaced, put in or left out, the end cut off.
fn changed(token: &str, choices: &mut Choices<'_>, seal: &Seal, request: &Request<'_>) {
    assert!(seal.open(token, &request.binding()).is_some(), "every key is known, and no time has passed");
    let at = usize::from(choices.next()) * token.len() / 256;
    let byte = choices.next();
    let char = char::from(byte & 0x7F);
    let (before, behind) = token.split_at(at);
    let rest = &behind[1..];
    for changed in
        [format!("{before}{char}{rest}"), format!("{before}{char}{behind}"), [before, rest].concat()]
    {
        if changed != token {
            assert_eq!(seal.open(&changed, &request.binding()), None, "{changed}");
        }
    }
    assert_eq!(seal.open(before, &request.binding()), None, "cut to {before}");
}

/// A key, by its id and the byte that its secret is made of.
#[derive(Clone, Copy)]
struct Known(&'static str, u8);

const KEYS: [Known; 4] = [Known("", 1), Known("", 2), Known("a", 1), Known("2026-b_C", 3)];

impl Known {
    fn key(self) -> Key {
        let secret = [self.1; 32];
        let key = if self.0.is_empty() { Key::new(&secret) } else { Key::with_id(self.0, &secret) };
        key.expect("ids and secrets are in order")
    }

    /// Whether it opens what `signer` signed: for a token without an id, every key is tried.
    fn opens(self, signer: Self) -> bool {
        self.1 == signer.1 && (signer.0.is_empty() || self.0 == signer.0)
    }
}

fn made_of(keys: impl IntoIterator<Item = Known>, time: u64) -> Seal {
    let mut ids = Vec::new();
    let keys = keys.into_iter().filter(|key| {
        let known = !key.0.is_empty() && ids.contains(&key.0);
        ids.push(key.0);
        !known
    });
    let builder = keys.map(Known::key).fold(Seal::builder(), SealBuilder::key);
    builder.clock(move || time).build().expect("there are keys, and no id comes twice")
}

fn is_current(sealed_at: u64, now: u64) -> bool {
    (-30..300).contains(&(i128::from(now) - i128::from(sealed_at)))
}

/// Whether a token of this payload keeps to 16,384 bytes. Four characters stand for three bytes, three for two and two
/// for one; a tag has 43, and the dots are three or four.
fn fits(signer: Known, sealed_at: u64, payload: &str) -> bool {
    let written = (payload.len() * 4).div_ceil(3);
    let id = if signer.0.is_empty() { 0 } else { signer.0.len() + 1 };
    "s1...".len() + id + sealed_at.to_string().len() + written + 43 <= 16_384
}

#[derive(Clone, Copy)]
struct Request<'a> {
    params: &'a str,
    method: &'a str,
    principal: Option<&'a str>,
}

impl Request<'_> {
    fn binding(&self) -> Binding<'_> {
        Binding::new(self.method, self.params, self.principal)
    }

    /// What has to be the same; `None` when `params` are not acceptable.
    fn means(&self) -> Option<(Value, &str, Option<&str>)> {
        Tokens::of(self.params).filter(Tokens::is_acceptable)?;
        let Value::Object(mut members) = Value::of(self.params) else { return None };
        members.retain(|name, _| !["_meta", "requestState", "inputResponses"].contains(&name.as_str()));
        Some((Value::Object(members), self.method, self.principal))
    }

    /// The same `params`, as unlike as can be.
    fn respelled(&self) -> String {
        let mut out = String::new();
        Value::of(self.params).respell(&mut out);
        out
    }
}
