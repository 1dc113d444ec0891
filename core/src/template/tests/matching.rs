//! URIs against templates, and the values that come out.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cost;
use super::sample::{matches, template};
use crate::template::{Uri, Variables};

fn shown(text: &str, uri: &str) -> Option<String> {
    matches(&template(text), uri).map(|variables| format!("{variables:?}"))
}

#[test]
fn a_match_gives_the_values() {
    for (text, uri, values) in [
        ("x://h/a", "x://h/a", "{}"),
        ("x:a", "x:a", "{}"),
        ("x://h", "x://h", "{}"),
        ("x:{a}", "x:b", r#"{"a": "b"}"#),
        ("x:/{a}", "x:/b", r#"{"a": "b"}"#),
        ("file:///{path}", "file:///etc", r#"{"path": "etc"}"#),
        ("x:/{a}/{b}", "x:/1/2", r#"{"a": "1", "b": "2"}"#),
        // One segment or more.
        ("x:/{+a}", "x:/1", r#"{"a": "1"}"#),
        ("x:/{+a}", "x:/1/2/3", r#"{"a": "1/2/3"}"#),
        ("x:/{+a}/z", "x:/1/2/z", r#"{"a": "1/2"}"#),
        ("x:/{+a}/z", "x:/z/z", r#"{"a": "z"}"#),
        ("x:/{+a}/{b}/z", "x:/1/2/3/z", r#"{"a": "1/2", "b": "3"}"#),
        ("x:{+a}", "x:1/2", r#"{"a": "1/2"}"#),
        // None or one.
        ("x:/r{/a}", "x:/r", "{}"),
        ("x:/r{/a}", "x:/r/1", r#"{"a": "1"}"#),
        ("x:/r{/a}/z", "x:/r/z", "{}"),
        ("x:/r{/a}/z", "x:/r/z/z", r#"{"a": "z"}"#),
        ("x://{/a}", "x://", "{}"),
        ("x://{/a}", "x:///1", r#"{"a": "1"}"#),
        // Any number.
        ("x:/r{/a*}", "x:/r", r#"{"a": []}"#),
        ("x:/r{/a*}", "x:/r/1/2", r#"{"a": ["1", "2"]}"#),
        ("x:/r{/a*}/z", "x:/r/z", r#"{"a": []}"#),
        ("x:/r{/a*}/z", "x:/r/z/z/z", r#"{"a": ["z", "z"]}"#),
        ("x://h{/a*}", "x://h", r#"{"a": []}"#),
        ("x:{/a*}/{b}", "x:/1/2/3", r#"{"a": ["1", "2"], "b": "3"}"#),
        // Queries: in the order of the declaration, whatever order the URI has.
        ("x:/r{?a,b}", "x:/r", "{}"),
        ("x:/r{?a,b}", "x:/r?a=1", r#"{"a": "1"}"#),
        ("x:/r{?a,b}", "x:/r?b=2&a=1", r#"{"a": "1", "b": "2"}"#),
        ("x:/r{?a}{&b}", "x:/r?b=2", r#"{"b": "2"}"#),
        ("x:/r{?a}", "x:/r?a=", r#"{"a": ""}"#),
        ("x:/r{?a}", "x:/r?a=b=c", r#"{"a": "b=c"}"#),
        ("x:/r{?a}", "x:/r?a=1?b", r#"{"a": "1?b"}"#),
        ("x:/r{?a}", "x:/r?a=/?:@", r#"{"a": "/?:@"}"#),
        ("x:/r{?a}", "x:/r?%61=1", r#"{"a": "1"}"#),
        ("x:{?a}", "x:?a=1", r#"{"a": "1"}"#),
        ("x:/{a}{?a}", "x:/1?a=%31", r#"{"a": "1"}"#),
        // The scheme in any case, escapes in any case and wherever.
        ("docs://h/{a}", "DOCS://h/A", r#"{"a": "A"}"#),
        ("DOCS://h/{a}", "docs://h/A", r#"{"a": "A"}"#),
        ("x:/a%2fb/{a}", "x:/a%2Fb/1", r#"{"a": "1"}"#),
        ("x:/admin/{a}", "x:/%61dmin/1", r#"{"a": "1"}"#),
        ("x:/ä/{a}", "x:/%C3%a4/1", r#"{"a": "1"}"#),
        ("x:/100%25", "x:/100%25", "{}"),
        // Decoded once; a plus is a plus.
        ("x:/{a}", "x:/%2525", r#"{"a": "%25"}"#),
        ("x:/{a}", "x:/1+2%2B3%20", r#"{"a": "1+2+3 "}"#),
        ("x:/{a}", "x:/%C3%A4", r#"{"a": "ä"}"#),
        ("x:/{a}", "x:/a:b@c;d=e,f!$&'()*[]", r#"{"a": "a:b@c;d=e,f!$&'()*[]"}"#),
        // What handlers have to guard against.
        ("x:/{a}", "x:/..%2F..%2Fetc%00", r#"{"a": "../../etc\0"}"#),
        ("x:/{a}", "x:/..", r#"{"a": ".."}"#),
        ("x:/{+a}", "x:/../%2fetc", r#"{"a": "..//etc"}"#),
        ("x:/r{/a*}", "x:/r/%2F/..", r#"{"a": ["/", ".."]}"#),
        // One value in several places.
        ("x:/{a}/{a}", "x:/1/1", r#"{"a": "1"}"#),
        ("x:/{a}/{a}", "x:/~/%7E", r#"{"a": "~"}"#),
        ("x:/{+a}/-/{a}", "x:/1/2/-/1%2F2", r#"{"a": "1/2"}"#),
        ("x://[::1]/{a}", "x://[::1]/1", r#"{"a": "1"}"#),
    ] {
        assert_eq!(shown(text, uri).as_deref(), Some(values), "{text} {uri}");
    }
}

#[test]
fn everything_else_does_not_match() {
    for (text, uris) in [
        (
            "x://h/a",
            &["x://h", "x://h/b", "x://h/a/b", "x://h/A", "x://H/a", "x:/a", "y://h/a", "x:///h/a"][..],
        ),
        ("x:/{a}", &["x:/", "x:", "x:a", "x:/a/b", "x:/a/", "x://a", "x:///a", "x", "", ":", "/a"]),
        ("x:{a}", &["x:/a", "x:", "x:a/b", "x:a/"]),
        ("x:/{a}/{b}", &["x:/1", "x:/1/", "x://1", "x:/1//2", "x:/1/2/3"]),
        ("x:/{+a}", &["x:/", "x://1", "x:/1//2", "x:/1/", "x:1"]),
        ("x:/{+a}/z", &["x:/z", "x:/1/2", "x:/z/1"]),
        ("x:/r{/a}", &["x:/r/", "x:/r/1/2", "x:/s", "x:/s/1"]),
        ("x:/r{/a*}", &["x:/r/", "x:/r//1", "x:/r/1/", "x:", "x:/s/1"]),
        ("x://h{/a*}", &["x://h/", "x://", "x://g/1", "x:/h/1"]),
        // Queries.
        ("x:/r", &["x:/r?", "x:/r?a=1"]),
        (
            "x:/r{?a,b}",
            &[
                "x:/r?",
                "x:/r?a",
                "x:/r?a=1&",
                "x:/r?&a=1",
                "x:/r?a=1&&b=2",
                "x:/r?c=1",
                "x:/r?a=1&c=1",
                "x:/r?a=1&a=1",
                "x:/r?a=1&%61=1",
                "x:/r?A=1",
                "x:/r?=1",
                "x:/r?a=1;b=2&",
                "x:/s?a=1",
                "x:/r?a=%FF",
                "x:/r?%FF=1",
            ],
        ),
        // Fragment, port, user information.
        (
            "x://h/{a}",
            &["x://h/1#", "x://h/1#f", "x://h:80/1", "x://h:/1", "x://u@h/1", "x://u:p@h/1", "x://@h/1"],
        ),
        // No URI, or no UTF-8.
        (
            "x:/{a}",
            &[
                "x:/a b",
                "x:/ä",
                "x:/a\n",
                "x:/\u{0}",
                "x:/{a}",
                "x:/a|b",
                "x:/a^",
                "x:/<",
                "x:/\\",
                "x:/`",
                "x:/\"",
                "x:/%",
                "x:/%2",
                "x:/%zz",
                "x:/%2g",
                "x:/%FF",
                "x:/%C3",
                "x:/%ED%A0%80",
                "x:/%C0%AF",
                " x:/a",
            ],
        ),
        ("x:/r{/a*}", &["x:/r/%C3/%A4", "x:/r/%FF"]),
        // Values that do not agree.
        ("x:/{a}/{a}", &["x:/1/2", "x:/1/%32", "x:/a/A"]),
        ("x:/{a}{?a}", &["x:/1", "x:/1?a=2", "x:/1?a="]),
        ("x:/{a}{/a}", &["x:/1", "x:/1/2"]),
        ("x:/r{/a}{?a}", &["x:/r?a=1", "x:/r/1", "x:/r?a=1&a=1"]),
    ] {
        for uri in uris {
            assert_eq!(shown(text, uri), None, "{text} {uri}");
        }
    }
}

#[test]
fn a_list_is_bounded_and_a_string_of_many_segments_is_not() {
    let uri = |segments: usize| format!("x:/r{}", "/s".repeat(segments));
    let list = template("x:/r{/a*}");
    let found = matches(&list, &uri(1_024)).unwrap();
    assert_eq!(found.list("a").unwrap().len(), 1_024);
    assert!(matches(&list, &uri(1_025)).is_none());
    let string = template("x:/r/{+a}");
    assert_eq!(matches(&string, &uri(5_000)).unwrap().get("a").unwrap().len(), 9_999);
}

#[test]
fn cost_is_linear_in_the_uri_whatever_it_holds() {
    let templates = [
        "x:/{a}",
        "x:/{a}/{a}",
        "x:/{+a}",
        "x:/{+a}/s/s/z",
        "x:/s/s{/a*}/s/s",
        "x:/r{?a,b}",
        "x:/{+a}{?a}",
        "x:/{+a}/-/{a}",
        "x:/s/{a}{/b}/{a}",
    ]
    .map(template);
    let variables: String = (0..32).map(|at| format!("{}v{at}", ["", ","][usize::from(at > 0)])).collect();
    let many = template(&format!("x:/r{{?{variables}}}"));
    let patterns: [fn(usize) -> String; 10] = [
        |n| format!("x:/{}", "s/".repeat(n / 2)) + "s",
        |n| format!("x:/{}", "s/".repeat(n / 2)) + "z",
        |n| format!("x:/{}", "/".repeat(n)),
        |n| format!("x:/{}", "%25".repeat(n / 3)),
        |n| format!("x:/{0}/{0}", "%41".repeat(n / 6)),
        |n| format!("x:/{0}/-/{1}", "s/".repeat(n / 5) + "s", "s%2F".repeat(n / 5) + "s"),
        |n| format!("x:/r?a={}", "a".repeat(n)),
        |n| format!("x:/r?{}", "v31=1&".repeat(n / 6)),
        |n| format!("x:/r?{}=1", "v".repeat(n)),
        |n| format!("x:/r?a={}%FF", "&".repeat(n)),
    ];
    for pattern in patterns {
        for size in [1_000, 1_000_000] {
            let text = pattern(size);
            let mut uri = None;
            let cost = cost::of(|| uri = Uri::read(&text));
            assert_eq!(cost, text.len());
            let Some(uri) = uri else { continue };
            for template in templates.iter().chain([&many]) {
                let cost = cost::of(|| drop(template.matches(&uri)));
                assert!(cost <= 5 * text.len() + 2_000, "{cost} for {} bytes: {template:?}", text.len());
            }
        }
    }
    let text = patterns[3](1_000_000);
    let uri = Uri::read(&text).unwrap();
    let cost = cost::of(|| drop(templates[2].matches(&uri)));
    assert!(cost >= text.len(), "what is looked at is counted: {cost}");
}

#[test]
fn values_are_found_by_name_and_walked_in_order() {
    let found = matches(&template("x:/{b}{/p*}{?a}"), "x:/1/2/3?a=4").unwrap();
    assert_eq!(found.get("b"), Some("1"));
    assert_eq!(found.get("a"), Some("4"));
    assert_eq!(found.get("p"), None);
    assert_eq!(found.get("z"), None);
    assert_eq!(found.list("p").unwrap().collect::<Vec<_>>(), ["2", "3"]);
    assert!(found.list("b").is_none() && found.list("z").is_none());
    assert_eq!(found.iter().collect::<Vec<_>>(), [("b", "1"), ("p", "2"), ("p", "3"), ("a", "4")]);
}

#[test]
fn a_matcher_of_one_s_own_puts_variables_together() {
    let made = Variables::new().with("a", "1").with_list("p", ["x", "y"]).with("b", "").with("a", "2");
    assert_eq!(format!("{made:?}"), r#"{"p": ["x", "y"], "b": "", "a": "2"}"#);
    let made = made.with_list("p", []).with_list("a", ["z"]);
    assert_eq!(format!("{made:?}"), r#"{"b": "", "p": [], "a": ["z"]}"#);
    assert_eq!(made.get("p"), None);
    assert_eq!(made.list("a").unwrap().map(ToString::to_string).collect::<Vec<_>>(), ["z"]);
}

#[test]
fn a_uri_is_read_once_for_all_templates() {
    let uri = Uri::read("x:/a/1").unwrap();
    assert!(template("x:/b/{v}").matches(&uri).is_none());
    assert_eq!(template("x:/a/{v}").matches(&uri).unwrap().get("v"), Some("1"));
}
