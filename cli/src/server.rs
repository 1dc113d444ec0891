//! The server that a command is for.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use snodo_client::{Client, ClientBuilder, Http, Target};
#[cfg(unix)]
use snodo_client::{Command, Stderr};

use crate::args::Options;
use crate::exit::Failure;
use crate::notices::Notices;

/// Where the server is, or how it is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Server {
    Url(String),
    Program(Vec<OsString>),
}

impl Server {
    /// Of commands with a fixed number of words before it.
    pub(crate) fn given(url: Option<&String>, command: &[OsString]) -> Result<Self, Failure> {
        match (url, command) {
            (Some(url), []) => Self::at(url),
            (None, [_, ..]) => Ok(Self::Program(command.to_vec())),
            (Some(url), _) => {
                Err(Failure::Usage(format!("{url:?} is one word too many before the server's command")))
            }
            (None, []) => {
                Err(Failure::Usage("no server: end with its URL, or with -- and its command".into()))
            }
        }
    }

    /// Of commands with any number of words before it: the URL is the last one of them.
    pub(crate) fn behind<'a>(
        words: &'a [String],
        command: &[OsString],
    ) -> Result<(&'a [String], Self), Failure> {
        match (words, command) {
            (_, [_, ..]) => Ok((words, Self::Program(command.to_vec()))),
            ([before @ .., url], []) => Ok((before, Self::at(url)?)),
            ([], []) => Self::given(None, &[]).map(|server| (words, server)),
        }
    }

    fn at(url: &str) -> Result<Self, Failure> {
        let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("http" | "https") => Ok(Self::Url(url.to_owned())),
            _ => Err(Failure::Usage(format!(
                "no server: the last word, {url:?}, is no http:// or https:// URL, and no -- and command follows"
            ))),
        }
    }

    /// What people may know of it: no query, which may be a secret, and no arguments.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Url(url) => url.split(['?', '#']).next().unwrap_or_default().to_owned(),
            Self::Program(words) => {
                words.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default()
            }
        }
    }

    pub(crate) async fn connect(
        &self,
        builder: ClientBuilder,
        options: &Options,
        notices: &Notices,
    ) -> Result<Client, Failure> {
        let target = match self {
            Self::Url(url) => Target::transport(http(url, options)?),
            Self::Program(words) => program(words, options, notices)?,
        };
        Ok(builder.connect(target).await?)
    }
}

fn http(url: &str, options: &Options) -> Result<Http, Failure> {
    refuse(!options.env.is_empty(), "--env", "a server that is started")?;
    refuse(options.cwd.is_some(), "--cwd", "a server that is started")?;
    let mut http = Http::new(url)?;
    if let Some(path) = &options.tls_root {
        http = http.trust_also(read(path)?)?;
    }
    for given in &options.header {
        let lines = match given.strip_prefix('@') {
            Some(path) => read(Path::new(path))?,
            None => given.clone(),
        };
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let Some((name, value)) = line.split_once(':') else {
                // The value may be a secret.
                return Err(Failure::Usage(
                    "--header is 'Name: value', or @ and a file of such lines".into(),
                ));
            };
            http = http.header(name.trim(), value.trim())?;
        }
    }
    Ok(http)
}

#[cfg(unix)]
fn program(words: &[OsString], options: &Options, notices: &Notices) -> Result<Target, Failure> {
    refuse(!options.header.is_empty(), "--header", "a server at a URL")?;
    refuse(options.tls_root.is_some(), "--tls-root", "a server at a URL")?;
    let [program, arguments @ ..] = words else {
        return Err(Failure::Usage("no server: a command follows after --".into()));
    };
    let mut command = Command::new(program).args(arguments);
    if let Some(folder) = &options.cwd {
        command = command.current_dir(folder);
    }
    for given in &options.env {
        match given.split_once('=') {
            Some((name, value)) if !name.is_empty() => command = command.env(name, value),
            _ => return Err(Failure::Usage("--env is NAME=VALUE".into())),
        }
    }
    if options.verbose {
        let notices = notices.clone();
        command = command.stderr(Stderr::lines(move |line| notices.say(&format!("server: {line}"))));
    }
    Ok(command.into())
}

#[cfg(not(unix))]
fn program(_words: &[OsString], _options: &Options, _notices: &Notices) -> Result<Target, Failure> {
    Err(Failure::Usage("servers are started on Unix only: give a URL".into()))
}

fn refuse(is_given: bool, option: &str, of: &str) -> Result<(), Failure> {
    if is_given { Err(Failure::Usage(format!("{option} is for {of}"))) } else { Ok(()) }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().copied().map(str::to_owned).collect()
    }

    #[test]
    fn the_last_word_is_the_url() {
        let given = words(&["a=http://x/", "HTTP://h:1/mcp"]);
        let (before, server) = Server::behind(&given, &[]).unwrap();
        assert_eq!((before, server), (&given[..1], Server::Url("HTTP://h:1/mcp".into())));
    }

    #[test]
    fn all_words_before_a_command_are_arguments() {
        let (given, command) = (words(&["a=1", "http://h/"]), [OsString::from("./server")]);
        let (before, server) = Server::behind(&given, &command).unwrap();
        assert_eq!((before, server), (&given[..], Server::Program(command.to_vec())));
    }

    #[test]
    fn without_a_server_it_says_what_is_missing() {
        for (given, command) in [(&[][..], &[][..]), (&["a=http://h/"], &[]), (&["file:///x"], &[])] {
            let command: &[OsString] = command;
            assert!(matches!(Server::behind(&words(given), command), Err(Failure::Usage(_))), "{given:?}");
        }
        let url = "http://h/".to_owned();
        assert!(matches!(Server::given(Some(&url), &["./server".into()]), Err(Failure::Usage(_))));
        assert!(matches!(Server::given(None, &[]), Err(Failure::Usage(_))));
    }

    #[test]
    fn a_label_has_no_secrets() {
        assert_eq!(Server::Url("https://h/mcp?key=1#x".into()).label(), "https://h/mcp");
        assert_eq!(Server::Program(vec!["./server".into(), "--key=1".into()]).label(), "./server");
    }
}
