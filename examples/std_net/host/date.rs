//! The time of day as HTTP writes it (RFC 9110 section 5.6.7).

use std::time::{SystemTime, UNIX_EPOCH};

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
/// With their lengths in a year of 365 days.
const MONTHS: [(&str, u64); 12] = [
    ("Jan", 31),
    ("Feb", 28),
    ("Mar", 31),
    ("Apr", 30),
    ("May", 31),
    ("Jun", 30),
    ("Jul", 31),
    ("Aug", 31),
    ("Sep", 30),
    ("Oct", 31),
    ("Nov", 30),
    ("Dec", 31),
];

/// For instance `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(crate) fn now() -> String {
    // A clock before 1970 is as wrong as one that shows 1970.
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (day, month, year) = civil(days);
    let weekday = DAYS[usize::try_from(days % 7).expect("it is below 7")];
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
}

/// Day, month and year, for days since 1970: takes away whole years, then whole months.
fn civil(mut days: u64) -> (u64, &'static str, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    for (month, length) in MONTHS {
        let length = length + u64::from(month == "Feb" && is_leap(year));
        if days < length {
            return (days + 1, month, year);
        }
        days -= length;
    }
    unreachable!("a year's months have as many days as the year")
}
