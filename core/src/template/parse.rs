//! From a template's text to its parts, or to the name of the shape that is refused.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::uri::{decode, hex};
use super::{MAX_TEMPLATE_BYTES, MAX_VARIABLES, Part, Reach, Stretch, Template, Variable};

/// Names that members of a request have beside a template's variables.
const RESERVED_NAMES: [&str; 2] = ["uri", "_meta"];

impl Template {
    /// Reads a template, or says in words for its author which shape is refused.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_TEMPLATE_BYTES {
            return Err(format!("it has more than {MAX_TEMPLATE_BYTES} bytes"));
        }
        let (scheme, rest) = scheme(text)?;
        let (authority, rest) = authority(rest)?;
        let mut template = Self {
            scheme: scheme.into(),
            authority: authority.map(Into::into),
            rooted: true,
            before: Vec::new(),
            stretch: None,
            after: Vec::new(),
            query: Vec::new(),
            variables: Vec::new(),
        };
        let rest = template.read_path(rest)?;
        template.read_query(rest)?;
        Ok(template)
    }

    /// Reads segments as far as they go.
    fn read_path<'t>(&mut self, mut rest: &'t str) -> Result<&'t str, String> {
        let ends_here = rest.is_empty() || ["/", "?", "#", "{/", "{?"].iter().any(|s| rest.starts_with(s));
        if self.authority.is_none() && !ends_here {
            self.rooted = false;
            rest = self.read_segment(rest)?;
        }
        loop {
            if let Some(segment) = rest.strip_prefix('/') {
                rest = self.read_segment(segment)?;
            } else if rest.starts_with("{/") {
                let expression;
                (expression, rest) = Expression::read(rest)?;
                let (variable, is_list) = expression.single()?;
                self.stretch(variable, if is_list { Reach::List } else { Reach::AtMostOne })?;
            } else {
                return Ok(rest);
            }
        }
    }

    /// Reads a literal or an expression at the start of a segment. That the segment ends there is seen by what follows.
    fn read_segment<'t>(&mut self, text: &'t str) -> Result<&'t str, String> {
        if text.starts_with('{') {
            let (expression, rest) = Expression::read(text)?;
            match expression.operator {
                Operator::Simple => {
                    let variable = self.declare(expression.single()?.0, false)?;
                    self.push(Part::Variable(variable));
                }
                Operator::Reserved => self.stretch(expression.single()?.0, Reach::OneOrMore)?,
                Operator::Path | Operator::Query => return Err(EMPTY_SEGMENT.into()),
                Operator::Continuation => return Err(LONE_CONTINUATION.into()),
            }
            return Ok(rest);
        }
        let (segment, rest) = text.split_at(text.find(['/', '?', '#', '{']).unwrap_or(text.len()));
        if segment.is_empty() {
            return Err(EMPTY_SEGMENT.into());
        }
        self.push(Part::Literal(literal(segment)?));
        Ok(rest)
    }

    fn read_query(&mut self, mut rest: &str) -> Result<(), String> {
        let mut operator = Operator::Query;
        while !rest.is_empty() {
            if rest.starts_with('#') {
                return Err(outside("a fragment"));
            }
            if rest.starts_with('?') || (!rest.starts_with('{') && operator == Operator::Continuation) {
                return Err(outside("a literal in the query"));
            }
            if !rest.starts_with('{') {
                return Err(outside(MIXED_SEGMENT));
            }
            let expression;
            (expression, rest) = Expression::read(rest)?;
            match (operator, expression.operator) {
                (expected, found) if expected == found => {}
                (Operator::Query, Operator::Continuation) => return Err(LONE_CONTINUATION.into()),
                (Operator::Query, _) => return Err(outside(MIXED_SEGMENT)),
                _ => return Err(outside("an expression other than `{&…}` behind `{?…}`")),
            }
            for name in expression.names() {
                let variable = self.declare(name?.0, false)?;
                if self.query.contains(&variable) {
                    let name = &self.variables[variable].name;
                    return Err(format!("the variable `{name}` is in the query twice"));
                }
                self.query.push(variable);
            }
            operator = Operator::Continuation;
        }
        Ok(())
    }

    fn push(&mut self, part: Part) {
        match self.stretch {
            None => self.before.push(part),
            Some(_) => self.after.push(part),
        }
    }

    fn stretch(&mut self, name: &str, reach: Reach) -> Result<(), String> {
        if self.stretch.is_some() {
            return Err(outside("a second part of variable length (`{+var}`, `{/var}` or `{/var*}`)"));
        }
        let variable = self.declare(name, reach == Reach::List)?;
        self.stretch = Some(Stretch { variable, reach });
        Ok(())
    }

    fn declare(&mut self, name: &str, is_list: bool) -> Result<usize, String> {
        if RESERVED_NAMES.contains(&name) {
            return Err(format!("a variable cannot have the name `{name}`"));
        }
        let known = self.variables().position(|known| known == name);
        if let Some(at) = known {
            let known = &mut self.variables[at];
            if known.is_list != is_list {
                return Err(format!("the variable `{name}` is a list in one place and a string in another"));
            }
            known.places += 1;
            return Ok(at);
        }
        if self.variables.len() == MAX_VARIABLES {
            return Err(format!("it has more than {MAX_VARIABLES} variables"));
        }
        self.variables.push(Variable { name: name.into(), is_list, places: 1 });
        Ok(self.variables.len() - 1)
    }
}

const EMPTY_SEGMENT: &str =
    "it has an empty segment in its path (two slashes, or one at the end); `{/var}` brings its own slash";
const LONE_CONTINUATION: &str = "`{&…}` stands without a `{?…}` right before it";
const MIXED_SEGMENT: &str = "a segment of a variable and something else";

/// What RFC 6570 has and this subset does not.
fn outside(shape: &str) -> String {
    format!(
        "{shape} cannot be matched by the template alone; change its shape, or give it a matcher of your own"
    )
}

fn scheme(text: &str) -> Result<(&str, &str), String> {
    let end = text.find([':', '/', '?', '#', '{']).unwrap_or(text.len());
    let (scheme, rest) = text.split_at(end);
    if rest.starts_with('{') {
        return Err(outside("an expression in the scheme"));
    }
    let well_formed = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    match rest.strip_prefix(':') {
        Some("") => Err("there is nothing behind its scheme".into()),
        Some(rest) if well_formed => Ok((scheme, rest)),
        _ => Err("it does not start with a scheme, as in `docs://…`".into()),
    }
}

fn authority(text: &str) -> Result<(Option<&str>, &str), String> {
    let Some(rest) = text.strip_prefix("//") else { return Ok((None, text)) };
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#', '{']).unwrap_or(rest.len()));
    let host = authority.strip_prefix('[').and_then(|address| address.strip_suffix(']'));
    if rest.starts_with('{') && !rest.starts_with("{/") && !rest.starts_with("{?") {
        // An operator that is never taken is the better news.
        Expression::read(rest)?;
        return Err(outside(
            "an expression in the authority (what stands between `//` and the next slash; `docs:///{var}` has it in the path)",
        ));
    }
    if authority.contains('@') {
        return Err(outside("user information before the host"));
    }
    if host.is_none() && authority.contains(':') {
        return Err(outside("a port"));
    }
    let well_formed = host.unwrap_or(authority).bytes().all(|b| {
        b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=%".contains(&b) || (host.is_some() && b == b':')
    });
    if !well_formed {
        return Err("it has a character in its authority that no URI has there".into());
    }
    check_percent(authority)?;
    Ok((Some(authority), rest))
}

/// A literal segment, decoded.
fn literal(segment: &str) -> Result<Box<str>, String> {
    let unfit = |c: char| c.is_control() || c.is_whitespace() || "\"<>\\^`|}".contains(c);
    if let Some(c) = segment.chars().find(|c| unfit(*c)) {
        return Err(format!("it has the character {c:?}, which must be percent-encoded"));
    }
    check_percent(segment)?;
    match decode(segment) {
        Some(text) => Ok(text.into()),
        None => Err("it has percent-encoded bytes that are no UTF-8".into()),
    }
}

fn check_percent(text: &str) -> Result<(), String> {
    let well_formed = |digits: &str| digits.bytes().take(2).filter(|b| hex(*b).is_some()).count() == 2;
    if text.split('%').skip(1).all(well_formed) {
        Ok(())
    } else {
        Err("it has a `%` without two hexadecimal digits behind it".into())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// `{var}`
    Simple,
    /// `{+var}`
    Reserved,
    /// `{/var}`
    Path,
    /// `{?var}`
    Query,
    /// `{&var}`
    Continuation,
}

/// What stands between two braces.
struct Expression<'t> {
    operator: Operator,
    /// What stands behind the operator.
    list: &'t str,
}

impl<'t> Expression<'t> {
    /// Reads the expression that `text` starts with, and gives what follows.
    fn read(text: &'t str) -> Result<(Self, &'t str), String> {
        let inside = &text[1..];
        let Some((inside, rest)) = inside.split_once('}').filter(|(inside, _)| !inside.contains('{')) else {
            return Err("it has a `{` that is not closed".into());
        };
        let operator = match inside.bytes().next() {
            None => return Err("it has an empty expression, `{}`".into()),
            Some(b'+') => Operator::Reserved,
            Some(b'/') => Operator::Path,
            Some(b'?') => Operator::Query,
            Some(b'&') => Operator::Continuation,
            Some(b'#') => return Err(outside("the operator `#` (a fragment)")),
            Some(b'.') => return Err(outside("the operator `.` (labels)")),
            Some(b';') => return Err(outside("the operator `;` (path parameters)")),
            Some(reserved @ (b'=' | b',' | b'!' | b'@' | b'|')) => {
                let reserved = char::from(reserved);
                return Err(format!(
                    "the operator `{reserved}` is reserved by RFC 6570 and has no meaning yet"
                ));
            }
            Some(_) => Operator::Simple,
        };
        let list = &inside[usize::from(operator != Operator::Simple)..];
        Ok((Self { operator, list }, rest))
    }

    /// The only variable of an expression in the path, and whether it is exploded.
    fn single(&self) -> Result<(&'t str, bool), String> {
        if self.list.contains(',') {
            return Err(outside("an expression of several variables in the path"));
        }
        self.variable(self.list)
    }

    fn names(&self) -> impl Iterator<Item = Result<(&'t str, bool), String>> {
        self.list.split(',').map(|variable| self.variable(variable))
    }

    fn variable(&self, text: &'t str) -> Result<(&'t str, bool), String> {
        let (name, is_exploded) = match text.strip_suffix('*') {
            Some(name) => (name, true),
            None => (text, false),
        };
        if is_exploded && self.operator != Operator::Path {
            return Err(outside("a variable with `*` other than `{/var*}`"));
        }
        if let Some((name, _)) = name.split_once(':') {
            return Err(outside(&format!("a prefix of a variable (`{name}:` and a length)")));
        }
        let is_name_part =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !name.split('.').all(is_name_part) {
            return Err(format!(
                "{name:?} is no name of a variable: letters, digits and underscores, with dots between them"
            ));
        }
        Ok((name, is_exploded))
    }
}
