//! No host at all: the test calls the engine, and decides itself what a host decides.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use async_io::Timer;
use snodo::executor::{Place, Places};
use snodo::{Call, CloseReason, Execution, Outcome, Response, Server, StreamResponse, Unavailable};

use super::{Exchange, Host, Plan};
use crate::messages::Request;
use crate::stage::PATIENCE;

struct Direct {
    server: Server,
    plan: Plan,
    running: Places,
    subscriptions: Places,
    now: Rc<RefCell<Now>>,
}

/// What has happened so far.
#[derive(Clone, Copy, Default)]
struct Now {
    is_ending: bool,
    is_late: bool,
    is_drained: bool,
}

struct Direction {
    state: State,
    is_subscription: bool,
    now: Rc<RefCell<Now>>,
    place: Option<Place>,
}

enum State {
    Waiting(Execution),
    Streaming(Box<StreamResponse>),
    Answered(Response),
    Over,
}

pub(super) fn start(server: Server, plan: Plan) -> Box<dyn Host> {
    let (running, subscriptions) = (Places::new(plan.max_running), Places::new(plan.max_subscriptions));
    Box::new(Direct { server, plan, running, subscriptions, now: Rc::default() })
}

impl Host for Direct {
    fn send(&self, request: &Request) -> Box<dyn Exchange> {
        let execution = self.server.handle(request.message.as_bytes(), &Call::new());
        let execution = execution.expect("a request is answered");
        let is_subscription = execution.is_subscription();
        let place = if is_subscription { self.subscriptions.take() } else { self.running.take() };
        let refusal = match (self.now.borrow().is_ending, &place) {
            (true, _) => Some(Unavailable::ShuttingDown),
            (false, None) => Some(Unavailable::Overloaded),
            (false, Some(_)) => None,
        };
        let state = match refusal {
            Some(why) => State::Answered(execution.abandon(why)),
            None => State::Waiting(execution),
        };
        let mut exchange = Direction { state, is_subscription, now: Rc::clone(&self.now), place };
        exchange.poll(&mut Context::from_waker(Waker::noop()));
        Box::new(exchange)
    }

    fn pass(&self, moment: Duration) {
        let mut now = self.now.borrow_mut();
        now.is_late = moment >= self.plan.timeout;
        now.is_drained = now.is_ending && moment >= self.plan.drain;
    }

    fn shut_down(&self) {
        self.now.borrow_mut().is_ending = true;
    }

    fn end(self: Box<Self>) {
        assert_eq!((self.running.taken(), self.subscriptions.taken()), (0, 0));
    }
}

impl Direction {
    /// Polls an execution until it is clear what it becomes.
    fn poll(&mut self, cx: &mut Context<'_>) {
        if let State::Waiting(execution) = &mut self.state
            && let Poll::Ready(outcome) = Pin::new(execution).poll(cx)
        {
            self.state = match outcome {
                Outcome::Response(response) => State::Answered(response),
                Outcome::Stream(stream) => State::Streaming(stream),
            };
        }
    }

    /// Gives up what the host's decisions end.
    fn decide(&mut self) {
        let Now { is_ending, is_late, is_drained } = *self.now.borrow();
        if self.is_subscription {
            if let (State::Streaming(stream), true) = (&mut self.state, is_ending) {
                stream.finish(CloseReason::Shutdown);
            }
            return;
        }
        let why = match (is_drained, is_late) {
            (true, _) => Unavailable::ShuttingDown,
            (false, true) => Unavailable::Timeout,
            (false, false) => return,
        };
        self.state = match std::mem::replace(&mut self.state, State::Over) {
            State::Waiting(execution) => State::Answered(execution.abandon(why)),
            State::Streaming(stream) => State::Answered(stream.abandon(why)),
            state => state,
        };
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<String>> {
        self.poll(cx);
        let mut message = Vec::new();
        match &mut self.state {
            State::Waiting(_) => return Poll::Pending,
            State::Streaming(stream) => match stream.poll_frame(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(frame)) => frame.encode(&mut message),
                Poll::Ready(None) => self.state = State::Over,
            },
            State::Answered(response) => {
                response.encode(&mut message);
                self.state = State::Over;
            }
            State::Over => {}
        }
        if message.is_empty() {
            self.place = None;
            return Poll::Ready(None);
        }
        Poll::Ready(Some(String::from_utf8(message).expect("messages are UTF-8")))
    }
}

impl Exchange for Direction {
    fn next(&mut self) -> Option<String> {
        self.decide();
        async_io::block_on(smol::future::or(std::future::poll_fn(|cx| self.poll_next(cx)), async {
            Timer::after(PATIENCE).await;
            panic!("nothing comes");
        }))
    }

    fn leave(self: Box<Self>) {}
}
