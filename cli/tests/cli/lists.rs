//! Lists: tables, and JSON as it came.

use crate::program::{ended, snodo};
use crate::scripted::{Script, json, result};

const TOOLS: &str = r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private","nextCursor":"","tools":[
  {"name":"greet","description":"Greets\nsomebody.\n\nAt length.","x-new": {"n": 1.50},
   "inputSchema":{"type":"object","required":["name"],"properties":{"name":{},"count":{}}}}]}"#;
const MORE: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[
  {"name":"a-longer-name","title":"Zoë's","inputSchema":{"type":"object"}}]}}"#;

#[test]
fn tools_of_all_pages_are_one_table() {
    let server = Script::new([result(TOOLS), json(MORE)]);
    assert_eq!(
        snodo(&["tools", &server.url]),
        ended(
            0,
            "NAME           ARGUMENTS     DESCRIPTION\n\
             greet          name, count?  Greets somebody.\n\
             a-longer-name                Zoë's\n",
            ""
        )
    );
    assert_eq!(
        server.request().body,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"snodo","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}}}}}}"#
    );
    assert!(
        server
            .request()
            .body
            .starts_with(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"","_meta":{"#)
    );
}

#[test]
fn json_has_a_line_for_each_item_as_it_came() {
    let server = Script::new([result(TOOLS), json(MORE)]);
    assert_eq!(
        snodo(&["tools", "--json", &server.url]),
        ended(
            0,
            concat!(
                r#"{"name":"greet","description":"Greets\nsomebody.\n\nAt length.","x-new":{"n":1.50},"#,
                r#""inputSchema":{"type":"object","required":["name"],"properties":{"name":{},"count":{}}}}"#,
                "\n",
                r#"{"name":"a-longer-name","title":"Zoë's","inputSchema":{"type":"object"}}"#,
                "\n"
            ),
            ""
        )
    );
}

#[test]
fn a_list_that_goes_round_is_the_servers_fault() {
    let round = r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","nextCursor":"","tools":[]}}"#;
    let server = Script::new([result(TOOLS), json(round)]);
    assert_eq!(
        snodo(&["tools", &server.url]),
        ended(3, "", "snodo: the list goes round: a cursor came for the second time\n")
    );
}

#[test]
fn resources_templates_and_prompts_have_tables_of_their_own() {
    for (command, answer, table) in [
        (
            "resources",
            r#"{"resultType":"complete","resources":[{"uri":"a:b","name":"n","mimeType":"text/plain","size":1536}]}"#,
            "URI  NAME  TYPE        SIZE     DESCRIPTION\na:b  n     text/plain  1.5 KiB\n",
        ),
        (
            "templates",
            r#"{"resultType":"complete","resourceTemplates":[{"uriTemplate":"a:{b}","name":"n","description":"d"}]}"#,
            "TEMPLATE  NAME  TYPE  DESCRIPTION\na:{b}     n           d\n",
        ),
        (
            "prompts",
            r#"{"resultType":"complete","prompts":[{"name":"p","arguments":[{"name":"x","required":true},{"name":"y"}]}]}"#,
            "NAME  ARGUMENTS  DESCRIPTION\np     x, y?\n",
        ),
        ("prompts", r#"{"resultType":"complete","prompts":[]}"#, ""),
    ] {
        let server = Script::new([result(answer)]);
        assert_eq!(snodo(&[command, &server.url]), ended(0, table, ""), "{command}");
    }
}

#[test]
fn what_is_written_to_a_pipe_has_every_byte() {
    let tools = "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"a\\u001b[2J\",\"inputSchema\":{\"type\":\"object\"}}]}";
    let server = Script::new([result(tools)]);
    assert_eq!(snodo(&["tools", &server.url]).stdout, "NAME  ARGUMENTS  DESCRIPTION\na\x1B[2J\n");
}
