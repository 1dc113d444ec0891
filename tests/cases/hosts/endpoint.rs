//! The endpoint as a function.

use snodo::Call;
use snodo::http::{Endpoint, Head, Reply};

use super::{Answer, Host, Request};

pub(super) struct Direct(pub(super) Endpoint);

impl Host for Direct {
    fn ask(&self, request: &Request<'_>) -> Answer {
        let head = Head::collect(request.method, "/mcp", request.fields());
        let cors = self.0.cors_headers(&head);
        let Reply::Response(response) = self.0.handle(head, request.body.as_bytes(), &Call::new()).wait()
        else {
            panic!("it is a stream")
        };
        let mut body = Vec::new();
        response.encode_body(&mut body);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Answer {
            status: response.status(),
            fields: response.headers().map(owned).chain(cors.iter().map(owned)).collect(),
            body: String::from_utf8(body).expect("messages are UTF-8"),
        }
    }
}
