//! Times on the command line.

use std::str::FromStr;
use std::time::Duration;

/// How long something may take: `10`, `1.5s`, `500ms`, `2m`, `1h`, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit(pub(crate) Option<Duration>);

const WRONG: &str = "a time is a number with ms, s, m or h, such as 500ms or 2m; or none";

impl FromStr for Limit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Self(None));
        }
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(WRONG),
        };
        let number: f64 = number.parse().map_err(|_| WRONG)?;
        let limit = Duration::try_from_secs_f64(number * unit).map_err(|_| WRONG)?;
        if limit.is_zero() {
            Err("no answer comes in no time; none waits for ever")
        } else {
            Ok(Self(Some(limit)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, millis) in
            [("10", 10_000), ("1.5s", 1_500), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(text.parse(), Ok(Limit(Some(Duration::from_millis(millis)))), "{text}");
        }
        assert_eq!("none".parse(), Ok(Limit(None)));
        for wrong in ["", "s", "-1", "1d", "1.2.3", "0", "0ms", "1e9", "99999999999999999999h", " 1"] {
            assert!(wrong.parse::<Limit>().is_err(), "{wrong:?}");
        }
    }
}
