//! What clients send back between two rounds of a request.

use std::sync::LazyLock;

use serde_json::{Value, json};
use snodo_core::{
    Call, Context, Execution, Form, FormElicitation, ListRoots, NoArguments, Outcome, Server, StringSchema,
    Tool,
};

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let tool = Tool::new("ask", async |_: NoArguments, cx: Context| {
        let form = Form::new().required("name", StringSchema::new());
        let who = cx.input("who", FormElicitation::new("Who?", form)).await?;
        let roots = cx.input("roots", ListRoots::new()).await?;
        Ok(format!("{:?} {}", who.action(), roots.roots().len()))
    });
    Server::builder("rounds", "1").tool(tool).build().expect("the server is well defined")
});

/// Whatever comes back as answers and state, the next answer is one the protocol has: a result, questions that were
/// not answered, or a refusal of the parameters. A state that goes out is taken back.
///
/// # Panics
///
/// When one of this does not hold.
pub fn rounds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (answers, state) = text.split_once('\0').unwrap_or((&text, ""));
    let answers: Value = serde_json::from_str(answers).unwrap_or_else(|_| json!({ "who": answers }));
    judge(&answers, (!state.is_empty()).then_some(state));
    judge(&json!({}), Some(&text));
}

fn judge(answers: &Value, state: Option<&str>) {
    let answer = call(answers, state);
    if let Some(code) = answer["error"]["code"].as_i64() {
        assert_eq!(code, -32602, "{answer}");
        return;
    }
    let result = &answer["result"];
    match result["resultType"].as_str().expect("each result has a type") {
        "complete" => assert_ne!(result["isError"], true, "{answer}"),
        "input_required" => {
            let questions =
                result["inputRequests"].as_object().expect("nothing is kept, so something is asked");
            assert!(questions.keys().all(|key| key == "who" || key == "roots"), "{answer}");
            if let Some(state) = result["requestState"].as_str() {
                let again = call(&json!({}), Some(state));
                assert_eq!(again["result"]["inputRequests"], result["inputRequests"], "{again}");
            }
        }
        other => panic!("a result of type {other}"),
    }
}

fn call(answers: &Value, state: Option<&str>) -> Value {
    let mut request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "ask", "inputResponses": answers, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {}, "roots": {} }
        } }
    });
    if let Some(state) = state {
        request["params"]["requestState"] = state.into();
    }
    let execution = SERVER.handle(request.to_string().as_bytes(), &Call::new());
    let Some(Outcome::Response(response)) = execution.map(Execution::wait) else {
        panic!("it is answered at once")
    };
    let mut out = Vec::new();
    response.encode(&mut out);
    serde_json::from_slice(&out).expect("answers are JSON")
}
