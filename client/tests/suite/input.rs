//! Questions in the middle of a call.

use std::convert::Infallible;

use serde_json::json;
use snodo_client::{Client, ClientBuilder, ErrorKind, Outcome};
use snodo_core::model::{
    ClientCapabilities, ElicitResult, ElicitationCapability, InputRequest, InputResponse, JsonObject,
};

use crate::targets::over_all;

fn capable() -> ClientBuilder {
    let mut elicitation = ElicitationCapability::default();
    elicitation.form = Some(JsonObject::default());
    let mut capabilities = ClientCapabilities::default();
    capabilities.elicitation = Some(elicitation);
    Client::builder().capabilities(capabilities)
}

fn answering() -> ClientBuilder {
    Client::builder().on_form(|question| async move {
        assert_eq!(question.message(), "Who are you?");
        Ok::<_, Infallible>(ElicitResult::accept_with(&json!({ "name": "Ada" })).expect("it is an object"))
    })
}

#[test]
fn handlers_answer_and_the_call_goes_on() {
    over_all(answering, async |client| {
        let result =
            client.call_tool("ask", ()).await.expect("it answers").complete().expect("it asks nothing more");
        assert_eq!(result.blocks()[0].as_text(), Some("Hello, Ada!"));
    });
}

#[test]
fn without_handlers_the_caller_answers() {
    over_all(capable, async |client| {
        let outcome = client.call_tool("ask", ()).await.expect("it answers");
        let Outcome::InputRequired(demand) = outcome else { panic!("it asks") };
        let (key, question) = demand.requests().next().expect("there is a question");
        assert!(key == "who" && matches!(question, InputRequest::Form(_)));
        let answer = ElicitResult::accept_with(&json!({ "name": "Bob" })).expect("it is an object");
        let call = client.call_tool("ask", ()).answer(&demand, [("who", InputResponse::from(answer))]);
        let result = call.await.expect("it answers").complete().expect("it asks nothing more");
        assert_eq!(result.blocks()[0].as_text(), Some("Hello, Bob!"));
    });
    over_all(answering, async |client| {
        let outcome = client.call_tool("ask", ()).answer_yourself().await.expect("it answers");
        assert!(matches!(outcome, Outcome::InputRequired(_)));
        let error = outcome.complete().expect_err("it asks");
        assert_eq!(error.kind(), ErrorKind::Input);
        assert!(error.message().contains("elicitation/create"), "{error}");
    });
}

#[test]
fn a_client_that_declares_nothing_is_not_asked() {
    over_all(Client::builder, async |client| {
        let error = client.call_tool("ask", ()).await.expect_err("it cannot ask");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Protocol, -32021));
    });
}

#[test]
fn rounds_end() {
    over_all(
        || {
            Client::builder().max_input_rounds(3).on_form(|_| async {
                Ok::<_, Infallible>(
                    ElicitResult::accept_with(&json!({ "name": "x" })).expect("it is an object"),
                )
            })
        },
        async |client| {
            let error = client.call_tool("ask_for_ever", ()).await.expect_err("it never ends");
            assert_eq!((error.kind(), error.code()), (ErrorKind::Input, -32000));
            assert_eq!(error.data(), Some(r#"{"maxInputRounds":3}"#));
        },
    );
}

#[test]
fn a_handlers_fault_ends_the_call() {
    over_all(
        || Client::builder().on_form(|_| async { Err::<ElicitResult, _>("nobody is there") }),
        async |client| {
            let error = client.call_tool("ask", ()).await.expect_err("nobody answers");
            assert_eq!((error.kind(), error.code()), (ErrorKind::Input, -32603));
            assert!(error.message().ends_with("nobody is there"), "{error}");
        },
    );
    over_all(
        || Client::builder().on_form(|_| async { ElicitResult::accept_with(&json!({ "name": 7 })) }),
        async |client| {
            let error = client.call_tool("ask", ()).await.expect_err("the answer does not fit");
            assert_eq!((error.kind(), error.code()), (ErrorKind::Input, -32603));
        },
    );
}
