//! Clients that are killed while their request runs or their answer is a stream.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::bench::Bench;
use crate::messages;
use crate::peer::{Peer, step_back};
use crate::phase::idle::IDLE;

/// So many live at a time.
const TOGETHER: usize = 48;
/// What one takes: its connection, a call with its task, and a little output.
const RUNNING: u64 = 32 * 1024;

/// What a client is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Midst {
    /// Its body.
    Body,
    /// Its call, about which nothing was said yet.
    Call,
    /// A stream of progress.
    Progress,
    /// A subscription.
    Listen,
}

const MIDSTS: [Midst; 4] = [Midst::Body, Midst::Call, Midst::Progress, Midst::Listen];

/// A client to be killed.
enum Victim {
    /// Its connection ends.
    Closing(Peer),
    /// Its connection is reset.
    Resetting(Peer),
    /// Its process is killed.
    Process(Child),
}

pub(crate) fn run(bench: &mut Bench) -> io::Result<()> {
    bench.phase("killed clients", TOGETHER, IDLE + RUNNING, |bench| {
        // New processes begin with their parent's priority.
        thread::scope(|scope| {
            let killing = scope.spawn(|| {
                step_back();
                kill(bench)
            });
            killing.join().map_err(|_| io::Error::other("the killer panicked"))?
        })
    })
}

fn kill(bench: &mut Bench) -> io::Result<()> {
    let count = bench.scale.kills;
    let before = bench.sample()?;
    let mut killed = 0;
    let mut calls = 0;
    while killed < count {
        let victims: Vec<_> = (0..TOGETHER.min(count - killed))
            .map(|number| Victim::start(bench.subject.address, number))
            .collect::<io::Result<_>>()?;
        calls += (0..victims.len()).filter(|number| runs_a_handler(midst(*number))).count() as u64;
        let status = bench.subject.wait_until(|status| status.started == before.started + calls)?;
        if status.started != before.started + calls {
            return Err(io::Error::other("not all calls have begun"));
        }
        bench.sample()?;
        killed += victims.len();
        for victim in victims {
            victim.kill()?;
        }
        let after = bench.subject.settle(&before)?;
        if !after.is_back(&before) {
            bench.report.check(false, &format!("after {killed} kills: {}", after.difference(&before)));
            return Ok(());
        }
    }
    let after = bench.sample()?;
    let (dropped, told) = (after.dropped - before.dropped, after.told - before.told);
    bench.report.check(
        (dropped, told) == (calls, calls),
        &format!(
            "{killed} clients were killed, {calls} of them in a call: \
             {dropped} handlers were dropped, {told} contexts were told"
        ),
    );
    Ok(())
}

fn midst(number: usize) -> Midst {
    MIDSTS[number % MIDSTS.len()]
}

fn runs_a_handler(midst: Midst) -> bool {
    matches!(midst, Midst::Call | Midst::Progress)
}

impl Midst {
    /// A connection that is in the middle of this.
    pub(crate) fn begin(self, address: SocketAddr) -> io::Result<Peer> {
        let mut peer = Peer::connect(address)?;
        match self {
            Midst::Body => {
                let head = messages::call_head("echo");
                peer.send(format!("{head}Content-Length: 1000\r\n\r\n{{"))?;
            }
            Midst::Call => peer.send(messages::call("wait", "{}"))?,
            Midst::Progress => {
                peer.send(messages::call("report", "{}"))?;
                peer.read_until("notifications/progress")?;
            }
            Midst::Listen => {
                peer.send(messages::listen_to_tools())?;
                peer.read_until("acknowledged")?;
            }
        }
        Ok(peer)
    }

    fn name(self) -> &'static str {
        match self {
            Midst::Body => "body",
            Midst::Call => "call",
            Midst::Progress => "progress",
            Midst::Listen => "listen",
        }
    }
}

impl Victim {
    /// Every midst is killed in every way in turn.
    fn start(address: SocketAddr, number: usize) -> io::Result<Victim> {
        let midst = midst(number);
        match number / MIDSTS.len() % 3 {
            0 => midst.begin(address).map(Victim::Closing),
            1 => midst.begin(address).map(Victim::Resetting),
            _ => process(address, midst).map(Victim::Process),
        }
    }

    fn kill(self) -> io::Result<()> {
        match self {
            Victim::Closing(peer) => {
                drop(peer);
                Ok(())
            }
            Victim::Resetting(peer) => peer.reset(),
            Victim::Process(mut child) => {
                child.kill()?;
                child.wait().map(drop)
            }
        }
    }
}

/// A process that has begun and waits for its end.
fn process(address: SocketAddr, midst: Midst) -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["client", &address.to_string(), midst.name()]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut line)?;
    if line == "begun\n" { Ok(child) } else { Err(io::Error::other("a client has not begun")) }
}

/// Such a process. It ends when it is killed, or when nobody holds its standard input any more.
pub(crate) fn client(address: &str, midst: &str) -> io::Result<()> {
    let address = address.parse().map_err(io::Error::other)?;
    let midst = MIDSTS.into_iter().find(|known| known.name() == midst);
    let _peer = midst.ok_or(io::ErrorKind::InvalidInput)?.begin(address)?;
    crate::wait_for_the_end("begun")
}
