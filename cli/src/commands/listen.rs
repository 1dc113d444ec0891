//! Being told of changes.

use serde_json::json;
use snodo_client::{End, Event};
use snodo_core::model::SubscriptionFilter;

use crate::args::Listen;
use crate::exit::{Exit, Failure};
use crate::output::{Layout, Screen};
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &Listen, session: &mut Session) -> Result<Exit, Failure> {
    let server = Server::given(given.url.as_ref(), &given.command)?;
    let filter = filter(given);
    let client = session.connect(&server).await?;
    let mut subscription = session.call(client.listen_to(&filter)).await?;
    if let Some(missing) = missing(&filter, subscription.accepted()) {
        session.notices.say(&format!("snodo: the server does not tell of {missing}"));
    }
    let mut left = given.count;
    while left != Some(0) {
        let Some(event) = subscription.next().await else {
            return match subscription.end() {
                Some(End::Failed(error)) => Err(error.clone().into()),
                _ => Ok(Exit::Done),
            };
        };
        if event == Event::Resumed {
            session
                .notices
                .say("snodo: the connection was lost and is there again; something may have changed");
            continue;
        }
        show(&event, &mut session.screen)?;
        left = left.map(|left| left - 1);
    }
    Ok(Exit::Done)
}

fn filter(given: &Listen) -> SubscriptionFilter {
    let mut filter = SubscriptionFilter::default();
    let is_all = !given.tools && !given.prompts && !given.resources && given.resource.is_empty();
    let wanted = |is_given: bool| (is_given || is_all).then_some(true);
    filter.tools_list_changed = wanted(given.tools);
    filter.prompts_list_changed = wanted(given.prompts);
    filter.resources_list_changed = wanted(given.resources);
    filter.resource_subscriptions = (!given.resource.is_empty()).then(|| given.resource.clone());
    filter
}

/// What was asked for and is not told.
fn missing(wanted: &SubscriptionFilter, accepted: &SubscriptionFilter) -> Option<String> {
    let is_missing =
        |wanted: Option<bool>, accepted: Option<bool>| wanted == Some(true) && accepted != Some(true);
    let mut missing = Vec::new();
    for (name, wanted, accepted) in [
        ("tools", wanted.tools_list_changed, accepted.tools_list_changed),
        ("prompts", wanted.prompts_list_changed, accepted.prompts_list_changed),
        ("resources", wanted.resources_list_changed, accepted.resources_list_changed),
    ] {
        if is_missing(wanted, accepted) {
            missing.push(format!("changes of its {name}"));
        }
    }
    let accepted = accepted.resource_subscriptions.as_deref().unwrap_or_default();
    let uris = wanted.resource_subscriptions.iter().flatten().filter(|uri| !accepted.contains(uri));
    missing.extend(uris.cloned());
    (!missing.is_empty()).then(|| missing.join(", "))
}

/// One line, which is on its way at once: whoever reads may wait for it.
fn show(event: &Event, screen: &mut Screen) -> Result<(), Failure> {
    if screen.is_json() {
        let json = match event {
            Event::ToolsListChanged => json!({ "method": "notifications/tools/list_changed" }),
            Event::PromptsListChanged => json!({ "method": "notifications/prompts/list_changed" }),
            Event::ResourcesListChanged => json!({ "method": "notifications/resources/list_changed" }),
            Event::ResourceUpdated { uri } => {
                json!({ "method": "notifications/resources/updated", "params": { "uri": uri } })
            }
            Event::Other { method, params } => json!({ "method": method, "params": params }),
            _ => return Ok(()),
        };
        screen.json(&json.to_string(), Layout::Line)?;
        return screen.flush();
    }
    match event {
        Event::ToolsListChanged => screen.line("tools changed"),
        Event::PromptsListChanged => screen.line("prompts changed"),
        Event::ResourcesListChanged => screen.line("resources changed"),
        Event::ResourceUpdated { uri } => screen.line(&format!("resource changed: {uri}")),
        Event::Other { method, params } => screen.line(&format!("{method} {}", params.get())),
        _ => Ok(()),
    }?;
    screen.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_leaves_out_is_named() {
        let (mut wanted, mut accepted) = (SubscriptionFilter::default(), SubscriptionFilter::default());
        wanted.tools_list_changed = Some(true);
        wanted.prompts_list_changed = Some(true);
        wanted.resource_subscriptions = Some(vec!["a:1".into(), "a:2".into()]);
        accepted.tools_list_changed = Some(true);
        accepted.resource_subscriptions = Some(vec!["a:2".into()]);
        assert_eq!(missing(&wanted, &accepted).as_deref(), Some("changes of its prompts, a:1"));
        assert_eq!(missing(&wanted, &wanted), None);
    }
}
