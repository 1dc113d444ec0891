//! Status codes and their status lines.

use core::fmt;

use alloc::vec::Vec;

use crate::number;

/// The status code of a final answer: 200 to 599.
///
/// The constants have their reason phrase on the wire; any other code goes out with an empty one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Status(u16);

/// One row per code: it makes the constant and the literal status line.
macro_rules! statuses {
    ($($code:literal $name:ident $reason:literal)*) => {
        impl Status {
            $(
                #[doc = concat!(stringify!($code), " ", $reason)]
                pub const $name: Status = Status($code);
            )*

            fn line(self) -> Option<&'static str> {
                match self.0 {
                    $($code => Some(concat!("HTTP/1.1 ", stringify!($code), " ", $reason, "\r\n")),)*
                    _ => None,
                }
            }
        }
    };
}

statuses! {
    200 OK "OK"
    202 ACCEPTED "Accepted"
    204 NO_CONTENT "No Content"
    304 NOT_MODIFIED "Not Modified"
    400 BAD_REQUEST "Bad Request"
    401 UNAUTHORIZED "Unauthorized"
    403 FORBIDDEN "Forbidden"
    404 NOT_FOUND "Not Found"
    405 METHOD_NOT_ALLOWED "Method Not Allowed"
    406 NOT_ACCEPTABLE "Not Acceptable"
    408 REQUEST_TIMEOUT "Request Timeout"
    409 CONFLICT "Conflict"
    411 LENGTH_REQUIRED "Length Required"
    413 CONTENT_TOO_LARGE "Content Too Large"
    414 URI_TOO_LONG "URI Too Long"
    415 UNSUPPORTED_MEDIA_TYPE "Unsupported Media Type"
    417 EXPECTATION_FAILED "Expectation Failed"
    421 MISDIRECTED_REQUEST "Misdirected Request"
    422 UNPROCESSABLE_CONTENT "Unprocessable Content"
    426 UPGRADE_REQUIRED "Upgrade Required"
    429 TOO_MANY_REQUESTS "Too Many Requests"
    431 REQUEST_HEADER_FIELDS_TOO_LARGE "Request Header Fields Too Large"
    500 INTERNAL_SERVER_ERROR "Internal Server Error"
    501 NOT_IMPLEMENTED "Not Implemented"
    502 BAD_GATEWAY "Bad Gateway"
    503 SERVICE_UNAVAILABLE "Service Unavailable"
    504 GATEWAY_TIMEOUT "Gateway Timeout"
    505 HTTP_VERSION_NOT_SUPPORTED "HTTP Version Not Supported"
}

impl Status {
    /// The status with this code, or `None` when it is not between 200 and 599. Codes below 200 are interim
    /// answers, which the machine writes by itself.
    #[must_use]
    pub const fn new(code: u16) -> Option<Status> {
        if code >= 200 && code < 600 { Some(Status(code)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Answers with these codes end with their head, whatever their fields say (RFC 9112 section 6.3).
    pub(crate) fn has_no_body(self) -> bool {
        matches!(self.0, 204 | 304)
    }

    pub(crate) fn write_line(self, out: &mut Vec<u8>) {
        if let Some(line) = self.line() {
            out.extend_from_slice(line.as_bytes());
        } else {
            out.extend_from_slice(b"HTTP/1.1 ");
            number::push::<10>(out, usize::from(self.0));
            out.extend_from_slice(b" \r\n");
        }
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Status({})", self.0)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
