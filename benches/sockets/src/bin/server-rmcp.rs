//! The official SDK's server: `server-rmcp http` says its URL on standard output, `server-rmcp stdio` serves there.
//! In the modes that cost it least: no sessions, JSON instead of event streams, pipes without a thread.

use std::convert::Infallible;
use std::error::Error;
use std::net::Ipv4Addr;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::net::TcpListener;

#[derive(Deserialize, JsonSchema)]
struct Echo {
    /// What to say.
    text: String,
}

#[derive(Clone)]
struct Greeter {
    tools: Arc<ToolRouter<Self>>,
}

#[tool_router]
impl Greeter {
    fn new() -> Greeter {
        Greeter { tools: Arc::new(Self::tool_router()) }
    }

    #[tool(description = "Says it again")]
    async fn echo(&self, args: Parameters<Echo>) -> String {
        args.0.text
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Greeter {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("greeter", "0.1.0"))
    }
}

async fn serve_http() -> Result<Infallible, Box<dyn Error>> {
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let greeter = Greeter::new();
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(greeter.clone()), sessions, config);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

async fn serve_stdio() -> Result<(), Box<dyn Error>> {
    Greeter::new().serve(rmcp::transport::stdio_pipes()).await?.waiting().await?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match std::env::args().nth(1).as_deref() {
        Some("http") => match runtime.block_on(serve_http())? {},
        Some("stdio") => runtime.block_on(serve_stdio()),
        _ => Err("usage: server-rmcp http|stdio".into()),
    }
}
