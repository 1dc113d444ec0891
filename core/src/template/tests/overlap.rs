//! Which of two templates wins, against all URIs of a small world.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::repeat_n;

use super::sample::{Made, Random, matches, template};
use crate::template::Overlap::{Ambiguous, Disjoint, FirstWins, SecondWins};
use crate::template::Uri;

#[test]
fn the_more_literal_one_wins() {
    for (first, second, expected) in [
        ("x:/a/{v}", "x:/b/{v}", Disjoint),
        ("x:/{v}", "x:/{v}/{w}", Disjoint),
        ("x:/{v}", "y:/{v}", Disjoint),
        ("x://a/{v}", "x://b/{v}", Disjoint),
        ("x://a/{v}", "x://A/{v}", Disjoint),
        ("x:/{v}", "x:///{v}", Disjoint),
        ("x:/{v}", "x:{v}", Disjoint),
        ("x:/a/{+v}", "x:/b{/v*}", Disjoint),
        ("x:/{+v}/a", "x:/{+v}/b", Disjoint),
        ("x:/a{/v}/b", "x:/a/c", Disjoint),
        ("x:/r{/v}", "x:/{a}/{b}/{c}", Disjoint),
        ("x:/a/{+v}", "x:/a", Disjoint),
        ("x:/a/{v}", "x:/{u}/{v}", FirstWins),
        ("x:/a/{v}", "x:/{+v}", FirstWins),
        ("x:/a/{+v}", "x:/{+v}", FirstWins),
        ("x:/{v}", "x:{/v*}", FirstWins),
        ("x:/{v}", "x:{/v}", FirstWins),
        ("x:/a{/v}", "x:/{v}", FirstWins),
        ("x:/a", "x:/{v}", FirstWins),
        ("x:/a{?q}", "x:/{v}{?q,s}", FirstWins),
        ("x:/%61/{v}", "X:/{u}/{v}", FirstWins),
        ("x:/a/b/{+v}", "x:/a/{+v}", FirstWins),
        ("x:/{+v}", "x:/a/{v}", SecondWins),
        ("x:{v}", "x:a", SecondWins),
        ("x:/{v}", "x:/{w}", Ambiguous),
        ("X:/{v}", "x:/{w}", Ambiguous),
        ("x:/a%2fb", "x:/a%2Fb", Ambiguous),
        ("x:/a{?q}", "x:/a{?s}", Ambiguous),
        ("x:/a/{v}", "x:/{v}/b", Ambiguous),
        ("x:/a{/v}", "x:/a{/v*}", Ambiguous),
        ("x:/a{/v*}", "x:/a/{+v}", Ambiguous),
        ("x:/a/{+v}", "x:/{+v}/b", Ambiguous),
        ("x:/a{/v}", "x:/a", Ambiguous),
        ("x:{?q}", "x:{/v*}", Ambiguous),
        ("x:/a/b{/v}", "x:/a{/v*}/c", Ambiguous),
    ] {
        let (first, second) = (template(first), template(second));
        assert_eq!(first.overlap(&second), expected, "{first:?} {second:?}");
        let swapped = match expected {
            FirstWins => SecondWins,
            SecondWins => FirstWins,
            same => same,
        };
        assert_eq!(second.overlap(&first), swapped, "{first:?} {second:?}");
    }
}

/// All paths of up to five segments, behind each beginning that the templates have. Two templates of three segments
/// that share a URI share one of these.
fn world() -> Vec<String> {
    let mut paths = Vec::from([String::new()]);
    let mut longest = paths.clone();
    for _ in 0..5 {
        let longer = |path: &String| ["a", "b", "z"].map(|segment| format!("{path}/{segment}"));
        longest = longest.iter().flat_map(longer).collect();
        paths.extend(longest.iter().cloned());
    }
    let rootless = paths.iter().filter_map(|path| path.strip_prefix('/'));
    let rootless = rootless.flat_map(|path| ["x:", "y:"].map(|start| format!("{start}{path}")));
    let starts = ["x:", "x://h", "x://", "y:"];
    let rooted = paths.iter().flat_map(|path| starts.map(|start| format!("{start}{path}")));
    rootless.chain(rooted).collect()
}

/// How literal each of so many segments of a URI is to a template that matches it.
fn laid_out(made: &Made, segments: usize) -> Vec<u8> {
    let left = segments + 1 - made.segments.len();
    let ranks = made.segments.iter().flat_map(|rank| match rank {
        Some(rank) => repeat_n(*rank, 1),
        None => repeat_n(0, left),
    });
    ranks.collect()
}

#[test]
fn no_uri_of_a_small_world_contradicts() {
    let world = world();
    let mut random = Random::new(1);
    // Names of their own, so that no two places have to agree.
    let made: Vec<_> = (0..120).map(|_| Made::new(&mut random, &["u", "v", "w"])).collect();
    let read = |made: &Made| {
        let template = template(&made.text);
        let found: BTreeSet<_> = world.iter().filter(|uri| matches(&template, uri).is_some()).collect();
        (template, found)
    };
    let read: Vec<_> = made.iter().map(read).collect();
    let mut seen = [0; 4];
    for (first, (mine, my_uris)) in made.iter().zip(&read) {
        for (second, (its, its_uris)) in made.iter().zip(&read) {
            let mut verdicts = BTreeSet::new();
            for uri in my_uris.intersection(its_uris) {
                let segments = Uri::read(uri).unwrap().segments;
                let (first, second) = (laid_out(first, segments), laid_out(second, segments));
                let ranks = || first.iter().zip(&second);
                verdicts.insert((ranks().any(|(a, b)| a > b), ranks().any(|(a, b)| a < b)));
            }
            let expected = match verdicts.into_iter().collect::<Vec<_>>()[..] {
                [] => Disjoint,
                [(true, false)] => FirstWins,
                [(false, true)] => SecondWins,
                _ => Ambiguous,
            };
            assert_eq!(mine.overlap(its), expected, "{} {}", first.text, second.text);
            match expected {
                FirstWins => assert!(mine.specificity() > its.specificity()),
                SecondWins => assert!(mine.specificity() < its.specificity()),
                Disjoint | Ambiguous => {}
            }
            seen[expected as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "every answer was tried: {seen:?}");
}
