//! One request before it is sent: what the caller wants, and how that becomes a message.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use snodo_core::Id;
use snodo_core::http::{ParamFields, encode_field, named_member};
use snodo_core::json::{self, Span, Writer};
use snodo_core::model::{JsonObject, Level};

use super::message::Message;
use super::profile::{Profile, VERSION};
use crate::error::Error;

const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const PROGRESS_TOKEN: &str = "progressToken";

/// One request before it is sent. It may be sent several times, with a new id each time.
///
/// Members of `_meta` come from four places; the later ones win: what the [`Profile`] says and the settings here, `_meta`
/// of the parameters, [`set_meta`](Self::set_meta).
#[derive(Debug, Clone)]
#[must_use]
pub struct Request {
    method: Box<str>,
    params: JsonObject,
    meta: MetaMembers,
    wants_progress: bool,
    log_level: Option<Level>,
    input_responses: Option<JsonObject>,
    request_state: Option<Box<str>>,
    fields: Option<Arc<ParamFields>>,
}

impl Request {
    /// A request of this method with these parameters.
    ///
    /// # Errors
    ///
    /// The caller's fault: the method is empty or not visible ASCII, which a header field could not carry, or is
    /// `subscriptions/listen`, whose answer is a stream.
    pub fn new(method: impl Into<Box<str>>, params: JsonObject) -> Result<Self, Error> {
        let method = method.into();
        if method.is_empty() || !method.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(Error::usage("a method's name is visible ASCII and not empty"));
        }
        if &*method == LISTEN {
            return Err(Error::usage("subscriptions/listen is answered by a stream: use Client::listen"));
        }
        Ok(Self::plain(method, params))
    }

    /// A request for a subscription. Its parameters are `notifications`, the filter.
    pub(crate) fn listen(params: JsonObject) -> Self {
        Self::plain(LISTEN.into(), params)
    }

    fn plain(method: Box<str>, params: JsonObject) -> Self {
        Self {
            method,
            params,
            meta: Vec::new(),
            wants_progress: false,
            log_level: None,
            input_responses: None,
            request_state: None,
            fields: None,
        }
    }

    /// The method's name.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The parameters, without `_meta` members and answers that are added to them.
    #[must_use]
    pub fn params(&self) -> &JsonObject {
        &self.params
    }

    /// A `_meta` member; the last value of a key counts.
    ///
    /// # Errors
    ///
    /// The caller's fault: the value cannot be written as JSON.
    pub fn set_meta(&mut self, key: &str, value: &impl Serialize) -> Result<(), Error> {
        let json = serde_json::to_string(value);
        let json = json.map_err(|e| Error::usage(format!("the value of {key:?} in _meta: {e}")))?;
        set(&mut self.meta, key, json.into());
        Ok(())
    }

    /// Asks for notifications of progress: their token is the request's id.
    pub fn set_wants_progress(&mut self) {
        self.wants_progress = true;
    }

    /// Asks for log messages of this level and above.
    pub fn set_log_level(&mut self, level: Level) {
        self.log_level = Some(level);
    }

    /// Answers to the questions of an earlier round, by their keys.
    pub fn set_input_responses(&mut self, responses: Option<JsonObject>) {
        self.input_responses = responses;
    }

    /// The state of an earlier round, as it came.
    pub fn set_request_state(&mut self, state: Option<Box<str>>) {
        self.request_state = state;
    }

    /// Which arguments of the tool are repeated in header fields.
    pub fn set_fields(&mut self, fields: Arc<ParamFields>) {
        self.fields = Some(fields);
    }

    /// Whether nothing but the method and the parameters decides the answer.
    pub(crate) fn is_plain(&self) -> bool {
        self.meta.is_empty()
            && self.input_responses.is_none()
            && self.request_state.is_none()
            && !self.params.get().contains("\"_meta\"")
    }

    /// Other parameters, such as those of the next page.
    pub fn set_params(&mut self, params: JsonObject) {
        self.params = params;
    }

    /// The message with this id.
    ///
    /// # Errors
    ///
    /// The caller's fault: `_meta` of the parameters is no object; or a member of it that has a form by the protocol
    /// was overridden by one without.
    pub fn encode(&self, id: u64, profile: &Profile) -> Result<Message, Error> {
        let text = self.params.get();
        let mut params = Vec::new();
        let mut own_meta = Span::default();
        read(text, &mut |name, value| match name {
            "_meta" => own_meta = value,
            "inputResponses" if self.input_responses.is_some() => {}
            "requestState" if self.request_state.is_some() => {}
            _ => params.push((name.to_owned(), value)),
        });

        let meta = self.merged_meta(id, profile, own_meta.is_given().then(|| own_meta.raw(text)))?;
        let found = |key: &str| meta.iter().find(|(name, _)| **name == *key).map(|(_, json)| &**json);
        let version = found(VERSION).and_then(|json| serde_json::from_str::<Cow<'_, str>>(json).ok());
        let version =
            version.filter(|version| !version.is_empty() && version.bytes().all(|b| b.is_ascii_graphic()));
        let version =
            version.ok_or_else(|| Error::usage("the protocol version in _meta is visible ASCII"))?;
        let token = match found(PROGRESS_TOKEN) {
            None => None,
            Some(json) => Some(serde_json::from_str::<Id>(json).map_err(|_| {
                Error::usage("progressToken is a string of at most 256 bytes or an integer of 64 bits")
            })?),
        };

        let mut headers: Vec<(Box<str>, Box<str>)> = vec![
            ("MCP-Protocol-Version".into(), (&*version).into()),
            ("Mcp-Method".into(), self.method.clone()),
        ];
        let param = |key: &str| params.iter().find(|(name, _)| name == key).map(|(_, value)| *value);
        let named = named_member(&self.method).and_then(param);
        if let Some(name) = named.and_then(|value| value.string(text)) {
            headers.push(("Mcp-Name".into(), encode_field(&name).into()));
        }
        if let (Some(fields), Some(arguments)) = (&self.fields, param("arguments")) {
            headers.extend(fields.of_arguments(arguments.raw(text)));
        }

        let mut body = Vec::with_capacity(text.len() + 512);
        let w = &mut Writer::new(&mut body);
        w.literal("{\"jsonrpc\":\"2.0\",\"id\":").unsigned(id).literal(",\"method\":").string(&self.method);
        w.literal(",\"params\":{");
        for (name, value) in &params {
            w.string(name).literal(":").raw(value.raw(text)).literal(",");
        }
        if let Some(responses) = &self.input_responses {
            w.literal("\"inputResponses\":").raw(responses.get()).literal(",");
        }
        if let Some(state) = &self.request_state {
            w.literal("\"requestState\":").string(state).literal(",");
        }
        let mut before = "\"_meta\":{";
        for (name, json) in &meta {
            w.literal(before).string(name).literal(":").raw(json);
            before = ",";
        }
        w.literal("}}}");
        let wants_log = found(LOG_LEVEL).is_some();
        Ok(Message { id, method: self.method.clone(), body, headers, progress_token: token, wants_log })
    }

    /// All members of `_meta`, each once.
    fn merged_meta(&self, id: u64, profile: &Profile, own: Option<&str>) -> Result<MetaMembers, Error> {
        let mut meta: MetaMembers =
            profile.members().map(|(name, json)| (name.into(), json.into())).collect();
        if let Some(level) = self.log_level {
            meta.push((LOG_LEVEL.into(), serde_json::to_string(&level).unwrap_or_default().into()));
        }
        if self.wants_progress {
            meta.push((PROGRESS_TOKEN.into(), id.to_string().into()));
        }
        if let Some(own) = own {
            let is_object = read(own, &mut |name, value| set(&mut meta, name, value.raw(own).into()));
            if !is_object {
                return Err(Error::usage("_meta in the parameters is an object"));
            }
        }
        for (name, json) in &self.meta {
            set(&mut meta, name, json.clone());
        }
        Ok(meta)
    }
}

const LISTEN: &str = "subscriptions/listen";

/// Names and JSON texts.
type MetaMembers = Vec<(Box<str>, Box<str>)>;

fn set(meta: &mut MetaMembers, key: &str, json: Box<str>) {
    match meta.iter_mut().find(|(name, _)| &**name == key) {
        Some((_, old)) => *old = json,
        None => meta.push((key.into(), json)),
    }
}

/// Goes through the members of a JSON object that was read before; whether it is one.
fn read(text: &str, each: &mut dyn FnMut(&str, Span)) -> bool {
    let mut is_object = false;
    let read = json::parse(text, |r| {
        is_object = r.at_object();
        if !is_object {
            return r.value();
        }
        r.object(|r, name| {
            let name = String::from_utf8_lossy(name).into_owned();
            each(&name, r.value()?);
            Ok(())
        })
    });
    is_object && read.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        use snodo_core::model::{ClientCapabilities, Implementation};
        Profile::new(&Implementation::new("host", "1.0"), &ClientCapabilities::default())
    }

    fn object(text: &str) -> JsonObject {
        serde_json::from_str(text).expect("it is an object")
    }

    fn request(method: &str, params: &str) -> Request {
        Request::new(method, object(params)).expect("it is a request")
    }

    fn body(message: &Message) -> &str {
        std::str::from_utf8(message.body()).expect("it is UTF-8")
    }

    #[test]
    fn a_request_says_who_asks() {
        let message = request("tools/call", r#"{"name":"echo","arguments":{"a":1.50}}"#)
            .encode(7, &profile())
            .expect("");
        assert_eq!(
            body(&message),
            concat!(
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"a":1.50},"#,
                r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
                r#""io.modelcontextprotocol/clientInfo":{"name":"host","version":"1.0"},"#,
                r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
            )
        );
        assert_eq!(
            message.headers().collect::<Vec<_>>(),
            [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "echo")]
        );
        assert_eq!((message.id(), message.progress_token()), (Id::from(7_u64), None));
    }

    #[test]
    fn the_later_place_of_a_meta_member_wins() {
        let mut request = request(
            "tools/call",
            r#"{"_meta":{"x":1,"y":1,"io.modelcontextprotocol/protocolVersion":"2099-01-01","progressToken":"mine"},"name":"h\u00f6"}"#,
        );
        request.set_wants_progress();
        request.set_meta("x", &2).expect("it is JSON");
        request.set_meta("z", &[3]).expect("it is JSON");
        let message = request.encode(1, &profile()).expect("it can be sent");
        assert_eq!(
            body(&message),
            concat!(
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"h\u00f6","#,
                r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","#,
                r#""io.modelcontextprotocol/clientInfo":{"name":"host","version":"1.0"},"#,
                r#""io.modelcontextprotocol/clientCapabilities":{},"progressToken":"mine","x":2,"y":1,"z":[3]}}}"#
            )
        );
        let headers: Vec<_> = message.headers().collect();
        assert_eq!(headers[0], ("MCP-Protocol-Version", "2099-01-01"), "the field follows the body");
        assert_eq!(headers[2], ("Mcp-Name", "=?base64?aMO2?="));
        assert_eq!(message.progress_token().map(Id::to_string).as_deref(), Some("\"mine\""));
    }

    #[test]
    fn answers_and_state_go_along_and_replace_the_old_ones() {
        let mut request =
            request("prompts/get", r#"{"name":"p","requestState":"old","inputResponses":{"a":{}}}"#);
        request.set_input_responses(Some(object(r#"{"b":{"action":"cancel"}}"#)));
        request.set_request_state(Some("s\"1".into()));
        let message = request.encode(2, &profile()).expect("it can be sent");
        assert!(body(&message).starts_with(concat!(
            r#"{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"p","#,
            r#""inputResponses":{"b":{"action":"cancel"}},"requestState":"s\"1","_meta":{"#
        )));
        request.set_request_state(None);
        request.set_input_responses(None);
        let message = request.encode(3, &profile()).expect("it can be sent");
        assert!(body(&message).contains(r#""requestState":"old","inputResponses":{"a":{}}"#));
    }

    #[test]
    fn annotated_arguments_are_repeated() {
        let schema = r#"{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}"#;
        let mut request = request("tools/call", r#"{"name":"q","arguments":{"region":" eu"}}"#);
        request.set_fields(Arc::new(ParamFields::of_schema(schema).expect("it is annotated")));
        let message = request.encode(1, &profile()).expect("it can be sent");
        assert_eq!(message.headers().last(), Some(("Mcp-Param-Region", "=?base64?IGV1?=")));
    }

    #[test]
    fn what_cannot_be_sent_is_refused_before() {
        for method in ["", "a b", "a\r\nX: y", "h\u{f6}", "subscriptions/listen"] {
            let error = Request::new(method, JsonObject::default()).expect_err("it is refused");
            assert_eq!(error.kind(), crate::ErrorKind::Usage, "{method:?}");
        }
        for params in [
            r#"{"_meta":7}"#,
            r#"{"_meta":{"progressToken":1.5}}"#,
            r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}"#,
            r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"a\r\nb"}}"#,
        ] {
            let error = request("x", params).encode(1, &profile()).expect_err("it is refused");
            assert_eq!(error.kind(), crate::ErrorKind::Usage, "{params}");
        }
    }
}
