//! Servers with certificates of an authority of one's own.

use std::fs;
use std::thread;

use rcgen::generate_simple_self_signed;
use snodo_core::{NoArguments, Server, Tool};
use snodo_http::{Http, Tls};

use crate::files::folder;
use crate::program::{ended, snodo};

#[test]
fn a_certificate_is_trusted_when_its_file_is_named_and_not_before() {
    let certified = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let tls = Tls::pem(certified.cert.pem(), certified.signing_key.serialize_pem()).unwrap();
    let root = folder("encryption").join("root.pem");
    fs::write(&root, certified.cert.pem()).unwrap();
    let tool = Tool::new("hello", async |_: NoArguments| Ok("Hello."));
    let server = Server::builder("secure", "1").tool(tool).build().unwrap();
    let listener = Http::from(server).tls(tls).signals(false).bind_local(0).unwrap();
    let (url, handle) = (format!("https://localhost:{}/mcp", listener.address().port()), listener.handle());
    let serving = thread::spawn(move || listener.serve());

    let trusting = ["call", "hello", "--tls-root", root.to_str().unwrap(), &url];
    assert_eq!(snodo(&trusting), ended(0, "Hello.\n", ""));
    let run = snodo(&["call", "hello", &url]);
    assert_eq!((run.status, run.stdout.as_str()), (4, ""), "{}", run.stderr);
    assert_eq!(snodo(&["call", "hello", "--tls-root", "/nowhere/to/be/found", &url]).status, 2);

    handle.shutdown();
    serving.join().unwrap().unwrap();
}
