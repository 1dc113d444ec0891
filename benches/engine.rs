//! The steps of an exchange, one by one.
//!
//! ```text
//! cargo bench --bench engine
//! ```

mod support {
    pub(crate) mod subject;
}

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use snodo::{Call, Incoming};
use support::subject::{CALL, LIST, execution, response, server, server_with_context};

fn steps(c: &mut Criterion) {
    let servers = [
        ("tools/call", server(1), CALL),
        ("tools/call with a context", server_with_context(), CALL),
        ("tools/list of 100", server(100), LIST),
    ];
    for (name, server, message) in &servers {
        let mut group = c.benchmark_group(*name);
        group.bench_function("read", |b| b.iter(|| Incoming::parse(black_box(message.as_bytes()))));
        group.bench_function("prepare", |b| {
            b.iter_batched(
                || match Incoming::parse(message.as_bytes()) {
                    Incoming::Request(request) => request,
                    other => panic!("a request: {other:?}"),
                },
                |request| server.prepare(request, &Call::default()),
                BatchSize::SmallInput,
            );
        });
        group.bench_function("execute", |b| {
            b.iter_batched(|| execution(server, message), response, BatchSize::SmallInput);
        });
        let answer = response(execution(server, message));
        group.bench_function("encode", |b| {
            let mut out = Vec::with_capacity(65_536);
            b.iter(|| {
                out.clear();
                answer.encode(&mut out);
                black_box(&out);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
