//! Every input of the fuzzing corpora, and every one that once broke a property, through the same checks.

use std::fs;
use std::io;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// Replays the corpus of `target`, which has to have one, and the regressions that were kept.
fn replay(target: &str, body: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let mut inputs = inputs(&fuzz.join("corpus").join(target)).expect("each target has a corpus");
    assert!(!inputs.is_empty(), "the corpus of {target} is empty");
    match self::inputs(&fuzz.join("regressions").join(target)) {
        Ok(regressions) => inputs.extend(regressions),
        Err(error) => assert_eq!(error.kind(), io::ErrorKind::NotFound, "{error}"),
    }
    for input in inputs {
        let bytes = fs::read(&input).expect("an input can be read");
        assert!(catch_unwind(|| body(&bytes)).is_ok(), "{} breaks a property", input.display());
    }
}

fn inputs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut inputs = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    inputs.sort_unstable();
    Ok(inputs)
}

#[test]
fn json_keeps_its_properties() {
    replay("json", snodo_fuzz_bodies::json);
}

#[test]
fn envelope_keeps_its_properties() {
    replay("envelope", snodo_fuzz_bodies::envelope);
}

#[test]
fn lines_keep_their_properties() {
    replay("lines", snodo_fuzz_bodies::lines);
}

#[test]
fn execute_keeps_its_properties() {
    replay("execute", snodo_fuzz_bodies::execute);
}

#[test]
fn http1_keeps_its_properties() {
    replay("http1", snodo_fuzz_bodies::http1);
}

#[test]
fn http1_response_keeps_its_properties() {
    replay("http1_response", snodo_fuzz_bodies::http1_response);
}

#[test]
fn endpoint_keeps_its_properties() {
    replay("endpoint", snodo_fuzz_bodies::endpoint);
}

#[test]
fn connection_keeps_its_properties() {
    replay("connection", snodo_fuzz_bodies::connection);
}

#[test]
fn seal_keeps_its_properties() {
    replay("seal", snodo_fuzz_bodies::seal);
}

#[test]
fn template_keeps_its_properties() {
    replay("template", snodo_fuzz_bodies::template);
}

#[test]
fn filter_keeps_its_properties() {
    replay("filter", snodo_fuzz_bodies::filter);
}

#[test]
fn header_keeps_its_properties() {
    replay("header", snodo_fuzz_bodies::header);
}

#[test]
fn paging_keeps_its_properties() {
    replay("paging", snodo_fuzz_bodies::paging);
}

#[test]
fn rounds_keep_their_properties() {
    replay("rounds", snodo_fuzz_bodies::rounds);
}

#[test]
fn sse_keeps_its_properties() {
    replay("sse", snodo_fuzz_bodies::sse);
}

#[test]
fn client_keeps_its_properties() {
    replay("client", snodo_fuzz_bodies::client);
}
