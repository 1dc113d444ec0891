//! Contents that go into files.

use std::fs;
use std::path::PathBuf;

use crate::program::{ended, snodo};
use crate::scripted::{Script, result};

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const TEXT: &str = r#"{"resultType":"complete","contents":[{"uri":"a:b","text":"no break at the end"}]}"#;
const BYTES: &str = r#"{"resultType":"complete","contents":[{"uri":"../../a.png","blob":"AAECAw==","mimeType":"image/png"}]}"#;
const BOTH: &str = r#"{"resultType":"complete","contents":[
    {"uri":"a:b","text":"text","mimeType":"text/plain; charset=utf-8"},{"uri":"a:c","blob":"AP8="}]}"#;

#[test]
fn one_text_is_read_byte_for_byte() {
    let server = Script::new([result(TEXT)]);
    assert_eq!(snodo(&["read", "a:b", &server.url]), ended(0, "no break at the end", ""));
    assert!(server.request().body.contains(r#""params":{"uri":"a:b","#));
}

#[test]
fn bytes_are_described_or_written() {
    let folder = folder("bytes");
    let path = folder.join("a.png");
    let server = Script::new([result(BYTES), result(BYTES)]);
    assert_eq!(snodo(&["read", "a:b", &server.url]), ended(0, "[image/png, 4 B]\n", ""));
    let run = snodo(&["read", "a:b", "-o", path.to_str().unwrap(), &server.url]);
    assert_eq!(run, ended(0, &format!("[image/png, 4 B] {}\n", path.display()), ""));
    assert_eq!(fs::read(path).unwrap(), [0, 1, 2, 3]);
}

#[test]
fn several_pieces_are_numbered_and_named_by_nobody_else() {
    let folder = folder("pieces");
    let inside = format!("{}/made/", folder.display());
    let server = Script::new([result(BOTH), result(BOTH)]);
    assert_eq!(
        snodo(&["read", "a:b", "-o", &inside, &server.url]),
        ended(
            0,
            &format!(
                "[text/plain; charset=utf-8, 4 B] {inside}1.txt\n[application/octet-stream, 2 B] {inside}2.bin\n"
            ),
            ""
        )
    );
    assert_eq!(fs::read(folder.join("made/2.bin")).unwrap(), [0, 0xFF]);
    let file = folder.join("x");
    assert_eq!(snodo(&["read", "a:b", "-o", file.to_str().unwrap(), &server.url]).status, 0);
    assert_eq!(fs::read(&file).unwrap(), b"text");
    assert_eq!(fs::read(folder.join("x.2")).unwrap(), [0, 0xFF]);
}

#[test]
fn standard_output_gets_the_bytes_alone() {
    let server = Script::new([result(
        r#"{"resultType":"complete","content":[{"type":"text","text":"Here:"},{"type":"image","data":"QUJD","mimeType":"image/png"}]}"#,
    )]);
    assert_eq!(snodo(&["call", "x", "-o", "-", &server.url]), ended(0, "ABC", ""));
}

#[test]
fn a_file_that_cannot_be_written_is_no_fault_of_the_server() {
    let folder = folder("nowhere");
    let path = folder.join("missing/a.png");
    let server = Script::new([result(BYTES)]);
    let run = snodo(&["read", "a:b", "-o", path.to_str().unwrap(), &server.url]);
    let why = format!("snodo: {}: No such file or directory (os error 2)\n", path.display());
    assert_eq!(run, ended(2, "", &why));
}
