//! What holds for all templates and URIs, tried on made-up ones.

use alloc::format;
use alloc::string::String;

use super::sample::{Made, Random, expand, matches, meaning, template};
use crate::template::{Template, Uri, Variables};

/// Texts that values are made of.
const PIECES: [&str; 16] =
    ["a", "b", "1", "-", "~", "/", "..", "%", "%41", "&", "=", "+", "?", "#", "\u{0}", "ä\u{10FFFF} "];

fn value(random: &mut Random, least: usize) -> String {
    (0..least + random.below(4)).map(|_| random.of(&PIECES)).collect()
}

/// Values for the variables of a template, of which those that need not be there are left out at times.
fn values(random: &mut Random, template: &Template) -> Variables {
    let mut values = Variables::new();
    for variable in &template.variables {
        if variable.is_list {
            let segments: [_; 3] = core::array::from_fn(|_| value(random, 1));
            let count = random.below(4);
            values = values.with_list(&variable.name, segments[..count].iter().map(String::as_str));
        } else if &*variable.name == "r" {
            // In clear text, a slash ends a segment, and there are no empty ones.
            let segments: [_; 2] = core::array::from_fn(|_| value(random, 1).replace('/', "x"));
            values = values.with("r", &segments.join("/"));
        } else if !["o", "q", "s", "t"].contains(&&*variable.name) {
            values = values.with(&variable.name, &value(random, 1));
        } else if random.below(3) > 0 {
            let least = usize::from(&*variable.name == "o");
            values = values.with(&variable.name, &value(random, least));
        }
    }
    values
}

#[test]
fn expansions_match_and_give_back_their_values() {
    let mut random = Random::new(2);
    for _ in 0..6_000 {
        let made = Made::new(&mut random, &["a", "b", "a", "c.d"]);
        let parsed = template(&made.text);
        let values = values(&mut random, &parsed);
        let uri = expand(&made.text, &values);
        let found = matches(&parsed, &uri).unwrap_or_else(|| panic!("{} {uri}", made.text));
        assert_eq!(format!("{found:?}"), format!("{values:?}"), "{} {uri}", made.text);
    }
}

#[test]
fn what_matches_is_an_expansion_of_what_was_found() {
    let mut random = Random::new(3);
    let mut matched = 0;
    for _ in 0..15_000 {
        let made = Made::new(&mut random, &["a", "b", "a", "c.d"]);
        let other =
            if random.below(2) == 0 { Made::new(&mut random, &["a", "b"]).text } else { made.text.clone() };
        let mut uri = expand(&other, &values(&mut random, &template(&other)));
        for _ in 0..random.below(4) {
            damage(&mut random, &mut uri);
        }
        let parsed = template(&made.text);
        let Some(found) = matches(&parsed, &uri) else { continue };
        matched += 1;
        assert_eq!(meaning(&expand(&made.text, &found)), meaning(&uri), "{} {uri}", made.text);
        let again = matches(&parsed, &uri).map(|found| format!("{found:?}"));
        assert_eq!(again, Some(format!("{found:?}")));
        assert!(Uri::read(&uri).is_some_and(|uri| uri.segments < 100));
    }
    assert!(matched > 3_000, "enough of them matched: {matched}");
}

/// Changes one place of a URI, perhaps so that it means the same.
fn damage(random: &mut Random, uri: &mut String) {
    let at = random.below(uri.len());
    let byte = uri.as_bytes()[at];
    match random.below(5) {
        0 if byte.is_ascii_alphanumeric() => uri.replace_range(at..=at, &format!("%{byte:02x}")),
        1 => uri.make_ascii_lowercase(),
        2 => {
            uri.insert_str(
                at,
                random.of(&["/", "%", "&", "=", "?", "#", "%2F", "%FF", "a", "a=1", "@", ":"]),
            );
        }
        3 => drop(uri.remove(at)),
        _ => {}
    }
    if uri.is_empty() {
        uri.push('x');
    }
}

#[test]
fn any_text_is_a_template_or_refused_and_a_uri_or_none() {
    const TOKENS: [&str; 30] = [
        "x:", "//", "/", "h", "{", "}", "{a}", "{/a*}", "{+b}", "{/c}", "{?q,a}", "{&s}", "{#a}", "*", ":3",
        ",", ".", "a", "b", "%41", "%", "ä", "?", "#", "@", "uri", " ", "\u{0}", "=1", "&",
    ];
    let mut random = Random::new(4);
    let (mut parsed, mut matched) = (0, 0);
    for _ in 0..40_000 {
        let mut made = |least: usize| -> String {
            let start = ["x:", "x:/", "x://h/", ""][random.below(4)];
            let tokens = (0..least + random.below(5)).map(|_| random.of(&TOKENS));
            core::iter::once(start).chain(tokens).collect()
        };
        let (text, uri) = (made(0), made(0));
        match Template::parse(&text) {
            Ok(template) => {
                parsed += 1;
                matched += usize::from(matches(&template, &uri).is_some());
                assert!(template.variables().len() <= text.matches('{').count() * 2);
            }
            Err(problem) => assert!(problem.len() > 10, "{text}: {problem}"),
        }
    }
    assert!(parsed > 2_000 && matched > 20, "both happen: {parsed}, {matched}");
}
