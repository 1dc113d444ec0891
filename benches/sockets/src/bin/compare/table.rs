//! Numbers of several rounds as one line.

/// One measurement of one server in each round. The first server of a table is what the others are compared with.
pub(crate) struct Column {
    pub(crate) title: &'static str,
    pub(crate) decimals: usize,
    /// By server, then by round.
    pub(crate) rounds: Vec<Vec<f64>>,
}

/// Prints the middle of the rounds, and for each round's ratio to the first server the middle, least and greatest.
pub(crate) fn print(servers: &[&str], columns: &[Column], peaks: &[u64]) {
    print!("{:16}", "");
    for column in columns {
        print!("{:>14} {:>21}", column.title, format!("× {}", servers[0]));
    }
    println!("{:>11}", "peak MiB");
    for (at, server) in servers.iter().enumerate() {
        print!("{server:16}");
        for Column { decimals, rounds, .. } in columns {
            let ratios: Vec<f64> =
                rounds[at].iter().zip(&rounds[0]).map(|(own, first)| own / first).collect();
            let (least, greatest) = (extreme(&ratios, f64::min), extreme(&ratios, f64::max));
            print!("{:>14.decimals$}", median(&rounds[at]));
            print!("{:>22}", format!("{:.2} ({least:.2}–{greatest:.2})", median(&ratios)));
        }
        println!("{:>11.1}", peaks[at] as f64 / 1024.0);
    }
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn extreme(values: &[f64], choose: fn(f64, f64) -> f64) -> f64 {
    values.iter().copied().reduce(choose).unwrap_or(f64::NAN)
}
