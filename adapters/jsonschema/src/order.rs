//! Equality as JSON Schema has it: `1` and `1.0` are equal, and so are objects whatever the order of their members.
//!
//! Uniqueness by sorting takes n log n comparisons for any items. Hashing does not: hashes of nested arrays can be made
//! to collide by whoever writes them.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::value::Part;

pub(crate) fn are_unique(items: &[Part<'_>]) -> bool {
    let mut sorted: Vec<&Part<'_>> = items.iter().collect();
    sorted.sort_unstable_by(|a, b| compare(a, b));
    sorted.windows(2).all(|pair| compare(pair[0], pair[1]).is_ne())
}

/// Whether a part equals a value of a schema.
pub(crate) fn are_equal(part: &Part<'_>, value: &Value) -> bool {
    match (part, value) {
        (Part::Null, Value::Null) => true,
        (Part::Boolean(a), Value::Bool(b)) => a == b,
        (Part::Number(a), Value::Number(b)) => compare_numbers(a, b).is_eq(),
        (Part::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_equal(a, b))
        }
        (Part::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(&**name).is_some_and(|b| are_equal(a, b)))
        }
        (part, value) => part.as_str().is_some_and(|string| value.as_str() == Some(string)),
    }
}

/// A total order in which equal parts are equal.
fn compare(a: &Part<'_>, b: &Part<'_>) -> Ordering {
    match (a, b) {
        (Part::Boolean(a), Part::Boolean(b)) => a.cmp(b),
        (Part::Number(a), Part::Number(b)) => compare_numbers(a, b),
        (Part::Array(a), Part::Array(b)) => {
            let pairs = a.iter().zip(b).map(|(a, b)| compare(a, b));
            a.len().cmp(&b.len()).then_with(|| first_difference(pairs))
        }
        (Part::Object(a), Part::Object(b)) => {
            let pairs = a.iter().zip(b);
            let pairs =
                pairs.map(|((a_name, a), (b_name, b))| a_name.cmp(b_name).then_with(|| compare(a, b)));
            a.len().cmp(&b.len()).then_with(|| first_difference(pairs))
        }
        (a, b) => rank(a).cmp(&rank(b)).then_with(|| a.as_str().cmp(&b.as_str())),
    }
}

fn first_difference(mut of: impl Iterator<Item = Ordering>) -> Ordering {
    of.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn rank(part: &Part<'_>) -> u8 {
    match part {
        Part::Null => 0,
        Part::Boolean(_) => 1,
        Part::Number(_) => 2,
        Part::Plain(_) | Part::Resolved(_) => 3,
        Part::Array(_) => 4,
        Part::Object(_) => 5,
    }
}

fn compare_numbers(a: &Number, b: &Number) -> Ordering {
    let ((a, a_rest), (b, b_rest)) = (whole_and_rest(a), whole_and_rest(b));
    a.cmp(&b).then(a_rest.total_cmp(&b_rest))
}

/// A number as the whole number below it and the rest. What is beyond 128 bits is all rest, on its side of the others.
fn whole_and_rest(number: &Number) -> (i128, f64) {
    if let Some(whole) = number.as_i128() {
        return (whole, 0.0);
    }
    let float = number.as_f64().expect("a number is an integer or a float");
    let whole = float.floor();
    if whole.abs() < 1e38 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and 128 bits reach beyond 1e38")]
        return (whole as i128, float - whole);
    }
    (if float < 0.0 { i128::MIN } else { i128::MAX }, float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_equal_as_json_schema_has_it() {
        let cases = [
            ("[]", true),
            ("[1,2,3]", true),
            ("[1,1.0]", false),
            ("[0,-0.0]", false),
            ("[1,true]", true),
            ("[0,false,null,\"\",[],{}]", true),
            ("[null,null]", false),
            ("[\"1\",1]", true),
            ("[\"a\",\"\\u0061\"]", false),
            ("[[1,2],[3]]", true),
            ("[[[1,2],[3]],[[1],[2,3]]]", true),
            ("[{\"a\":1,\"b\":2},{\"b\":2.0,\"a\":1}]", false),
            ("[{\"a\":1},{\"a\":2}]", true),
            ("[{\"a\":1},{\"b\":1}]", true),
            ("[18446744073709551615,18446744073709551614]", true),
            ("[9223372036854775807,9223372036854775808.0]", true),
            ("[9223372036854775808,9223372036854775808.0]", false),
            ("[1e300,1e300]", false),
            ("[-1e300,1e300,1e301]", true),
            ("[1.5,1.25,-1.5,-1.25]", true),
            ("[-0.5,-0.5]", false),
        ];
        for (text, unique) in cases {
            let Ok(Part::Array(items)) = Part::read(text, 3) else { panic!("{text} is an array") };
            assert_eq!(are_unique(&items), unique, "{text}");
        }
    }

    #[test]
    fn parts_equal_values_as_json_schema_has_it() {
        let cases = [
            ("null", "null", true),
            ("null", "false", false),
            ("true", "true", true),
            ("1", "1.0", true),
            ("1", "\"1\"", false),
            ("1", "true", false),
            ("\"\\u0061\"", "\"a\"", true),
            ("\"a\"", "\"b\"", false),
            ("[1,2]", "[1.0,2]", true),
            ("[1,2]", "[1]", false),
            ("{\"a\":1,\"b\":[]}", "{\"b\":[],\"a\":1}", true),
            ("{\"a\":1}", "{\"b\":1}", false),
            ("{\"a\":1}", "{\"a\":1,\"b\":1}", false),
            ("18446744073709551615", "18446744073709551614", false),
        ];
        for (part, value, equal) in cases {
            let read = Part::read(part, 3).expect("it is JSON");
            let value = serde_json::from_str(value).expect("it is JSON");
            assert_eq!(are_equal(&read, &value), equal, "{part} and {value}");
        }
    }
}
