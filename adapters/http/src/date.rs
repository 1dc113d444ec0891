//! The `Date` field.

use std::str;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const DAYS: [&[u8; 3]; 7] = [b"Thu", b"Fri", b"Sat", b"Sun", b"Mon", b"Tue", b"Wed"];
const MONTHS: [&[u8; 3]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// The time of day as HTTP writes it (RFC 9110 section 5.6.7), written once a second and only where it is asked for.
#[derive(Debug, Default)]
pub(crate) struct Date {
    text: [u8; 29],
    /// When the next second begins.
    until: Option<Instant>,
}

impl Date {
    /// The text for the moment `now`.
    pub(crate) fn at(&mut self, now: Instant) -> &str {
        if self.until.is_none_or(|until| now >= until) {
            // A clock before 1970 is as wrong as one that shows 1970.
            let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            self.text = written(time.as_secs());
            self.until =
                Some(now + (Duration::from_secs(1) - Duration::from_nanos(time.subsec_nanos().into())));
        }
        str::from_utf8(&self.text).expect("a date is ASCII")
    }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, for seconds since 1970.
fn written(seconds: u64) -> [u8; 29] {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let mut text = *b"Xxx, 00 Xxx 0000 00:00:00 GMT";
    text[..3].copy_from_slice(DAYS[place(days % 7)]);
    digits(&mut text[5..7], day);
    text[8..11].copy_from_slice(MONTHS[place(month)]);
    digits(&mut text[12..16], year);
    digits(&mut text[17..19], second / 3600);
    digits(&mut text[20..22], second / 60 % 60);
    digits(&mut text[23..25], second % 60);
    text
}

/// Year, month from 0 and day from 1. Counts from March of the year 0, so that leap days come last: eras of 400 years
/// have 146,097 days, and five months from March have 153.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12;
    let year = era * 400 + year_of_era + u64::from(from_march >= 10);
    (year, month, day)
}

fn digits(text: &mut [u8], mut number: u64) {
    for digit in text.iter_mut().rev() {
        *digit = b"0123456789"[place(number % 10)];
        number /= 10;
    }
}

fn place(number: u64) -> usize {
    usize::try_from(number).expect("it is below a dozen")
}

#[cfg(test)]
mod tests {
    use super::{Date, written};
    use std::time::{Duration, Instant};

    #[test]
    fn known_dates() {
        for (seconds, text) in [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
            (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] {
            assert_eq!(std::str::from_utf8(&written(seconds)).unwrap(), text);
        }
    }

    #[test]
    fn written_again_when_the_second_is_over() {
        let (mut date, now) = (Date::default(), Instant::now());
        assert!(date.at(now).ends_with(" GMT"));
        date.text = *b"Xxx, 00 Xxx 0000 00:00:00 XXX";
        assert!(date.at(now).ends_with(" XXX"));
        assert!(date.at(now + Duration::from_secs(1)).ends_with(" GMT"));
    }
}
