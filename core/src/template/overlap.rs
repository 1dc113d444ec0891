//! Which of two templates wins the URIs that both of them match.

use core::cmp::Ordering;

use super::{Part, Reach, Template};

/// What two templates are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// No URI matches both.
    Disjoint,
    /// In every URI that matches both, no segment is less literal in the first template than in the second, and one is
    /// more literal.
    FirstWins,
    /// The same the other way round.
    SecondWins,
    /// There is a URI that matches both, and for which neither is the more literal one.
    Ambiguous,
}

/// How a template sees one segment of a URI.
enum View<'t> {
    /// As one of a number that is not fixed.
    Stretch,
    Variable,
    Literal(&'t str),
}

impl Template {
    /// Compares two templates by their paths, segment by segment: a literal is more literal than a variable, and a
    /// variable than a part of variable length.
    ///
    /// That a variable has to have one value everywhere is not looked at, so two templates may be told to overlap that
    /// do not; the other mistake is never made. Queries make no difference: a URI without one matches both.
    pub(crate) fn overlap(&self, other: &Self) -> Overlap {
        let apart = !self.scheme.eq_ignore_ascii_case(&other.scheme)
            || self.authority != other.authority
            || (self.rooted != other.rooted && self.fewest() + other.fewest() > 0);
        if apart {
            return Overlap::Disjoint;
        }
        let fewest = self.fewest().max(other.fewest());
        // From here on, more segments only lengthen what is no literal in both templates.
        let settled = (self.before.len() + other.after.len()).max(other.before.len() + self.after.len());
        let most = self.most().min(other.most()).min(settled.max(fewest));
        let mut found = None;
        for segments in fewest..=most {
            match (found, self.overlap_at(other, segments)) {
                (_, None) => {}
                (None, here) => found = here,
                (Some(before), Some(here)) if before == here => {}
                (Some(_), Some(_)) => return Overlap::Ambiguous,
            }
        }
        found.unwrap_or(Overlap::Disjoint)
    }

    /// A number that is higher for a template that wins than for every template it wins over: sorted by it, falling,
    /// the first template that matches is the one that wins.
    pub(crate) fn specificity(&self) -> usize {
        let parts = self.before.iter().chain(&self.after);
        parts.map(|part| View::of(part).literalness()).sum()
    }

    /// What the templates are to each other in URIs of so many segments; `None` is disjoint.
    fn overlap_at(&self, other: &Self, segments: usize) -> Option<Overlap> {
        let (mut first, mut second) = (false, false);
        for at in 0..segments {
            let (mine, its) = (self.view(at, segments), other.view(at, segments));
            match mine.literalness().cmp(&its.literalness()) {
                Ordering::Greater => first = true,
                Ordering::Less => second = true,
                Ordering::Equal => {}
            }
            if matches!((mine, its), (View::Literal(mine), View::Literal(its)) if mine != its) {
                return None;
            }
        }
        Some(match (first, second) {
            (true, false) => Overlap::FirstWins,
            (false, true) => Overlap::SecondWins,
            _ => Overlap::Ambiguous,
        })
    }

    fn view(&self, at: usize, segments: usize) -> View<'_> {
        if let Some(part) = self.before.get(at) {
            return View::of(part);
        }
        let from_end = segments - at;
        let after = self.after.len().checked_sub(from_end).and_then(|at| self.after.get(at));
        after.map_or(View::Stretch, View::of)
    }

    /// The least number of segments that a URI has.
    fn fewest(&self) -> usize {
        let is_needed = self.stretch.as_ref().is_some_and(|stretch| stretch.reach == Reach::OneOrMore);
        self.fixed() + usize::from(is_needed)
    }

    fn most(&self) -> usize {
        match self.stretch.as_ref().map(|stretch| stretch.reach) {
            None => self.fixed(),
            Some(Reach::AtMostOne) => self.fixed() + 1,
            Some(Reach::OneOrMore | Reach::List) => usize::MAX,
        }
    }
}

impl<'t> View<'t> {
    fn of(part: &'t Part) -> Self {
        match part {
            Part::Literal(text) => Self::Literal(text),
            Part::Variable(_) => Self::Variable,
        }
    }

    fn literalness(&self) -> usize {
        match self {
            Self::Stretch => 0,
            Self::Variable => 1,
            Self::Literal(_) => 2,
        }
    }
}
