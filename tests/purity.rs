//! What the workspace's crates may depend on, and which of their modules may know which.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Each published crate's direct dependencies, those for tests aside. An addition is a decision: it is made here.
const DEPENDENCIES: [(&str, &[&str]); 12] = [
    (
        "snodo",
        &[
            "snodo-client",
            "snodo-core",
            "snodo-executor",
            "snodo-http",
            "snodo-instrument",
            "snodo-jsonschema",
            "snodo-seal",
            "snodo-stdio",
            "snodo-tower",
        ],
    ),
    (
        "snodo-cli",
        &[
            "async-io",
            "blocking",
            "clap",
            "futures-lite",
            "log",
            "rustix",
            "serde",
            "serde_json",
            "signal-hook",
            "snodo-client",
            "snodo-core",
            "unicode-width",
        ],
    ),
    (
        "snodo-client",
        &[
            "async-executor",
            "async-io",
            "blocking",
            "futures-lite",
            "futures-rustls",
            "log",
            "memchr",
            "rustix",
            "rustls-platform-verifier",
            "serde",
            "serde_json",
            "snodo-core",
            "snodo-executor",
            "snodo-http1",
            "thiserror",
        ],
    ),
    (
        "snodo-core",
        &[
            "base64",
            "itoa",
            "log",
            "memchr",
            "schemars",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "thiserror",
        ],
    ),
    ("snodo-executor", &["async-executor", "async-io", "blocking", "log", "snodo-core"]),
    (
        "snodo-http",
        &[
            "async-executor",
            "async-io",
            "futures-lite",
            "log",
            "rustls",
            "signal-hook",
            "snodo-core",
            "snodo-executor",
            "snodo-http1",
            "thiserror",
        ],
    ),
    ("snodo-http1", &["httparse", "memchr", "thiserror"]),
    ("snodo-instrument", &["log", "snodo-core", "tracing"]),
    ("snodo-jsonschema", &["jsonschema", "referencing", "serde_json", "snodo-core"]),
    ("snodo-seal", &["base64", "hmac", "sha2", "snodo-core", "thiserror"]),
    (
        "snodo-stdio",
        &[
            "async-executor",
            "futures-lite",
            "log",
            "rustix",
            "signal-hook",
            "snodo-core",
            "snodo-executor",
            "thiserror",
        ],
    ),
    ("snodo-tower", &["bytes", "http", "http-body", "snodo-core", "snodo-executor", "tower-service"]),
];

/// The modules of the engine, by layers: one may use what stands in the layers before its own, and its own.
const LAYERS: [&[&str]; 13] = [
    &["limits", "error", "sync", "seal", "template", "validator"],
    &["json"],
    &["id"],
    &["jsonrpc"],
    &["model"],
    &["dialect", "failure"],
    &["context"],
    &["define"],
    &["subscription"],
    &["policy", "instrument"],
    &["server"],
    &["http", "lines"],
    &["lib"],
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files under a folder, those of other workspaces and of builds aside.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("its entries can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy();
        if path.is_dir()
            && !path.is_symlink()
            && !name.starts_with('.')
            && name != "target"
            && name != "node_modules"
        {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("sources are UTF-8")
}

/// A file's code: its tests and comments left out.
fn code(path: &Path) -> String {
    let text = read(path);
    let (code, _) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
    let lines = code.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    lines.collect::<Vec<_>>().join("\n")
}

fn is_test(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// The engine's files but for those of its tests, each with the name of its module at the crate's root.
fn engine() -> Vec<(String, PathBuf)> {
    let folder = root().join("core/src");
    let files = sources(&folder).into_iter().map(|path| {
        let inside = path.strip_prefix(&folder).expect("it was found there").to_path_buf();
        (inside, path)
    });
    let module = |inside: &Path| {
        let first = inside.iter().next().expect("it has a name").to_string_lossy();
        first.trim_end_matches(".rs").to_owned()
    };
    files.filter(|(inside, _)| !is_test(inside)).map(|(inside, path)| (module(&inside), path)).collect()
}

fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("the module {module} has no layer yet"))
}

/// The names that follow `crate::` in a text, groups in braces included.
fn used_modules(code: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let preceded =
            code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
        if preceded {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        let word =
            |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        match rest.strip_prefix('{') {
            None => drop(used.insert(word(rest))),
            Some(group) => {
                let mut depth = 0;
                let mut start = true;
                for (at, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if start && !c.is_whitespace() => {
                            used.insert(word(&group[at..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    used
}

#[test]
fn each_crate_depends_on_what_is_listed_and_on_nothing_else() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    // Crates that only our own tests are made of may depend on anything.
    let published = packages.iter().filter(|package| package["publish"] != serde_json::json!([]));
    let names: BTreeSet<_> = published.clone().map(|package| package["name"].as_str().unwrap()).collect();
    assert_eq!(names, DEPENDENCIES.iter().map(|(name, _)| *name).collect());
    for package in published {
        let name = package["name"].as_str().unwrap();
        let normal = package["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|dependency| dependency["kind"].is_null());
        let found: BTreeSet<_> = normal.map(|dependency| dependency["name"].as_str().unwrap()).collect();
        let (_, listed) = DEPENDENCIES.iter().find(|(listed, _)| *listed == name).unwrap();
        assert_eq!(found, listed.iter().copied().collect(), "{name}");
    }
}

/// Whether code names the standard library. `no_std` and other names that end so are no such thing.
fn names_std(code: &str) -> bool {
    ["std::", "extern crate std"].into_iter().any(|name| {
        code.match_indices(name)
            .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

#[test]
fn the_engine_has_no_standard_library_but_in_one_file() {
    assert!(read(&root().join("core/src/lib.rs")).contains("\n#![no_std]\n"));
    let with_std: Vec<_> = engine().into_iter().filter(|(_, path)| names_std(&code(path))).collect();
    assert_eq!(with_std, [("sync".into(), root().join("core/src/sync.rs"))]);
}

#[test]
fn the_http_machine_has_no_standard_library() {
    let folder = root().join("adapters/http1/src");
    assert!(read(&folder.join("lib.rs")).contains("\n#![no_std]\n"));
    let files = sources(&folder)
        .into_iter()
        .filter(|path| !is_test(path.strip_prefix(&folder).expect("it is inside")));
    let with_std: Vec<_> = files.filter(|path| names_std(&code(path))).collect();
    assert!(with_std.is_empty(), "{with_std:?}");
}

#[test]
fn the_client_s_machine_touches_nothing() {
    let sources = sources(&root().join("client/src/machine"));
    assert!(sources.len() > 5, "its files are found");
    for file in sources.iter().filter(|file| !is_test(file)) {
        let code = code(file);
        for outside in [
            "crate::io",
            "std::net",
            "std::fs",
            "std::thread",
            "std::process",
            "std::env",
            "Instant::now",
            "async_io",
        ] {
            assert!(!code.contains(outside), "{}: {outside}", file.display());
        }
    }
}

#[test]
fn the_engine_s_modules_use_only_what_stands_before_them() {
    let modules: BTreeSet<_> = LAYERS.iter().copied().flatten().copied().collect();
    let mut wrong = Vec::new();
    for (module, path) in engine().iter().filter(|(module, _)| module != "lib") {
        for used in used_modules(&code(path)).iter().filter(|used| modules.contains(used.as_str())) {
            if used != module && layer(used) >= layer(module) {
                wrong.push(format!("{module} uses {used}: {}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Types at the crate's root are for users: inside, a type is named by its module, so that the arrows show.
#[test]
fn inside_the_engine_no_module_goes_by_the_crate_s_root() {
    let modules: BTreeSet<_> = LAYERS.iter().copied().flatten().copied().collect();
    for (module, path) in engine().iter().filter(|(module, _)| module != "lib") {
        let around: Vec<_> =
            used_modules(&code(path)).into_iter().filter(|used| !modules.contains(used.as_str())).collect();
        assert!(around.is_empty(), "{module}: {} uses {around:?} by the crate's root", path.display());
    }
}

#[test]
fn no_file_is_longer_than_500_lines() {
    for path in sources(&root()) {
        let lines = read(&path).lines().count();
        assert!(lines <= 500, "{} has {lines} lines", path.display());
    }
}

#[test]
fn modules_are_found_however_they_are_imported() {
    let code = "use crate::{json::{Kind, Span}, id::Id}; fn f(_: crate::model::Icon, _: snodo_crate::x) {} pub(crate) use $crate::y;";
    let found: Vec<_> = used_modules(code).into_iter().collect();
    assert_eq!(found, ["id", "json", "model"]);
}
