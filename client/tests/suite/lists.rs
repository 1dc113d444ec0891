//! Lists, whole and page by page.

use snodo_client::{Client, Page};
use snodo_core::model::{Prompt, Tool};

use crate::targets::over_all;

#[test]
fn lists_are_fetched_to_their_end() {
    over_all(Client::builder, async |client| {
        let tools = client.list_tools().await.expect("it lists");
        let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
        let expected = ["echo", "fail", "refuse", "count", "wait", "region", "ask", "ask_for_ever", "change"];
        assert_eq!(names, expected);
        let resources = client.list_resources().await.expect("it lists");
        assert_eq!(
            resources.iter().map(|resource| &*resource.uri).collect::<Vec<_>>(),
            ["text:///a", "text:///b"]
        );
        let templates = client.list_resource_templates().await.expect("it lists");
        assert_eq!(templates[0].uri_template, "note:///{name}");
        assert_eq!(client.list_prompts().await.expect("it lists")[0].name, "introduce");
    });
}

#[test]
fn pages_are_fetched_one_by_one() {
    over_all(Client::builder, async |client| {
        let (mut names, mut cursor, mut pages) = (Vec::new(), None, 0);
        loop {
            let page: Page<Tool> = client.list_page(cursor.as_deref()).await.expect("it lists");
            pages += 1;
            names.extend(page.items.into_iter().map(|tool| tool.name));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!((pages, names.len()), (3, 9));
        let error = client.list_page::<Prompt>(Some("no cursor")).await.expect_err("it is none");
        assert_eq!(error.code(), -32602);
    });
}

#[test]
fn a_list_with_too_many_pages_is_an_error() {
    over_all(
        || Client::builder().max_pages(2),
        async |client| {
            let error = client.list_tools().await.expect_err("it has three pages");
            assert_eq!(error.code(), -32000);
            assert!(error.message().contains("2 pages"), "{error}");
        },
    );
}
