//! The command line.

mod duration;
mod options;
mod pairs;
mod round;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand};

use crate::exit;
pub(crate) use options::Options;
pub(crate) use pairs::{Arguments, arguments, json_pairs, object_of, texts};
pub(crate) use round::Round;

/// Call Model Context Protocol servers from a terminal or a script.
#[derive(Debug, Parser)]
#[command(name = "snodo", version, after_help = exit::HELP, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// Reads the command line. Ends the process when it cannot be meant so, or asks for help.
pub(crate) fn parse() -> Cli {
    Cli::parse()
}

/// What is wrong with the command line, with the usage of the command, for people.
pub(crate) fn usage_error(command: &Command, message: &str) -> String {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command.name());
    let usage = command.map(|command| command.render_usage().to_string()).unwrap_or_default();
    format!("{message}\n\n{usage}\n\nFor more information, try '--help'.")
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the tools
    #[command(
        override_usage = "snodo tools [OPTIONS] <URL>\n       snodo tools [OPTIONS] -- <COMMAND>...",
        after_help = "Examples:\n  snodo tools http://127.0.0.1:4000/mcp\n  snodo tools -- ./server --stdio"
    )]
    Tools(ServerOnly),
    /// Call a tool
    #[command(
        override_usage = "snodo call [OPTIONS] <TOOL> [ARGUMENT]... <URL>\n       snodo call [OPTIONS] <TOOL> [ARGUMENT]... -- <COMMAND>...",
        after_help = "How arguments are written:
  name=Ann         a text
  name=@file       a text that stands in a file; @- is standard input
  count:=3         a JSON value
  filter:=@file    a JSON value that stands in a file
With --args they are added to that object.

Examples:
  snodo call greet name=Ann http://127.0.0.1:4000/mcp
  snodo call resize width:=640 image=@picture.txt -- ./server --stdio
  snodo call search --args '{\"query\":\"x\",\"limit\":3}' http://127.0.0.1:4000/mcp"
    )]
    Call(CallTool),
    /// List the resources
    #[command(
        override_usage = "snodo resources [OPTIONS] <URL>\n       snodo resources [OPTIONS] -- <COMMAND>..."
    )]
    Resources(ServerOnly),
    /// List the resource templates
    #[command(
        override_usage = "snodo templates [OPTIONS] <URL>\n       snodo templates [OPTIONS] -- <COMMAND>..."
    )]
    Templates(ServerOnly),
    /// Read a resource
    #[command(
        override_usage = "snodo read [OPTIONS] <URI> <URL>\n       snodo read [OPTIONS] <URI> -- <COMMAND>...",
        after_help = "Examples:
  snodo read file:///notes.md http://127.0.0.1:4000/mcp
  snodo read file:///picture.png --output picture.png -- ./server --stdio"
    )]
    Read(Read),
    /// List the prompts
    #[command(
        override_usage = "snodo prompts [OPTIONS] <URL>\n       snodo prompts [OPTIONS] -- <COMMAND>..."
    )]
    Prompts(ServerOnly),
    /// Get a prompt
    #[command(
        override_usage = "snodo prompt [OPTIONS] <NAME> [ARGUMENT]... <URL>\n       snodo prompt [OPTIONS] <NAME> [ARGUMENT]... -- <COMMAND>...",
        after_help = "Arguments are texts: name=Ann, or name=@file.\n\nExamples:\n  snodo prompt introduce name=Ann http://127.0.0.1:4000/mcp"
    )]
    Prompt(GetPrompt),
    /// Suggest values for an argument
    #[command(
        override_usage = "snodo complete [OPTIONS] (--prompt <NAME> | --template <URI>) <ARGUMENT=TYPED> <URL>\n       snodo complete [OPTIONS] (--prompt <NAME> | --template <URI>) <ARGUMENT=TYPED> -- <COMMAND>...",
        after_help = "Examples:
  snodo complete --prompt introduce name=A http://127.0.0.1:4000/mcp
  snodo complete --template 'notes:///{year}/{name}' name= --settled year=2026 http://127.0.0.1:4000/mcp"
    )]
    Complete(Complete),
    /// Listen for changes until the server or Ctrl-C ends it
    #[command(
        override_usage = "snodo listen [OPTIONS] <URL>\n       snodo listen [OPTIONS] -- <COMMAND>...",
        after_help = "Without a choice it listens for changes of all three lists.

Examples:
  snodo listen http://127.0.0.1:4000/mcp
  snodo listen --tools --resource file:///notes.md http://127.0.0.1:4000/mcp"
    )]
    Listen(Listen),
    /// Ask what the server is and can do
    #[command(
        override_usage = "snodo discover [OPTIONS] <URL>\n       snodo discover [OPTIONS] -- <COMMAND>..."
    )]
    Discover(ServerOnly),
    /// Send a request of any method
    #[command(
        override_usage = "snodo request [OPTIONS] <METHOD> [PARAMS] <URL>\n       snodo request [OPTIONS] <METHOD> [PARAMS] -- <COMMAND>...",
        after_help = "PARAMS is a JSON object, @file or @- for standard input.

Examples:
  snodo request tools/list http://127.0.0.1:4000/mcp
  snodo request tools/call '{\"name\":\"greet\",\"arguments\":{\"name\":\"Ann\"}}' http://127.0.0.1:4000/mcp"
    )]
    Request(Request),
}

impl Command {
    fn name(&self) -> &'static str {
        match self {
            Self::Tools(_) => "tools",
            Self::Call(_) => "call",
            Self::Resources(_) => "resources",
            Self::Templates(_) => "templates",
            Self::Read(_) => "read",
            Self::Prompts(_) => "prompts",
            Self::Prompt(_) => "prompt",
            Self::Complete(_) => "complete",
            Self::Listen(_) => "listen",
            Self::Discover(_) => "discover",
            Self::Request(_) => "request",
        }
    }
}

/// The server, for commands with nothing else.
#[derive(Debug, Args)]
pub(crate) struct ServerOnly {
    /// Where the server listens: http:// or https://
    pub(crate) url: Option<String>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct CallTool {
    /// The tool's name
    pub(crate) tool: String,
    /// Arguments, then the server's URL
    #[arg(value_name = "ARGUMENT")]
    pub(crate) words: Vec<String>,
    /// All arguments as a JSON object; @FILE reads it from a file, @- from standard input
    #[arg(long, value_name = "JSON")]
    pub(crate) args: Option<String>,
    /// Write images, sound and resources to a file, or into a folder; - is standard output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
    #[command(flatten)]
    pub(crate) round: Round,
}

#[derive(Debug, Args)]
pub(crate) struct Read {
    /// The resource's URI
    pub(crate) uri: String,
    /// Where the server listens: http:// or https://
    pub(crate) url: Option<String>,
    /// Write the contents to a file, or into a folder; - is standard output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
    #[command(flatten)]
    pub(crate) round: Round,
}

#[derive(Debug, Args)]
pub(crate) struct GetPrompt {
    /// The prompt's name
    pub(crate) name: String,
    /// Arguments, then the server's URL
    #[arg(value_name = "ARGUMENT")]
    pub(crate) words: Vec<String>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
    #[command(flatten)]
    pub(crate) round: Round,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("reference").required(true))]
pub(crate) struct Complete {
    /// Of the prompt of this name
    #[arg(long, value_name = "NAME", group = "reference")]
    pub(crate) prompt: Option<String>,
    /// Of the resource template of this text
    #[arg(long, value_name = "URI", group = "reference")]
    pub(crate) template: Option<String>,
    /// The argument, and what is typed so far
    #[arg(value_name = "ARGUMENT=TYPED")]
    pub(crate) argument: String,
    /// Another argument whose value is settled
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) settled: Vec<String>,
    /// Where the server listens: http:// or https://
    pub(crate) url: Option<String>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct Listen {
    /// For changes of the list of tools
    #[arg(long)]
    pub(crate) tools: bool,
    /// For changes of the list of prompts
    #[arg(long)]
    pub(crate) prompts: bool,
    /// For changes of the list of resources
    #[arg(long)]
    pub(crate) resources: bool,
    /// For changes of a resource, and of those below it
    #[arg(long, value_name = "URI")]
    pub(crate) resource: Vec<String>,
    /// End after so many events
    #[arg(long, value_name = "COUNT")]
    pub(crate) count: Option<u64>,
    /// Where the server listens: http:// or https://
    pub(crate) url: Option<String>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct Request {
    /// The method's name
    pub(crate) method: String,
    /// The parameters, then the server's URL
    #[arg(value_name = "PARAMS")]
    pub(crate) words: Vec<String>,
    /// How the server is started
    #[arg(last = true)]
    pub(crate) command: Vec<OsString>,
    #[command(flatten)]
    pub(crate) round: Round,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_stand_before_and_behind_a_command() {
        for line in
            ["snodo --json tools http://h", "snodo tools --json http://h", "snodo tools http://h --json"]
        {
            let cli = Cli::try_parse_from(line.split(' ')).expect(line);
            assert!(cli.options.json, "{line}");
        }
    }

    #[test]
    fn what_follows_two_dashes_is_the_servers() {
        let cli = Cli::try_parse_from("snodo call greet name=Ann -- ./server --json -v".split(' ')).unwrap();
        assert!(!cli.options.json && !cli.options.verbose);
        let Command::Call(call) = cli.command else { panic!("another command") };
        assert_eq!((call.tool.as_str(), call.words.as_slice()), ("greet", &["name=Ann".to_owned()][..]));
        assert_eq!(call.command, ["./server", "--json", "-v"]);
    }
}
