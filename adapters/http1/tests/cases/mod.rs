//! Inputs with their verdicts, as text.
//!
//! A case is a title in brackets, lines of input and lines of verdict. Line breaks are not part of the input: it has
//! `\r`, `\n`, `\t`, `\0`, `\\`, `\xHH` for bytes, and `\*{N,text}` for N times a text. A file may begin with an input
//! that stands in front of every case (`!head`).

pub(crate) struct Case<'a> {
    pub(crate) title: &'a str,
    pub(crate) input: Vec<u8>,
    pub(crate) verdict: Vec<&'a str>,
}

pub(crate) fn cases(file: &str) -> Vec<Case<'_>> {
    let mut head = Vec::new();
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(prefix) = line.strip_prefix("!head ") {
            head = unescape(prefix);
        } else if let Some(title) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            cases.push(Case { title, input: head.clone(), verdict: Vec::new() });
        } else {
            let case = cases.last_mut().expect("a case has a title");
            match line.strip_prefix("=> ") {
                Some(verdict) => case.verdict.push(verdict),
                None => case.input.extend(unescape(line)),
            }
        }
    }
    cases
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let (letter, behind) = escape.split_at(1);
        rest = behind;
        match letter {
            "r" => bytes.push(b'\r'),
            "n" => bytes.push(b'\n'),
            "t" => bytes.push(b'\t'),
            "0" => bytes.push(0),
            "\\" => bytes.push(b'\\'),
            "x" => {
                bytes.push(u8::from_str_radix(&rest[..2], 16).expect("two hexadecimal digits"));
                rest = &rest[2..];
            }
            "*" => {
                let (repeat, behind) = rest.split_once('}').expect("a closing brace");
                let (count, text) = repeat[1..].split_once(',').expect("a comma behind the count");
                bytes.extend(unescape(text).repeat(count.parse().expect("a count")));
                rest = behind;
            }
            other => panic!("there is no escape for {other:?}"),
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}
