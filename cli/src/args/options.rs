//! Options of all commands.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use snodo_core::Level;

use super::duration::Limit;

/// What every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Options {
    /// Write JSON as the server sent it: a line for each item or result
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show all about errors, warnings, and what a started server says
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// How long each request may take: 10, 500ms, 2m, none
    #[arg(long, global = true, value_name = "TIME", default_value = "30s")]
    pub(crate) timeout: Limit,
    /// How long it may take with all rounds and pages
    #[arg(long, global = true, value_name = "TIME", default_value = "10m")]
    pub(crate) total_timeout: Limit,
    /// A field of every HTTP request, 'Name: value', or @FILE of such lines
    #[arg(short = 'H', long, global = true, value_name = "FIELD")]
    pub(crate) header: Vec<String>,
    /// Also trust certificates that those in this PEM file have signed
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) tls_root: Option<PathBuf>,
    /// A variable in the environment of a started server
    #[arg(short, long, global = true, value_name = "NAME=VALUE")]
    pub(crate) env: Vec<String>,
    /// The folder in which a server is started
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) cwd: Option<PathBuf>,
    /// A member of the request's _meta
    #[arg(long, global = true, value_name = "KEY=JSON")]
    pub(crate) meta: Vec<String>,
    /// Ask for log messages of this level and above
    #[arg(long, global = true, value_name = "LEVEL", value_parser = levels())]
    pub(crate) log_level: Option<Level>,
    /// Do not ask on the terminal what the server wants to know
    #[arg(long, global = true)]
    pub(crate) no_input: bool,
}

/// The protocol's names for them.
fn levels() -> impl TypedValueParser<Value = Level> {
    let names = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
    PossibleValuesParser::new(names).try_map(|name| serde_json::from_value(name.into()))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn levels_have_the_protocols_names() {
        let levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
        for level in levels {
            let cli = Cli::try_parse_from(["snodo", "tools", "--log-level", level, "http://h"]).unwrap();
            assert_eq!(cli.options.log_level.map(Level::name), Some(level));
        }
        assert!(Cli::try_parse_from(["snodo", "tools", "--log-level", "warn", "http://h"]).is_err());
    }
}
