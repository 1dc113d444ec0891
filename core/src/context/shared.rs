//! What a handler and the driver of its call share. Built only for handlers that take a context.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::task::Waker;
use serde::Serialize;

use super::call::Call;
use super::outbox::{LogMessage, Notice, Outbox, ProgressReport};
use super::rounds::{Asked, Earlier, Sealing};
use crate::failure::Failure;
use crate::id::Id;
use crate::json::Span;
use crate::jsonrpc::ClientCapabilities;
use crate::limits::Limits;
use crate::model::Level;
use crate::sync::Mutex;

/// What the request says about itself, as far as handlers may ask.
#[derive(Debug)]
pub(crate) struct Origin<'a> {
    pub(crate) text: &'a str,
    pub(crate) meta: Span,
    pub(crate) client_info: Span,
    pub(crate) token: Option<Id>,
    /// The level the client asked for, when the server declares logging.
    pub(crate) level: Option<Level>,
    pub(crate) capabilities: ClientCapabilities,
    /// There for requests that may ask for input.
    pub(crate) rounds: Option<(Earlier, Option<Box<Sealing>>)>,
}

pub(crate) struct Shared {
    pub(super) id: Id,
    pub(super) meta: Box<str>,
    /// Where `clientInfo` stands in `meta`.
    client_info: Option<(u32, u32)>,
    pub(super) token: Option<Id>,
    level: Option<Level>,
    pub(super) capabilities: ClientCapabilities,
    pub(super) call: Call,
    limits: Limits,
    /// Whether this kind of request has rounds.
    pub(super) may_ask: bool,
    pub(super) earlier: Earlier,
    sealing: Option<Box<Sealing>>,
    /// How many answers that this round does not have the handler waits for.
    awaited: AtomicUsize,
    over: AtomicBool,
    live: Mutex<Live>,
}

/// Who waits for whom. Nothing is in here until the first emission or the first pending poll.
#[derive(Default)]
struct Live {
    outbox: Outbox,
    /// Of the task that polls the call; there while the handler is pending.
    driver: Option<Waker>,
    /// Of handlers that wait until their report is taken, or the round is over.
    writers: Vec<Waker>,
    asked: Option<Box<Asked>>,
}

/// The longest name of a logger; what is longer is cut.
const MAX_LOGGER_BYTES: usize = 256;

impl Shared {
    pub(crate) fn new(id: Id, origin: Origin<'_>, call: &Call, limits: Limits) -> Arc<Self> {
        let meta = origin.meta.raw(origin.text);
        let may_ask = origin.rounds.is_some();
        let (earlier, sealing) = origin.rounds.unwrap_or_default();
        Arc::new(Self {
            id,
            client_info: origin.client_info.within(origin.meta),
            meta: meta.into(),
            token: origin.token,
            level: origin.level,
            capabilities: origin.capabilities,
            call: call.clone(),
            limits,
            may_ask,
            earlier,
            sealing,
            awaited: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            live: Mutex::default(),
        })
    }

    pub(super) fn client_info(&self) -> Option<&str> {
        let (start, end) = self.client_info?;
        self.meta.get(start as usize..end as usize)
    }

    pub(super) fn progress(
        &self,
        progress: f64,
        total: Option<f64>,
        message: Option<Box<str>>,
    ) -> Option<u64> {
        let token = self.token.clone().filter(|_| !self.is_over())?;
        let report = ProgressReport { token, progress, total, message };
        let (number, driver) = self.live.with(|live| {
            let number = live.outbox.report(report, &self.limits);
            (number, number.and_then(|_| live.driver.take()))
        });
        if let Some(driver) = driver {
            driver.wake();
        }
        number
    }

    pub(super) fn log(&self, level: Level, logger: Option<&str>, data: &impl Serialize) {
        let local = log::Level::from(level);
        let wanted = self.level.is_some_and(|least| level >= least) && !self.is_over();
        if !wanted && !log::log_enabled!(target: "snodo::tool", local) {
            return;
        }
        let json = serde_json::to_string(data).ok().filter(|json| json.len() <= self.limits.log_data);
        let Some(json) = json else {
            return self.live.with(|live| live.outbox.count_dropped_log());
        };
        log::log!(target: "snodo::tool", local, "{}{}{json}", logger.unwrap_or(""), logger.map_or("", |_| ": "));
        if !wanted {
            return;
        }
        let cut = |name: &str| name[..name.floor_char_boundary(MAX_LOGGER_BYTES)].into();
        let message = LogMessage { level, logger: logger.map(cut), data: json };
        let driver = self.live.with(|live| {
            live.outbox.log(message, &self.limits);
            live.driver.take()
        });
        if let Some(driver) = driver {
            driver.wake();
        }
    }

    /// What `read` makes of the answer to a question, when there is one.
    pub(super) fn answer<R>(&self, key: &str, read: impl FnOnce(&str) -> R) -> Option<R> {
        let (place, json) = self.earlier.answer(key)?;
        self.asked(|asked| asked.uses(place));
        Some(read(json))
    }

    pub(super) fn asked(&self, change: impl FnOnce(&mut Asked)) {
        self.live.with(|live| change(live.asked.get_or_insert_default()));
    }

    pub(super) fn keep(&self, value: &impl Serialize) -> Result<(), Failure> {
        if self.sealing.is_none() {
            return Err(Failure::internal("keeping a value needs a sealer, and a request that has rounds"));
        }
        let json = serde_json::to_string(value).map_err(|e| Failure::internal(e.to_string()))?;
        self.asked(|asked| asked.kept = Some(json));
        Ok(())
    }

    pub(super) fn await_input(&self) {
        self.awaited.fetch_add(1, Ordering::AcqRel);
        // None is kept while the driver polls: this is for questions that are awaited elsewhere.
        if let Some(driver) = self.live.with(|live| live.driver.take()) {
            driver.wake();
        }
    }

    /// Whether the call is over; if not, `waker` is woken when it is.
    pub(super) fn is_over_or_tells(&self, waker: &Waker) -> bool {
        self.live.with(|live| {
            let over = self.is_over();
            if !over && !live.writers.iter().any(|w| w.will_wake(waker)) {
                live.writers.push(waker.clone());
            }
            over
        })
    }

    pub(super) fn give_input_up(&self) {
        self.awaited.fetch_sub(1, Ordering::AcqRel);
    }

    /// Whether the handler waits for an answer, so that this round is over.
    pub(crate) fn awaits_input(&self) -> bool {
        self.awaited.load(Ordering::Acquire) > 0
    }

    /// What the round asks for.
    pub(crate) fn take_asked(&self) -> Asked {
        self.live.with(|live| live.asked.take()).map_or_else(Asked::default, |asked| *asked)
    }

    pub(crate) fn earlier(&self) -> &Earlier {
        &self.earlier
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn may_ask(&self) -> bool {
        self.may_ask
    }

    pub(crate) fn sealing(&self) -> Option<&Sealing> {
        self.sealing.as_deref()
    }

    pub(crate) fn capabilities(&self) -> ClientCapabilities {
        self.capabilities
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// The call is over: nothing more is emitted, and whoever waits for a report gives up waiting.
    #[inline(never)]
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Release);
        let (writers, dropped) = self.live.with(|live| {
            live.driver = None;
            (core::mem::take(&mut live.writers), live.outbox.dropped_logs())
        });
        if dropped > 0 {
            log::debug!("request {}: {dropped} log messages dropped", self.id);
        }
        writers.into_iter().for_each(Waker::wake);
    }

    /// Before a poll: emissions during it need not wake the task that polls.
    #[inline(never)]
    pub(crate) fn polling(&self) {
        let driver = self.live.with(|live| live.driver.take());
        drop(driver);
    }

    /// After a pending poll: whether notices wait, and if not, who is to be woken when one comes.
    #[inline(never)]
    pub(crate) fn waits(&self, driver: &Waker) -> bool {
        self.live.with(|live| {
            let nothing = live.outbox.is_empty() && !self.awaits_input();
            if nothing {
                live.driver = Some(driver.clone());
            }
            !nothing
        })
    }

    #[inline(never)]
    pub(crate) fn has_notices(&self) -> bool {
        self.live.with(|live| !live.outbox.is_empty())
    }

    pub(crate) fn take_notice(&self) -> Option<Notice> {
        let (notice, writers) = self.live.with(|live| {
            let notice = live.outbox.take();
            let writers = if notice.is_some() { core::mem::take(&mut live.writers) } else { Vec::new() };
            (notice, writers)
        });
        writers.into_iter().for_each(Waker::wake);
        notice
    }

    /// Whether notice `number` was taken; if not, `waker` is woken when one is.
    pub(super) fn is_taken(&self, number: u64, waker: &Waker) -> bool {
        self.is_over()
            || self.live.with(|live| {
                let taken = live.outbox.is_taken(number);
                if !taken && !live.writers.iter().any(|w| w.will_wake(waker)) {
                    live.writers.push(waker.clone());
                }
                taken
            })
    }
}
