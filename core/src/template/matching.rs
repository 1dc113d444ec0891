//! From a URI to the values of a template's variables.

use super::uri::{decode, decoded};
use super::{MAX_LIST, MAX_VARIABLES, Part, Reach, Template, Uri, Variables};

impl Template {
    /// The variables of a URI that the template could have been expanded to, in the order of their declaration. Those
    /// that have no value in it are left out.
    pub(crate) fn matches(&self, uri: &Uri<'_>) -> Option<Variables> {
        let is_here = self.scheme.eq_ignore_ascii_case(uri.scheme)
            && self.authority.as_deref() == uri.authority
            && (self.rooted == uri.rooted || uri.segments == 0);
        if !is_here {
            return None;
        }
        let mut bindings = Bindings::default();
        self.bind_path(uri, &mut bindings)?;
        if let Some(query) = uri.query {
            self.bind_query(query, &mut bindings)?;
        }
        self.values(&bindings)
    }

    fn bind_path<'u>(&self, uri: &Uri<'u>, bindings: &mut Bindings<'u>) -> Option<()> {
        let left = uri.segments.checked_sub(self.fixed())?;
        let mut path = Path(uri.path);
        for part in &self.before {
            part.bind(path.take(1), bindings)?;
        }
        match &self.stretch {
            None if left > 0 => return None,
            None => {}
            Some(stretch) if !stretch.reach.admits(left) => return None,
            Some(stretch) if left > 0 || stretch.reach == Reach::List => {
                bindings.bind(stretch.variable, path.take(left))?;
            }
            Some(_) => {}
        }
        for part in &self.after {
            part.bind(path.take(1), bindings)?;
        }
        Some(())
    }

    fn bind_query<'u>(&self, query: &'u str, bindings: &mut Bindings<'u>) -> Option<()> {
        let mut known = [false; MAX_VARIABLES];
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=')?;
            let is_called = |at: &&usize| decoded(name).eq(self.variables[**at].name.bytes());
            let variable = *self.query.iter().find(is_called)?;
            if core::mem::replace(&mut known[variable], true) {
                return None;
            }
            bindings.bind(variable, value)?;
        }
        Some(())
    }

    fn values(&self, bindings: &Bindings<'_>) -> Option<Variables> {
        let is_whole =
            |(at, places): (usize, usize)| bindings.places[at] == 0 || bindings.places[at] == places;
        if !self.variables.iter().map(|variable| variable.places).enumerate().all(is_whole) {
            return None;
        }
        let mut bytes = 0;
        for (variable, raw) in self.variables.iter().zip(&bindings.raw) {
            bytes += raw.map_or(0, |raw| variable.name.len() + raw.len());
        }
        let mut values = Variables::with_capacity(bytes, self.variables.len());
        for (variable, raw) in self.variables.iter().zip(&bindings.raw) {
            match *raw {
                None => {}
                Some(raw) if variable.is_list => {
                    let segments = raw.split('/').filter(|segment| !segment.is_empty());
                    values.push_list(&variable.name, segments.map(decode))?;
                }
                Some(raw) => values.push_text(&variable.name, &decode(raw)?),
            }
        }
        Some(values)
    }
}

impl Part {
    fn bind<'u>(&self, segment: &'u str, bindings: &mut Bindings<'u>) -> Option<()> {
        match self {
            Self::Literal(text) => decoded(segment).eq(text.bytes()).then_some(()),
            Self::Variable(variable) => bindings.bind(*variable, segment),
        }
    }
}

impl Reach {
    fn admits(self, segments: usize) -> bool {
        match self {
            Self::AtMostOne => segments <= 1,
            Self::OneOrMore => segments >= 1,
            Self::List => segments <= MAX_LIST,
        }
    }
}

/// What the variables stand for in one URI, not decoded yet.
#[derive(Default)]
struct Bindings<'u> {
    raw: [Option<&'u str>; MAX_VARIABLES],
    /// In how many places each was found.
    places: [usize; MAX_VARIABLES],
}

impl<'u> Bindings<'u> {
    /// `None` when the variable stands for something else already.
    fn bind(&mut self, variable: usize, raw: &'u str) -> Option<()> {
        self.places[variable] += 1;
        match self.raw[variable].replace(raw) {
            Some(before) if !decoded(before).eq(decoded(raw)) => None,
            _ => Some(()),
        }
    }
}

/// The segments that are left.
struct Path<'u>(&'u str);

impl<'u> Path<'u> {
    /// Takes `count` segments, of which there are at least so many, with the slashes between them.
    fn take(&mut self, count: usize) -> &'u str {
        let Some(last) = count.checked_sub(1) else { return "" };
        let end = memchr::memchr_iter(b'/', self.0.as_bytes()).nth(last);
        let (taken, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        #[cfg(test)]
        super::tests::cost::add(taken.len());
        self.0 = rest.strip_prefix('/').unwrap_or(rest);
        taken
    }
}
