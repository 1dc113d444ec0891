//! Telling subscriptions that something has changed.
//!
//! A client opens one with `subscriptions/listen` and says what it wants to hear of. Whoever makes a change tells the
//! hub, and the hub tells those that listen for it. A server that exchanges its definitions while it runs, with
//! `Server::replace`, need not say that its lists have changed: they are compared.

use std::sync::Arc;

use snodo::{Hub, NoArguments, Tool};

use crate::resources::{COUNTER_URI, Counter};

pub(crate) fn tools(hub: &Hub, counter: &Arc<Counter>) -> [Tool; 3] {
    [
        Tool::with_state("test_trigger_tool_change", hub.clone(), async |hub: Arc<Hub>, _: NoArguments| {
            Ok(format!("Subscriptions to changes of the tools: {}", hub.tools_changed().matched))
        })
        .description("Say that the list of tools has changed")
        .input_schema_of::<NoArguments>(),
        Tool::with_state("test_trigger_prompt_change", hub.clone(), async |hub: Arc<Hub>, _: NoArguments| {
            Ok(format!("Subscriptions to changes of the prompts: {}", hub.prompts_changed().matched))
        })
        .description("Say that the list of prompts has changed")
        .input_schema_of::<NoArguments>(),
        Tool::with_state(
            "test_trigger_resource_update",
            (hub.clone(), Arc::clone(counter)),
            async |state: Arc<(Hub, Arc<Counter>)>, _: NoArguments| {
                let (hub, counter) = &*state;
                counter.count();
                Ok(format!("Subscriptions to {COUNTER_URI}: {}", hub.resource_updated(COUNTER_URI)?.matched))
            },
        )
        .description("Change the watched resource")
        .input_schema_of::<NoArguments>(),
    ]
}
