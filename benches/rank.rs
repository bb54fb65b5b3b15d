//! Ranking and unranking 9, 12 and 16 pieces, beside the definition in O(n^2). Every figure is for a batch whose
//! results are checked: `cargo bench -p loyd-benches --bench rank`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::rank::lehmer;

/// The reference for ranking: the digit of a position is the counted number of smaller values after it.
fn naive_rank(permutation: &[u8]) -> u64 {
    permutation.iter().enumerate().fold(0, |rank, (position, value)| {
        let digit = permutation[position + 1..].iter().filter(|later| *later < value).count();
        rank * (permutation.len() - position) as u64 + digit as u64
    })
}

/// The reference for unranking: the value of each digit is removed from a list.
fn naive_unrank(rank: u64, n: usize) -> [u8; 16] {
    let mut digits = [0; 16];
    let mut rest = rank;
    for position in (0..n).rev() {
        let base = (n - position) as u64;
        digits[position] = (rest % base) as usize;
        rest /= base;
    }
    let mut unused: Vec<u8> = (0..n as u8).collect();
    let mut permutation = [0; 16];
    for position in 0..n {
        permutation[position] = unused.remove(digits[position]);
    }
    permutation
}

fn ranks(criterion: &mut Criterion) {
    for n in [9usize, 12, 16] {
        let all = lehmer::FACTORIALS[n];
        let numbers: Vec<u64> = (0..1000).map(|part| part * (all / 1000) + part % 7).collect();
        let packed: Vec<Nibbles> = numbers.iter().map(|&number| lehmer::unrank(number, n)).collect();
        let plain: Vec<Vec<u8>> = packed.iter().map(|permutation| permutation.unpack(n)).collect();
        let sum: u64 = numbers.iter().fold(0, |sum, number| sum.wrapping_add(*number));
        let mut group = criterion.benchmark_group("lehmer");
        group.throughput(Throughput::Elements(numbers.len() as u64));
        group.bench_function(BenchmarkId::new("rank", n), |bench| {
            bench.iter(|| {
                let ranks = black_box(&packed).iter().map(|&permutation| lehmer::rank(permutation, n));
                assert_eq!(ranks.fold(0, u64::wrapping_add), sum);
            });
        });
        group.bench_function(BenchmarkId::new("rank naive", n), |bench| {
            bench.iter(|| {
                let ranks = black_box(&plain).iter().map(|permutation| naive_rank(permutation));
                assert_eq!(ranks.fold(0, u64::wrapping_add), sum);
            });
        });
        let cells: u64 = packed.iter().fold(0, |sum, permutation| sum.wrapping_add(permutation.0));
        group.bench_function(BenchmarkId::new("unrank", n), |bench| {
            bench.iter(|| {
                let words = black_box(&numbers).iter().map(|&number| lehmer::unrank(number, n).0);
                assert_eq!(words.fold(0, u64::wrapping_add), cells);
            });
        });
        group.bench_function(BenchmarkId::new("unrank naive", n), |bench| {
            bench.iter(|| {
                let words = black_box(&numbers).iter().map(|&number| {
                    naive_unrank(number, n)[..n].iter().rev().fold(0, |word, &piece| word << 4 | u64::from(piece))
                });
                assert_eq!(words.fold(0, u64::wrapping_add), cells);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, ranks);
criterion_main!(benches);
