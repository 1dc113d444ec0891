//! Children that follow a script, a clock that says what is waited for, and bounds for all waits.

use std::future::{Future, poll_fn};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_io::Timer;
use futures_lite::FutureExt as _;
use futures_lite::future::block_on;
use rustix::process::{Pid, test_kill_process, test_kill_process_group};
use snodo_client::machine::Message;
use snodo_client::{Arrivals, ChildTransport, Command, Error, StreamSettings, Transport as _};
use snodo_executor::{Clock, Sleep, VirtualClock};

/// No wait of a test is meant to come near this.
pub(crate) const BOUND: Duration = Duration::from_secs(60);

/// Answers request 1.
pub(crate) const ANSWER: &str = r#"read -r request; echo '{"jsonrpc":"2.0","id":1,"result":{}}'"#;

pub(crate) fn sh(script: &str) -> Command {
    Command::new("/bin/sh").args(["-c", script, "sh"])
}

/// A child with its times on a clock that stands still.
pub(crate) fn timed(script: &str) -> (Command, Times) {
    let (clock, times) = times();
    (sh(script).stream(StreamSettings::new().clock(clock)), times)
}

pub(crate) fn message(id: u64) -> Message {
    Message::new(id, "tools/call", format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\"}}"))
}

pub(crate) fn answer(id: u64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}")
}

/// What the future gives, within the bound.
#[track_caller]
pub(crate) fn within<T>(future: impl Future<Output = T>) -> T {
    let bound = async {
        Timer::after(BOUND).await;
        None
    };
    block_on(async { Some(future.await) }.or(bound)).expect("it takes too long")
}

/// A request that is on its way.
#[track_caller]
pub(crate) fn request(transport: &ChildTransport, id: u64) -> Box<dyn Arrivals> {
    within(transport.request(message(id))).unwrap()
}

/// What comes next for a request.
#[track_caller]
pub(crate) fn next(arrivals: &mut Box<dyn Arrivals>) -> Result<String, Error> {
    let arrived = within(poll_fn(|cx| arrivals.poll_next(cx))).expect("something comes");
    arrived.map(|arrived| String::from_utf8(arrived.message).unwrap())
}

/// The answer to a request, or why there is none.
#[track_caller]
pub(crate) fn call(transport: &ChildTransport, id: u64) -> Result<String, Error> {
    let mut arrivals = within(transport.request(message(id)))?;
    next(&mut arrivals)
}

pub(crate) fn pid(number: u32) -> Pid {
    Pid::from_raw(number.try_into().unwrap()).unwrap()
}

/// Whether a process is neither running nor waits to be reaped.
pub(crate) fn is_gone(number: u32) -> bool {
    test_kill_process(pid(number)).is_err()
}

/// Whether nobody of a group runs. Orphans that are dead are their new parent's to reap.
pub(crate) fn is_group_gone(number: u32) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return test_kill_process_group(pid(number)).is_err();
    };
    let group = number.to_string();
    let stats = processes.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok());
    // The name, in parentheses, may hold anything; state, parent and group follow it.
    let of_group = |stat: String| {
        let mut fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        fields.next() != Some("Z") && fields.nth(1) == Some(&*group)
    };
    !stats.into_iter().any(of_group)
}

/// Waits for what nobody announces: the end of processes that are not ours to wait for.
#[track_caller]
pub(crate) fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let bound = Instant::now() + BOUND;
    while !is_so() {
        assert!(Instant::now() < bound, "not so: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A virtual clock whose sleeps are told.
#[derive(Clone)]
pub(crate) struct Told {
    clock: VirtualClock,
    sleeps: Arc<Mutex<Sender<Duration>>>,
}

/// The other side of it.
pub(crate) struct Times {
    pub(crate) clock: VirtualClock,
    sleeps: Receiver<Duration>,
}

pub(crate) fn times() -> (Told, Times) {
    let (clock, (sender, sleeps)) = (VirtualClock::new(), channel());
    (Told { clock: clock.clone(), sleeps: Arc::new(Mutex::new(sender)) }, Times { clock, sleeps })
}

impl Clock for Told {
    fn now(&self) -> Instant {
        self.clock.now()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        // Nobody listens at the end of a test.
        let _ = self.sleeps.lock().unwrap().send(deadline.saturating_duration_since(self.clock.now()));
        self.clock.sleep_until(deadline)
    }
}

impl Times {
    /// Waits until somebody waits, and lets that time pass. Gives it in milliseconds.
    #[track_caller]
    pub(crate) fn pass(&self) -> u128 {
        let sleep = self.sleeps.recv_timeout(BOUND).expect("nobody waits");
        self.clock.advance(sleep);
        sleep.as_millis()
    }

    /// Lets that much time pass once somebody waits that long. Shorter waits may end by themselves.
    #[track_caller]
    pub(crate) fn pass_of(&self, ms: u64) {
        let time = Duration::from_millis(ms);
        while self.sleeps.recv_timeout(BOUND).expect("nobody waits that long") != time {}
        self.clock.advance(time);
    }
}
