//! The suites' server on standard input and output, to be started as a child process.

#[path = "../tests/fixture/mod.rs"]
mod fixture;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (server, _) = fixture::server();
    Ok(snodo_stdio::serve(server)?)
}
