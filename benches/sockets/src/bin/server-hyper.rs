//! A responder that reads requests whole and understands none: `server-hyper http` says its URL on standard output.
//! It answers with our server's bytes, so what it takes is what HTTP takes.

use std::convert::Infallible;
use std::error::Error;
use std::net::Ipv4Addr;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use snodo_sockets::ANSWER;
use tokio::net::TcpListener;

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, hyper::Error> {
    request.into_body().collect().await?;
    let mut response = Response::new(Full::new(Bytes::from_static(ANSWER.as_bytes())));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

async fn serve() -> Result<Infallible, Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("http") => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            match runtime.block_on(serve())? {}
        }
        _ => Err("usage: server-hyper http".into()),
    }
}
