use super::*;

#[test]
fn a_listener_is_woken_once_for_what_it_waits_for() {
    let hub = Hub::new();
    let mut stream = open(&hub, &filter(r#"{"toolsListChanged":true,"promptsListChanged":true}"#));
    let (task, waker) = task();
    let cx = &mut TaskContext::from_waker(&waker);
    assert_eq!(counts(hub.tools_changed()), [1, 0, 1, 0, 0], "nobody waits before the first pull");
    assert_eq!(task.count(), 0);
    assert_eq!(stream.poll_next(cx), Poll::Ready(Some(Event::ToolsListChanged)));
    assert_eq!(stream.poll_next(cx), Poll::Pending);
    assert_eq!(stream.poll_next(cx), Poll::Pending, "polled without need, it goes on waiting");
    hub.resources_changed();
    assert_eq!(task.count(), 0, "what it did not ask for does not wake it");
    assert_eq!(counts(hub.prompts_changed()), [1, 1, 0, 0, 0]);
    assert_eq!(task.count(), 1);
    assert_eq!(counts(hub.prompts_changed()), [1, 0, 0, 1, 0]);
    assert_eq!(counts(hub.tools_changed()), [1, 0, 1, 0, 0]);
    assert_eq!(task.count(), 1, "it is awake");
    assert_eq!(stream.poll_next(cx), Poll::Ready(Some(Event::PromptsListChanged)));
    assert_eq!(stream.poll_next(cx), Poll::Ready(Some(Event::ToolsListChanged)));
    assert_eq!(task.count(), 1);
    assert_eq!(stream.poll_next(cx), Poll::Pending);
    assert_eq!(hub.complete_all(), 1);
    assert_eq!(task.count(), 2, "its end wakes it");
    assert_eq!(stream.poll_next(cx), Poll::Ready(None));
}

#[test]
fn the_task_that_polled_last_is_woken() {
    let hub = Hub::new();
    let mut stream = open(&hub, &tools());
    let (first, second) = (task(), task());
    assert_eq!(stream.poll_next(&mut TaskContext::from_waker(&first.1)), Poll::Pending);
    assert_eq!(stream.poll_next(&mut TaskContext::from_waker(&second.1)), Poll::Pending);
    hub.tools_changed();
    assert_eq!((first.0.count(), second.0.count()), (0, 1));
}

#[test]
fn nothing_is_kept_of_a_task_whose_stream_was_dropped() {
    let hub = Hub::new();
    let mut stream = open(&hub, &tools());
    let (task, waker) = task();
    assert_eq!(stream.poll_next(&mut TaskContext::from_waker(&waker)), Poll::Pending);
    drop((stream, waker));
    assert_eq!(Arc::strong_count(&task), 1);
    hub.tools_changed();
    assert_eq!(task.count(), 0);
}

/// Publishes, completes, opens and drops while it is woken, which needs every lock.
struct Reentrant(Hub);

impl Wake for Reentrant {
    fn wake(self: Arc<Self>) {
        self.0.tools_changed();
        drop(open(&self.0, &tools()));
        self.0.complete_all();
    }
}

#[test]
fn a_task_may_use_the_hub_while_it_is_woken() {
    let hub = Hub::new();
    let mut streams = [open(&hub, &tools()), open(&hub, &tools())];
    for stream in &mut streams {
        let waker = Waker::from(Arc::new(Reentrant(hub.clone())));
        assert_eq!(stream.poll_next(&mut TaskContext::from_waker(&waker)), Poll::Pending);
    }
    assert_eq!(counts(hub.tools_changed()), [2, 2, 0, 0, 0]);
    for stream in &mut streams {
        assert_eq!(taken(stream), ["tools", "end"]);
    }
}

/// Uses the hub when the last waker of a task is dropped.
struct OnDrop(Hub);

impl Wake for OnDrop {
    fn wake(self: Arc<Self>) {}
}

impl Drop for OnDrop {
    fn drop(&mut self) {
        assert_eq!(self.0.tools_changed().matched, self.0.stats().subscriptions);
    }
}

#[test]
fn wakers_are_dropped_without_a_lock() {
    let hub = Hub::new();
    let mut stream = open(&hub, &tools());
    for _ in 0..2 {
        let waker = Waker::from(Arc::new(OnDrop(hub.clone())));
        while stream.poll_next(&mut TaskContext::from_waker(&waker)).is_ready() {}
    }
    drop(stream);
    assert_eq!(hub.stats(), HubStats::default());
}
