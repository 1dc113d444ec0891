//! Our server: `server-snodo http` says its URL on standard output, `server-snodo stdio` serves there.

use std::error::Error;

use schemars::JsonSchema;
use serde::Deserialize;
use snodo::http::Http;
use snodo::{Server, Tool};

#[derive(Deserialize, JsonSchema)]
struct Echo {
    /// What to say.
    text: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::builder("greeter", "0.1.0")
        .tool(Tool::typed("echo", async |args: Echo| Ok(args.text)).description("Says it again"))
        .build()?;
    match std::env::args().nth(1).as_deref() {
        Some("http") => {
            let listener = Http::from(server).bind_local(0)?;
            println!("{}", listener.url());
            Ok(listener.serve()?)
        }
        Some("stdio") => Ok(snodo::stdio::serve(server)?),
        _ => Err("usage: server-snodo http|stdio".into()),
    }
}
