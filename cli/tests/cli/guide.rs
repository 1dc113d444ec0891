//! The guide's command lines, run as they stand there.

#[path = "../../examples/library/server.rs"]
mod server;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use snodo_http::Http;

use crate::program::end;

const URL: &str = "http://127.0.0.1:4000/mcp";

/// Command lines, each with the lines that stand under it.
fn examples(guide: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in guide.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), String::new())),
                None => {
                    let shown = &mut found.last_mut().unwrap().1;
                    shown.push_str(line);
                    shown.push('\n');
                }
            }
        }
    }
    found
}

#[test]
fn command_lines_print_what_the_guide_says() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md");
    let examples = examples(&fs::read_to_string(guide).unwrap());
    assert!(examples.len() > 15, "{} examples", examples.len());

    let listener = Http::from(server::library().unwrap()).signals(false).bind_local(0).unwrap();
    let (url, handle) = (listener.url(), listener.handle());
    let serving = thread::spawn(move || listener.serve());
    let programs = PathBuf::from(env!("CARGO_BIN_EXE_snodo")).parent().unwrap().to_owned();
    // Cargo builds it along with the tests, unless only this one is asked for.
    let library = programs.join("examples/library");
    assert!(library.exists(), "build it first: cargo build -p snodo-cli --example library");
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let path = path.unwrap();
    let mut wrong = Vec::new();
    for (line, expected) in examples {
        let line = line.replace(URL, &url).replace("./library", library.to_str().unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec 2>&1; {line}")]).env("PATH", &path);
        let printed = end(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap()).stdout;
        if printed != expected {
            wrong.push(format!("$ {line}\n{printed}"));
        }
    }
    assert!(wrong.is_empty(), "printed instead:\n{}", wrong.join(""));
    handle.shutdown();
    serving.join().unwrap().unwrap();
}
