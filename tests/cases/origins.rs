//! Web pages that drive a server on their reader's machine.

use crate::hosts::{Answer, FIELDS, Request, over_each};
use crate::subject::{echo_hi, error, text};

fn with_origin<'a>(fields: &'a mut Vec<u8>, origin: &[u8]) -> &'a [u8] {
    *fields = [FIELDS.as_bytes(), origin].concat();
    fields
}

#[test]
fn an_origin_that_is_not_allowed_is_refused_whatever_the_method() {
    let origins: [&[u8]; 9] = [
        b"Origin: https://evil.example\n",
        b"Origin: null\n",
        b"Origin: http://localhost.evil.example\n",
        b"Origin: http://evil.example#localhost\n",
        b"Origin: http://localhost@evil.example\n",
        b"Origin: \xFF\n",
        b"Origin: http://localhost\nOrigin: http://localhost\n",
        b"Origin: http://localhost\nOrigin: https://evil.example\n",
        b"Origin:\n",
    ];
    let forbidden = error("", -32600, "Forbidden: this Origin may not call", "");
    over_each(|ask, calls| {
        for origin in origins {
            for method in ["POST", "GET", "DELETE", "OPTIONS"] {
                // Whatever the body is: it is not looked at.
                for body in [echo_hi("1"), "no JSON".into()] {
                    let fields = &mut Vec::new();
                    let request = Request { method, fields: with_origin(fields, origin), body: &body };
                    let answer = ask(&request);
                    assert_eq!(answer.said(), (403, &*forbidden), "{method} {}", origin.escape_ascii());
                }
            }
        }
        assert_eq!(calls.take(), 0);
    });
}

#[test]
fn without_an_origin_or_with_an_allowed_one_it_is_served() {
    over_each(|ask, calls| {
        for origin in
            ["", "Origin: http://localhost\n", "Origin: https://127.0.0.1:8443\n", "Origin: http://[::1]\n"]
        {
            let (fields, body) = (&mut Vec::new(), echo_hi("1"));
            let request =
                Request { method: "POST", fields: with_origin(fields, origin.as_bytes()), body: &body };
            let answer: Answer = ask(&request);
            assert_eq!(answer.said(), (200, &*text("1", "hi")), "{origin}");
            assert_eq!(calls.take(), 1);
        }
    });
}

#[test]
fn pages_of_allowed_origins_may_ask_first_and_read_what_they_get() {
    const ALLOW: &str = "access-control-allow-origin";
    let (page, stranger) = ("Origin: http://localhost:5173\n", "Origin: https://evil.example\n");
    let asking = "Access-Control-Request-Method: POST\nAccess-Control-Request-Headers: mcp-method,x-other\n";
    over_each(|ask, calls| {
        let fields = format!("Host: localhost\n{page}{asking}");
        let answer = ask(&Request { method: "OPTIONS", fields: fields.as_bytes(), body: "" });
        assert_eq!(answer.said(), (204, ""));
        assert_eq!(answer.field(ALLOW), Some("http://localhost:5173"));
        assert_eq!(answer.field("access-control-allow-headers"), Some("mcp-method"));
        // Errors can be read as well.
        for (body, status) in [(echo_hi("1"), 200), ("no JSON".into(), 400)] {
            let fields = &mut Vec::new();
            let fields = with_origin(fields, page.as_bytes());
            let answer = ask(&Request { method: "POST", fields, body: &body });
            assert_eq!((answer.status, answer.field(ALLOW)), (status, Some("http://localhost:5173")));
        }
        assert_eq!(calls.take(), 1);
        let fields = format!("Host: localhost\n{stranger}{asking}");
        let answer = ask(&Request { method: "OPTIONS", fields: fields.as_bytes(), body: "" });
        assert_eq!((answer.status, answer.field(ALLOW)), (403, None));
    });
}
