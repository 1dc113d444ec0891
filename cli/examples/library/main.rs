//! The server of `docs/cli.md`: a lending library, over HTTP or standard input and output.
//!
//! ```text
//! cargo run -p snodo-cli --example library -- --http
//! cargo run -p snodo-cli --example library -- --stdio
//! ```
//!
//! Over HTTP it listens at <http://127.0.0.1:4000/mcp>, and it serves until it is interrupted.

mod server;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--http"] => {
            let listener = snodo_http::Http::from(server::library()?).bind_local(4000)?;
            eprintln!("library 0.1.0 at {}", listener.url());
            Ok(listener.serve()?)
        }
        ["--stdio"] => {
            eprintln!("library 0.1.0");
            Ok(snodo_stdio::serve(server::library()?)?)
        }
        _ => Err("usage: library --http | --stdio".into()),
    }
}
