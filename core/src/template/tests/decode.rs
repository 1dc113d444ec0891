//! Variables as a handler's own type.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};

use crate::template::Variables;

#[derive(Debug, Deserialize)]
struct File {
    id: u32,
    path: Vec<String>,
    #[serde(default)]
    draft: bool,
    weight: Option<f64>,
    kind: Option<Kind>,
    mark: Option<char>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Page,
    Post,
}

fn variables() -> Variables {
    Variables::new().with("id", "7").with_list("path", ["a", "b/c"])
}

#[test]
fn strings_become_what_the_type_asks_for() {
    let file: File = variables().decode().unwrap();
    assert_eq!((file.id, file.path, file.draft), (7, ["a".to_string(), "b/c".into()].to_vec(), false));
    assert!(file.weight.is_none() && file.kind.is_none() && file.mark.is_none());

    let all =
        variables().with("draft", "true").with("weight", "-1.5e3").with("kind", "post").with("mark", "ä");
    let file: File = all.with("other", "is passed over").decode().unwrap();
    assert!(file.draft && matches!(file.kind, Some(Kind::Post)));
    assert_eq!((file.weight, file.mark), (Some(-1500.0), Some('ä')));
}

#[test]
fn every_width_has_its_bounds() {
    #[derive(Deserialize)]
    struct One<T> {
        v: T,
    }
    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        Variables::new().with("v", text).decode::<One<T>>().map(|one| one.v)
    }
    assert_eq!(read::<u8>("255"), Ok(255));
    assert_eq!(read::<u8>("256").unwrap_err(), "the variable `v` must be an integer from 0 to 255");
    assert_eq!(read::<i8>("-128"), Ok(-128));
    assert_eq!(read::<i8>("-129").unwrap_err(), "the variable `v` must be an integer from -128 to 127");
    assert_eq!(read::<u16>("65535"), Ok(u16::MAX));
    assert_eq!(read::<i16>("-32768"), Ok(i16::MIN));
    assert_eq!(read::<i32>("-2147483648"), Ok(i32::MIN));
    assert_eq!(read::<u64>("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(read::<i64>("-9223372036854775808"), Ok(i64::MIN));
    assert_eq!(read::<u128>("340282366920938463463374607431768211455"), Ok(u128::MAX));
    assert_eq!(read::<i128>("-1"), Ok(-1));
    assert_eq!(read::<f32>("0.5"), Ok(0.5));
    for text in ["", " 1", "1 ", "0x1", "1_0", "1.0", "-"] {
        assert!(read::<u32>(text).is_err(), "{text}");
    }
    for text in ["inf", "NaN", "-infinity", "1e999", "", "one"] {
        assert_eq!(read::<f64>(text).unwrap_err(), "the variable `v` must be a number", "{text}");
    }
    assert_eq!(read::<bool>("1").unwrap_err(), "the variable `v` must be `true` or `false`");
    assert_eq!(read::<char>("ab").unwrap_err(), "the variable `v` must be a character");
}

#[test]
fn what_fails_is_said_without_the_value() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is refused matters")]
    struct Strict {
        id: Option<u32>,
    }
    #[derive(Debug)]
    struct Picky;
    impl<'de> Deserialize<'de> for Picky {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Err(D::Error::custom(String::deserialize(deserializer)?))
        }
    }
    type Map<T> = BTreeMap<String, T>;

    let secret = || Variables::new().with("id", "secret");
    let list = || Variables::new().with_list("path", ["secret", "secret"]);
    for (said, expected) in [
        (secret().decode::<File>().unwrap_err(), "the variable `id` must be an integer from 0 to 4294967295"),
        (Variables::new().with("id", "1").decode::<File>().unwrap_err(), "the variable `path` is missing"),
        (
            variables().with("kind", "secret").decode::<File>().unwrap_err(),
            "the variable `kind` must be one of `page`, `post`",
        ),
        (
            variables().with("path", "secret").decode::<File>().unwrap_err(),
            "the variable `path` must be a sequence",
        ),
        (
            variables().with_list("id", ["1"]).decode::<File>().unwrap_err(),
            "the variable `id` must be an integer from 0 to 4294967295",
        ),
        (secret().decode::<Map<Picky>>().unwrap_err(), "the variable `id` is not acceptable"),
        (variables().decode::<Strict>().unwrap_err(), "the variable `path` is not expected"),
        (
            list().decode::<Map<Vec<u8>>>().unwrap_err(),
            "the variable `path` must be an integer from 0 to 255",
        ),
        (list().decode::<Map<(String,)>>().unwrap_err(), "the variable `path` must be 1 element in sequence"),
        (
            list().decode::<Map<(String, String, String)>>().unwrap_err(),
            "the variable `path` must be a tuple of size 3",
        ),
        (secret().decode::<u8>().unwrap_err(), "the variables must be u8"),
    ] {
        assert_eq!(said, expected);
    }
}

#[test]
fn types_of_many_shapes_take_them() {
    #[derive(Deserialize)]
    struct Wrapped(Borrowed<'static>);
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        id: Cow<'a, str>,
    }
    #[derive(Deserialize)]
    struct Number(u8);
    #[derive(Deserialize)]
    struct Nothing;

    let variables = variables();
    let map: BTreeMap<&str, serde_json::Value> = variables.decode().unwrap();
    assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"id":"7","path":["a","b/c"]}"#);
    assert_eq!(Variables::new().with("id", "7").decode::<Wrapped>().unwrap().0.id, "7");
    let numbers: BTreeMap<String, Option<Number>> = Variables::new().with("id", "7").decode().unwrap();
    assert!(matches!(numbers["id"], Some(Number(7))));
    let pair: BTreeMap<String, (String, String)> =
        Variables::new().with_list("p", ["a", "b"]).decode().unwrap();
    assert_eq!(pair["p"], ("a".into(), "b".into()));
    variables.decode::<()>().unwrap();
    variables.decode::<Nothing>().map(|Nothing| ()).unwrap();
    assert!(variables.decode::<Option<File>>().unwrap().is_some());
}

#[test]
fn variables_are_such_a_type_themselves() {
    let again: Variables = variables().decode().unwrap();
    assert_eq!(format!("{again:?}"), r#"{"id": "7", "path": ["a", "b/c"]}"#);
    let read: Variables = serde_json::from_str(r#"{"a":"\u0031","p":["\n"],"a":"2"}"#).unwrap();
    assert_eq!(format!("{read:?}"), r#"{"p": ["\n"], "a": "2"}"#);
    for text in [r#"{"a":1}"#, r#"{"a":[1]}"#, "[]", r#""a""#] {
        assert!(serde_json::from_str::<Variables>(text).is_err(), "{text}");
    }
}
