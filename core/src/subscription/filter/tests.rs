use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::*;

fn parse(json: &str) -> Filter {
    Filter::parse(json).unwrap()
}

fn encoded(filter: &Filter) -> String {
    let mut out = Vec::new();
    filter.encode(&mut out);
    String::from_utf8(out).unwrap()
}

fn updated(uri: &str) -> Event {
    Event::ResourceUpdated(uri.into())
}

#[test]
fn what_is_asked_is_what_is_read() {
    for (json, expected) in [
        ("{}", "{}"),
        (r#"{"toolsListChanged":false,"promptsListChanged":false,"resourcesListChanged":false}"#, "{}"),
        (r#"{"resourceSubscriptions":[]}"#, "{}"),
        (r#" {"toolsListChanged" : true} "#, r#"{"toolsListChanged":true}"#),
        (
            r#"{"resourcesListChanged":true,"promptsListChanged":true,"toolsListChanged":true}"#,
            r#"{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}"#,
        ),
        (
            r#"{"resourceSubscriptions":["z:1","docs:\/\/\/\u0061","z:1","docs:///a"],"promptsListChanged":true}"#,
            r#"{"promptsListChanged":true,"resourceSubscriptions":["z:1","docs:///a"]}"#,
        ),
        (
            r#"{"\u0074oolsListChanged":true,"toolslistchanged":7}"#,
            r#"{"toolsListChanged":true,"toolslistchanged":7}"#,
        ),
        (
            r#"{"taskIds":["a",
"b"],"x\"y":null}"#,
            r#"{"taskIds":["a", "b"],"x\"y":null}"#,
        ),
        (
            r#"{"taskIds":[],"resourceSubscriptions":["a:b"]}"#,
            r#"{"resourceSubscriptions":["a:b"],"taskIds":[]}"#,
        ),
    ] {
        assert_eq!(encoded(&parse(json)), expected, "{json}");
    }
}

#[test]
fn wrong_kinds_are_the_client_s_fault() {
    let many: Vec<_> = (0..1_001).map(|n| format!("\"x:{}\"", n % 10)).collect();
    let too_many = format!(r#"{{"resourceSubscriptions":[{}]}}"#, many.join(","));
    for (json, message) in [
        ("[]", "Invalid params: notifications must be an object"),
        ("null", "Invalid params: notifications must be an object"),
        ("{", "Invalid params: notifications: the text is not valid JSON"),
        (r#"{"a":1,"a":2}"#, "Invalid params: notifications: an object has two members of the same name"),
        (r#"{"toolsListChanged":1}"#, "Invalid params: notifications.toolsListChanged must be a boolean"),
        (
            r#"{"promptsListChanged":null}"#,
            "Invalid params: notifications.promptsListChanged must be a boolean",
        ),
        (
            r#"{"resourcesListChanged":"true"}"#,
            "Invalid params: notifications.resourcesListChanged must be a boolean",
        ),
        (
            r#"{"resourceSubscriptions":"a:b"}"#,
            "Invalid params: notifications.resourceSubscriptions must be an array",
        ),
        (
            r#"{"resourceSubscriptions":null}"#,
            "Invalid params: notifications.resourceSubscriptions must be an array",
        ),
        (
            r#"{"resourceSubscriptions":["a:b",7]}"#,
            "Invalid params: notifications.resourceSubscriptions must hold absolute URIs only",
        ),
        (
            r#"{"resourceSubscriptions":["secret.txt"]}"#,
            "Invalid params: notifications.resourceSubscriptions must hold absolute URIs only",
        ),
        (
            r#"{"resourceSubscriptions":["a:\n"]}"#,
            "Invalid params: notifications.resourceSubscriptions must hold absolute URIs only",
        ),
        (&too_many, "Invalid params: notifications.resourceSubscriptions may name at most 1000 resources"),
    ] {
        let refusal = Filter::parse(json).unwrap_err();
        assert_eq!((refusal.code(), refusal.message()), (-32602, message), "{json}");
    }
}

#[test]
fn a_request_has_to_name_one() {
    let read = |text: &str| {
        let mut found = Span::default();
        json::parse(text, |r| {
            r.object(|r, key| {
                let value = r.value()?;
                if key == b"notifications" {
                    found = value;
                }
                Ok(())
            })
        })
        .unwrap();
        Filter::read(found, text)
            .map(|filter| encoded(&filter))
            .map_err(|refusal| String::from(refusal.message()))
    };
    assert_eq!(
        read(r#"{"a":"é","notifications":{"toolsListChanged":true},"b":1}"#).as_deref(),
        Ok(r#"{"toolsListChanged":true}"#)
    );
    assert_eq!(read("{}").unwrap_err(), "Invalid params: notifications is required");
    assert_eq!(
        read(r#"{"notifications":[]}"#).unwrap_err(),
        "Invalid params: notifications must be an object"
    );
}

#[test]
fn a_thousand_resources_are_taken_in_their_order() {
    let uris: Vec<_> = (0..1_000).map(|n| format!("\"file:///{}\"", n * 7_919 % 1_009)).collect();
    let json = format!(r#"{{"resourceSubscriptions":[{}]}}"#, uris.join(","));
    let filter = parse(&json);
    assert_eq!(filter.resources().len(), MAX_RESOURCES);
    assert_eq!(encoded(&filter), json);
    assert!(filter.is_subset_of(&parse(&json)));
    assert_eq!(encoded(&filter.intersect(&parse(&json))), json);
}

#[test]
fn events_are_allowed_by_kind_and_resource() {
    let all = [
        Event::ToolsListChanged,
        Event::PromptsListChanged,
        Event::ResourcesListChanged,
        updated("docs:///a"),
        updated("docs:///a/part"),
        updated("docs:///b"),
        Event::custom("notifications/x", "{}").unwrap(),
    ];
    for (json, allowed) in [
        ("{}", [false; 7]),
        (
            r#"{"toolsListChanged":true,"promptsListChanged":false,"resourceSubscriptions":["docs:///a"]}"#,
            [true, false, false, true, true, false, false],
        ),
        (r#"{"promptsListChanged":true}"#, [false, true, false, false, false, false, false]),
        (r#"{"resourcesListChanged":true}"#, [false, false, true, false, false, false, false]),
        (r#"{"taskIds":[]}"#, [false, false, false, false, false, false, true]),
    ] {
        let filter = parse(json);
        assert_eq!(all.each_ref().map(|event| filter.allows(event)), allowed, "{json}");
    }
}

#[test]
fn parts_are_subsets() {
    let asked = parse(r#"{"toolsListChanged":true,"resourceSubscriptions":["b:1","a:1"],"taskIds":[1]}"#);
    let tools = asked.narrow(Topics::TOOLS_LIST);
    assert_eq!(encoded(&tools), r#"{"toolsListChanged":true,"taskIds":[1]}"#);
    let one = asked.narrow_resources(|uri| uri == "a:1");
    assert_eq!(encoded(&one), r#"{"toolsListChanged":true,"resourceSubscriptions":["a:1"],"taskIds":[1]}"#);
    let bare = asked.clone().without_raw();
    assert_eq!(encoded(&bare), r#"{"toolsListChanged":true,"resourceSubscriptions":["b:1","a:1"]}"#);
    assert_eq!(encoded(&asked.with_raw(None).unwrap()), encoded(&bare));
    let other = asked.with_raw(Some(r#"{"taskIds":[2],"promptsListChanged":true}"#)).unwrap();
    assert_eq!(
        encoded(&other),
        r#"{"toolsListChanged":true,"resourceSubscriptions":["b:1","a:1"],"taskIds":[2]}"#
    );
    for part in [&tools, &one, &bare, &other, &asked, &Filter::default()] {
        assert!(part.is_subset_of(&asked), "{part:?}");
    }
    for (whole, part) in [(&asked, &tools), (&asked, &one), (&asked, &bare), (&tools, &Filter::default())] {
        assert!(!whole.is_subset_of(part), "{whole:?} and {part:?}");
    }
    assert_eq!(encoded(&one.intersect(&tools)), r#"{"toolsListChanged":true,"taskIds":[1]}"#);
    assert_eq!(encoded(&bare.intersect(&asked)), encoded(&bare));
    assert_eq!(asked.topics(), Topics::TOOLS_LIST | Topics::RESOURCE_UPDATES);
    assert_eq!(asked.narrow(Topics::NONE).topics(), Topics::NONE);
    assert!(!asked.narrow(Topics::NONE).is_empty() && bare.narrow(Topics::NONE).is_empty());
    assert_eq!(asked.raw(), Some(r#"{"taskIds":[1]}"#));
    assert_eq!(bare.raw(), None);
}
