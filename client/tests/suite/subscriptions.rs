//! Being told of changes.

use snodo_client::{Client, Event};

use crate::targets::over_all;

#[test]
fn events_come_one_by_one() {
    over_all(Client::builder, async |client| {
        let mut changes =
            client.listen().tools_list_changed().resource("text:///a").await.expect("it is acknowledged");
        assert_eq!(changes.accepted().tools_list_changed, Some(true));
        assert_eq!(changes.accepted().resource_subscriptions.as_deref(), Some(&["text:///a".to_owned()][..]));
        for _ in 0..2 {
            client.call_tool("change", ()).await.expect("it answers");
            assert_eq!(changes.next().await, Some(Event::ToolsListChanged));
            assert_eq!(changes.next().await, Some(Event::ResourceUpdated { uri: "text:///a".into() }));
        }
        assert!(changes.end().is_none());
        drop(changes);
        client.call_tool("change", ()).await.expect("it still answers");
    });
}

#[test]
fn a_filter_is_told_back_narrowed() {
    over_all(Client::builder, async |client| {
        let changes = client.listen().prompts_list_changed().await.expect("it is acknowledged");
        assert_eq!(changes.accepted().prompts_list_changed, Some(true));
        assert_eq!(changes.accepted().tools_list_changed, None);
    });
}
