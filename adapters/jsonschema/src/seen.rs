//! A value as the validator sees it: through a [`Meter`], and without its content where faults are made.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, Node, NodeIdentity, Object};
use serde_json::{Number, Value};

use crate::meter::Meter;
use crate::order;
use crate::value::Part;

/// The representation of JSON that validators are compiled for.
pub(crate) struct Metered;

/// A part of a value, or the name of a member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    part: &'a Part<'a>,
    /// How many levels of brackets may be looked into from here.
    levels: u32,
    /// Names are seen for nothing: they are paid for with their members.
    meter: Option<&'a Meter>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(part: &'a Part<'a>, levels: u32, meter: &'a Meter) -> Self {
        Self { part, levels, meter: Some(meter) }
    }

    #[inline]
    fn pay(&self, bytes: usize) -> bool {
        self.meter.is_none_or(|meter| meter.pay(bytes))
    }

    /// Whether it may be looked into.
    fn enter(&self) -> bool {
        if let (0, Some(meter)) = (self.levels, self.meter) {
            meter.end_of_levels();
        }
        self.pay(0)
    }

    fn inside(&self, part: &'a Part<'a>) -> Self {
        Self { part, levels: self.levels.saturating_sub(1), meter: self.meter }
    }

    fn string(&self) -> Option<&'a str> {
        self.part.as_str()
    }
}

impl Json for Metered {
    type Node<'a> = Seen<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    /// A lookup compares several names.
    const KEYS_PER_LOOKUP: usize = 2;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Seen<'_>) -> T) -> T {
        f(Seen { part: &Part::Plain(string), levels: 0, meter: None })
    }
}

/// What has to be paid for and cannot be is seen as empty, so that no keyword goes on with it.
impl<'a> Node<'a, Metered> for Seen<'a> {
    type Object = SeenObject<'a>;
    type Array = SeenArray<'a>;
    type Number = &'a Number;

    fn as_object(&self) -> Option<SeenObject<'a>> {
        let Part::Object(members) = self.part else { return None };
        Some(SeenObject { members: if self.enter() { members } else { &[] }, whole: *self })
    }

    fn as_array(&self) -> Option<SeenArray<'a>> {
        let Part::Array(items) = self.part else { return None };
        Some(SeenArray { items: if self.enter() { items } else { &[] }, whole: *self })
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        let string = self.string()?;
        Some(Cow::Borrowed(if self.pay(string.len()) { string } else { "" }))
    }

    fn as_number(&self) -> Option<&'a Number> {
        self.pay(0);
        match self.part {
            Part::Number(number) => Some(number),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        self.pay(0);
        match self.part {
            Part::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        self.pay(0);
        matches!(self.part, Part::Null)
    }

    fn json_type(&self) -> JsonType {
        self.pay(0);
        match self.part {
            Part::Null => JsonType::Null,
            Part::Boolean(_) => JsonType::Boolean,
            Part::Number(_) => JsonType::Number,
            Part::Plain(_) | Part::Resolved(_) => JsonType::String,
            Part::Array(_) => JsonType::Array,
            Part::Object(_) => JsonType::Object,
        }
    }

    fn string_length(&self) -> Option<u64> {
        let string = self.as_string()?;
        Some(string.chars().count() as u64)
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        // A character takes one to four bytes, which mostly decides it.
        let bytes = self.string()?.len() as u64;
        if bytes < min || bytes.div_ceil(4) > max {
            return Some(false);
        }
        if min <= bytes.div_ceil(4) && bytes <= max {
            return Some(true);
        }
        self.string_length().map(|length| (min..=max).contains(&length))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        self.pay(self.string().map_or(0, str::len));
        order::are_equal(self.part, expected)
    }

    /// Asked for when a fault is made, which would copy the value. Nobody reads it.
    fn to_value(&self) -> Cow<'a, Value> {
        if let Some(meter) = self.meter {
            meter.pay_fault();
        }
        Cow::Borrowed(&Value::Null)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(NodeIdentity::new(std::ptr::from_ref(self.part).addr()))
    }
}

pub(crate) struct SeenObject<'a> {
    members: &'a [(Box<str>, Part<'a>)],
    whole: Seen<'a>,
}

impl<'a> Object<'a, Metered> for SeenObject<'a> {
    type Node = Seen<'a>;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        self.members.len()
    }

    fn get(&self, key: &Box<str>) -> Option<Seen<'a>> {
        if !self.whole.pay(0) {
            return None;
        }
        let at = self.members.binary_search_by(|(name, _)| name.cmp(key)).ok()?;
        Some(self.whole.inside(&self.members[at].1))
    }

    fn members(&self) -> Members<'a> {
        Members { rest: self.members.iter(), whole: self.whole }
    }
}

pub(crate) struct Members<'a> {
    rest: std::slice::Iter<'a, (Box<str>, Part<'a>)>,
    whole: Seen<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, Seen<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, part) = self.rest.next()?;
        self.whole.pay(name.len()).then(|| (&**name, self.whole.inside(part)))
    }
}

pub(crate) struct SeenArray<'a> {
    items: &'a [Part<'a>],
    whole: Seen<'a>,
}

impl<'a> Array<'a, Metered> for SeenArray<'a> {
    type Node = Seen<'a>;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        self.items.len()
    }

    fn elements(&self) -> Elements<'a> {
        Elements { rest: self.items.iter(), whole: self.whole }
    }

    fn is_unique(&self) -> bool {
        // A step for each item.
        !self.whole.pay(self.items.len().saturating_mul(64)) || order::are_unique(self.items)
    }
}

pub(crate) struct Elements<'a> {
    rest: std::slice::Iter<'a, Part<'a>>,
    whole: Seen<'a>,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Seen<'a>;

    fn next(&mut self) -> Option<Seen<'a>> {
        let part = self.rest.next()?;
        self.whole.pay(0).then(|| self.whole.inside(part))
    }
}
