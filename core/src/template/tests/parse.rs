//! The subset, and each shape outside it by its name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::sample::template;
use crate::template::Template;

#[test]
fn variables_come_in_the_order_of_their_first_place() {
    for (text, names) in [
        ("x://h/a", &[][..]),
        ("x:a", &[]),
        ("x:{a}", &["a"]),
        ("urn:isbn:1/{a}", &["a"]),
        ("x:/{b}/{a}/{b}", &["b", "a"]),
        ("file:///{path}", &["path"]),
        ("file:///{+path}", &["path"]),
        ("x:{+rest}", &["rest"]),
        ("x:{/list*}", &["list"]),
        ("x://{/list*}", &["list"]),
        ("x://h{/one}/z", &["one"]),
        ("x://h{?a,b}", &["a", "b"]),
        ("x://h/{p}{?a,b}{&c}{&d,e}", &["p", "a", "b", "c", "d", "e"]),
        ("x://{?a}", &["a"]),
        ("x:{?a}", &["a"]),
        ("x://h/{p}{?p}", &["p"]),
        ("x://h/{a.b_C1}", &["a.b_C1"]),
        ("x://[::1]/{a}", &["a"]),
        ("x-y+1.2://h/%7Euser/ä'b/{a}", &["a"]),
        ("x:/{a}{/b}/{c}", &["a", "b", "c"]),
    ] {
        assert_eq!(template(text).variables().collect::<Vec<_>>(), names, "{text}");
    }
}

#[test]
fn what_is_refused_is_named() {
    for (text, named) in [
        // No URI at all.
        ("", "scheme"),
        ("docs", "scheme"),
        ("/docs/{a}", "scheme"),
        ("//h/{a}", "scheme"),
        ("1x:{a}", "scheme"),
        ("x_y:{a}", "scheme"),
        (":a", "scheme"),
        ("x:", "nothing behind its scheme"),
        // Operators.
        ("x:/{#a}", "`#` (a fragment)"),
        ("x:/{.a}", "`.` (labels)"),
        ("x:/a{.a}", "`.` (labels)"),
        ("x:/{;a}", "`;` (path parameters)"),
        ("x:/a{;a}", "`;` (path parameters)"),
        ("x://{#a}", "`#` (a fragment)"),
        ("x:/{=a}", "`=` is reserved"),
        ("x:/{,a}", "`,` is reserved"),
        ("x:/{!a}", "`!` is reserved"),
        ("x:/{@a}", "`@` is reserved"),
        ("x:/{|a}", "`|` is reserved"),
        // Modifiers.
        ("x:/{a:3}", "prefix of a variable (`a:`"),
        ("x:{/a:3}", "prefix of a variable (`a:`"),
        ("x:/a{?a:3}", "prefix of a variable (`a:`"),
        ("x:/{a*}", "`*` other than `{/var*}`"),
        ("x:/{+a*}", "`*` other than `{/var*}`"),
        ("x:/a{?a*}", "`*` other than `{/var*}`"),
        ("x:/a{?b}{&a*}", "`*` other than `{/var*}`"),
        // Several variables.
        ("x:/{a,b}", "several variables in the path"),
        ("x:/{+a,b}", "several variables in the path"),
        ("x:{/a,b}", "several variables in the path"),
        ("x:/{+a}{/b}", "second part of variable length"),
        ("x:{/a}{/b}", "second part of variable length"),
        ("x:{/a*}/b/{+c}", "second part of variable length"),
        // Segments.
        ("x:/a{b}", "a variable and something else"),
        ("x:/{a}b", "a variable and something else"),
        ("x:/{a}{b}", "a variable and something else"),
        ("x:/{+a}b", "a variable and something else"),
        ("x:/a{+b}", "a variable and something else"),
        ("x:{/a}b", "a variable and something else"),
        ("x:{/a*}{b}", "a variable and something else"),
        ("x:{a}.txt", "a variable and something else"),
        ("urn:isbn:{a}", "a variable and something else"),
        ("x://h/", "empty segment"),
        ("x://h//a", "empty segment"),
        ("x:/", "empty segment"),
        ("x:/{a}/", "empty segment"),
        ("x:/{/a}", "empty segment"),
        ("x:/{?a}", "empty segment"),
        ("x:////a", "empty segment"),
        // Scheme and authority.
        ("{a}:/b", "expression in the scheme"),
        ("{a}", "expression in the scheme"),
        ("x{a}:/b", "expression in the scheme"),
        ("x://{a}", "expression in the authority"),
        ("x://{a}/profile", "expression in the authority"),
        ("x://{+a}", "expression in the authority"),
        ("x://h{a}/b", "expression in the authority"),
        ("x://h{&a}", "expression in the authority"),
        ("x://h:80/{a}", "a port"),
        ("x://[::1]:80/{a}", "a port"),
        ("x://u@h/{a}", "user information"),
        ("x://u:p@h/{a}", "user information"),
        ("x://h^/{a}", "character in its authority"),
        ("x://ä/{a}", "character in its authority"),
        ("x://h%2/{a}", "two hexadecimal digits"),
        // Query and fragment.
        ("x:/a?b=1", "literal in the query"),
        ("x:/a?b={b}", "literal in the query"),
        ("x://h?b", "literal in the query"),
        ("x://?b", "literal in the query"),
        ("x:/a{?b}c", "literal in the query"),
        ("x:/a{?b}/c", "literal in the query"),
        ("x:/a{?b}&c=1", "literal in the query"),
        ("x:/a{?b}{c}", "other than `{&…}` behind `{?…}`"),
        ("x:/a{?b}{?c}", "other than `{&…}` behind `{?…}`"),
        ("x:/a{?b}{/c}", "other than `{&…}` behind `{?…}`"),
        ("x:/a{&b}", "without a `{?…}` right before it"),
        ("x:{&b}", "without a `{?…}` right before it"),
        ("x:/{&b}", "without a `{?…}` right before it"),
        ("x:/a#b", "a fragment"),
        ("x:/a{?b}#c", "a fragment"),
        ("x:#b", "a fragment"),
        ("x:/a{?b,b}", "`b` is in the query twice"),
        ("x:/a{?b}{&b}", "`b` is in the query twice"),
        // Names.
        ("x:/{uri}", "the name `uri`"),
        ("x:/a{?_meta}", "the name `_meta`"),
        ("x:/{}", "empty expression"),
        ("x:/{+}", "no name of a variable"),
        ("x:/a{?}", "no name of a variable"),
        ("x:/a{?b,}", "no name of a variable"),
        ("x:/{a b}", "no name of a variable"),
        ("x:/{a..b}", "no name of a variable"),
        ("x:/{a.}", "no name of a variable"),
        ("x:/{a-b}", "no name of a variable"),
        ("x:/{%61}", "no name of a variable"),
        ("x:/{ä}", "no name of a variable"),
        ("x:{/a*}/{a}", "`a` is a list in one place"),
        ("x:{/a*}{?a}", "`a` is a list in one place"),
        // Spelling.
        ("x:/{a", "not closed"),
        ("x:/{a{b}}", "not closed"),
        ("x:/a}", "'}'"),
        ("x:/a b", "' '"),
        ("x:/a\u{0}", "'\\0'"),
        ("x:/<a>", "'<'"),
        ("x:/a\\b", "'\\\\'"),
        ("x:/a%2", "two hexadecimal digits"),
        ("x:/a%zz", "two hexadecimal digits"),
        ("x:/a%", "two hexadecimal digits"),
        ("x:/%FF", "no UTF-8"),
    ] {
        let problem = Template::parse(text).expect_err(text);
        assert!(problem.contains(named), "{text}: {problem}");
    }
}

#[test]
fn a_shape_outside_the_subset_is_told_the_way_out() {
    for text in ["x:/{#a}", "x:/a{b}", "x://{a}/b", "x:/{a,b}", "x:/{a:3}", "x:/a?b=1", "x:/{+a}{/b}"] {
        let problem = Template::parse(text).unwrap_err();
        assert!(problem.contains("a matcher of your own"), "{text}: {problem}");
    }
}

#[test]
fn length_and_number_of_variables_are_bounded() {
    let longest = format!("x:/{}", "a".repeat(1_021));
    assert_eq!(longest.len(), 1_024);
    assert!(Template::parse(&longest).is_ok());
    assert!(Template::parse(&format!("{longest}a")).unwrap_err().contains("1024 bytes"));

    let path = |count: usize| (0..count).map(|at| format!("/{{v{at}}}")).collect::<String>();
    assert_eq!(template(&format!("x:{}", path(32))).variables().len(), 32);
    assert!(Template::parse(&format!("x:{}", path(33))).unwrap_err().contains("32 variables"));
    // The same one again is no other one.
    assert_eq!(template(&format!("x:{}{}", path(32), path(32))).variables().len(), 32);
    let query = (0..33).map(|at| format!("v{at}")).collect::<Vec<_>>().join(",");
    assert!(Template::parse(&format!("x:/a{{?{query}}}")).unwrap_err().contains("32 variables"));
}
