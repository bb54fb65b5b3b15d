//! Linear relations between sums modulo small numbers, which hold for all generators of a commutative group.

use loyd_core::exact::exact;
use loyd_core::limits::holds;
use std::collections::BTreeMap;

/// A relation: the sum of column times coefficient is a multiple of a modulus, a power of a prime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) modulus: u16,
    /// Columns and their coefficients, which are not 0.
    pub(super) terms: Vec<(usize, u16)>,
}

/// The span of vectors whose entries are known modulo a number for each column, in a form that gives its size.
#[derive(Clone, Debug)]
pub(super) struct Span {
    parts: Vec<PrimePart>,
}

/// The part of a span modulo the powers of one prime.
#[derive(Clone, Debug)]
struct PrimePart {
    prime: u16,
    /// The highest power among the moduli.
    ring: u16,
    /// The columns whose modulus the prime divides, each with the power of the prime in its modulus.
    columns: Vec<(usize, u16)>,
    rows: Vec<EchelonRow>,
}

/// A row of the echelon form. All later rows are 0 in the column of its pivot. Its entries are multiples of a power of
/// the prime, and its pivot is a unit times that power.
#[derive(Clone, Debug)]
struct EchelonRow {
    entries: Vec<u16>,
    pivot: usize,
    power: u16,
}

impl Span {
    /// The span of vectors; `moduli` has a number of 1 to 255 for each column.
    pub(super) fn of(moduli: &[u16], vectors: &[Vec<u16>]) -> Self {
        let primes = (2..256u16).filter(|&n| (2..n).all(|divisor| !n.is_multiple_of(divisor)));
        let parts = primes.filter_map(|prime| {
            let power = |modulus: u16| {
                let mut power = 1;
                while modulus.is_multiple_of(power * prime) {
                    power *= prime;
                }
                power
            };
            let columns: Vec<(usize, u16)> = moduli.iter().map(|&modulus| power(modulus)).enumerate().collect();
            let columns: Vec<(usize, u16)> = columns.into_iter().filter(|(_, power)| *power > 1).collect();
            let ring = columns.iter().map(|(_, power)| *power).max()?;
            let entries = |vector: &Vec<u16>| {
                let entry = |&(column, power): &(usize, u16)| vector[column] % power * (ring / power);
                columns.iter().map(entry).collect::<Vec<u16>>()
            };
            let rows = echelon(prime, ring, vectors.iter().map(entries).collect());
            Some(PrimePart { prime, ring, columns, rows })
        });
        Span { parts: parts.collect() }
    }

    /// The number of vectors in the span, as a product of small numbers.
    pub(super) fn orders(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().flat_map(|part| part.rows.iter().map(|row| usize::from(part.ring / row.power)))
    }

    /// Relations with few terms, from which all relations follow that hold for every vector of the span.
    pub(super) fn relations(&self) -> Vec<Relation> {
        let mut relations: Vec<Relation> = self.parts.iter().flat_map(PrimePart::relations).collect();
        shorten(&mut relations);
        relations
    }
}

impl PrimePart {
    fn relations(&self) -> Vec<Relation> {
        let is_pivot = |column: usize| self.rows.iter().position(|row| row.pivot == column);
        let mut relations = Vec::new();
        for column in 0..self.columns.len() {
            let start = match is_pivot(column) {
                None => 1,
                Some(row) => self.ring / self.rows[row].power % self.ring,
            };
            if start == 0 {
                continue;
            }
            let mut factors = vec![0u16; self.columns.len()];
            factors[column] = start;
            // Later rows come first, because the factors of their pivots enter the sums of earlier rows.
            for row in self.rows.iter().rev().filter(|row| row.pivot != column) {
                let modulus = u32::from(self.ring / row.power);
                let sum: u32 = row
                    .entries
                    .iter()
                    .zip(&factors)
                    .map(|(&entry, &factor)| u32::from(entry / row.power) * u32::from(factor) % modulus)
                    .sum();
                let unit = u32::from(row.entries[row.pivot] / row.power) % modulus;
                let factor = (0..modulus).find(|factor| (unit * factor + sum).is_multiple_of(modulus));
                factors[row.pivot] = exact::<u16>(factor.expect("a unit has an inverse"));
            }
            relations.extend(self.relation(&factors));
        }
        relations
    }

    /// The relation with these factors of the entries in the ring; `None` if it holds for all vectors.
    fn relation(&self, factors: &[u16]) -> Option<Relation> {
        let of_ring = |(&factor, &(column, power)): (&u16, &(usize, u16))| {
            (column, u32::from(factor) * u32::from(self.ring / power) % u32::from(self.ring))
        };
        let terms: Vec<(usize, u32)> =
            factors.iter().zip(&self.columns).map(of_ring).filter(|term| term.1 > 0).collect();
        let mut common = self.ring;
        while terms.iter().any(|(_, factor)| !factor.is_multiple_of(common.into())) {
            common /= self.prime;
        }
        let modulus = self.ring / common;
        let terms = terms.iter().map(|&(column, factor)| (column, exact::<u16>(factor / u32::from(common))));
        let terms: Vec<(usize, u16)> = terms.collect();
        // The first coefficient that is a unit becomes 1.
        let (_, unit) = terms.iter().find(|(_, factor)| !factor.is_multiple_of(self.prime))?;
        let (wide, unit) = (u32::from(modulus), u32::from(*unit));
        let inverse = (1..wide).find(|inverse| inverse * unit % wide == 1)?;
        let terms = terms.iter().map(|&(column, factor)| (column, exact::<u16>(u32::from(factor) * inverse % wide)));
        Some(Relation { modulus, terms: terms.collect() })
    }
}

/// Adds a multiple of a relation to another of the same modulus for as long as that leaves fewer terms.
fn shorten(relations: &mut [Relation]) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for to in 0..relations.len() {
            for from in (0..relations.len()).filter(|&from| from != to) {
                if relations[from].modulus != relations[to].modulus {
                    continue;
                }
                let sums = (1..relations[to].modulus).map(|times| sum(&relations[to], times, &relations[from]));
                let shortest = sums.min_by_key(|sum| sum.terms.len());
                if let Some(shorter) = shortest.filter(|sum| sum.terms.len() < relations[to].terms.len()) {
                    relations[to] = shorter;
                    changed = true;
                }
            }
        }
    }
}

/// A relation and `times` times another of the same modulus. Its first coefficient becomes 1 if it is a unit.
fn sum(relation: &Relation, times: u16, other: &Relation) -> Relation {
    let modulus = u32::from(relation.modulus);
    let mut terms: BTreeMap<usize, u32> = relation.terms.iter().map(|&(k, c)| (k, c.into())).collect();
    for &(column, factor) in &other.terms {
        let sum = terms.entry(column).or_insert(0);
        *sum = (*sum + u32::from(times) * u32::from(factor)) % modulus;
    }
    terms.retain(|_, factor| *factor != 0);
    let first = terms.values().next().copied().unwrap_or(1);
    let inverse = (1..modulus).find(|inverse| inverse * first % modulus == 1).unwrap_or(1);
    let terms = terms.into_iter().map(|(column, factor)| (column, exact::<u16>(factor * inverse % modulus)));
    Relation { modulus: relation.modulus, terms: terms.collect() }
}

/// The echelon form, by row operations modulo `ring`, a power of a prime. The pivot is an entry that the least power of
/// the prime divides, so every other entry of its column is a multiple of it.
fn echelon(prime: u16, ring: u16, mut rows: Vec<Vec<u16>>) -> Vec<EchelonRow> {
    let mut done = Vec::new();
    let mut power = 1;
    while power < ring {
        let unit = |entry: u16| entry != 0 && !entry.is_multiple_of(power * prime);
        let found =
            rows.iter().enumerate().find_map(|(number, row)| Some((number, row.iter().position(|&e| unit(e))?)));
        let Some((number, pivot)) = found else {
            power *= prime;
            continue;
        };
        let entries = rows.swap_remove(number);
        let wide = u32::from(ring);
        for row in rows.iter_mut().filter(|row| row[pivot] != 0) {
            // factor * entries[pivot] = row[pivot], both divided by the power.
            let modulus = u32::from(ring / power);
            let (unit, wanted) = (u32::from(entries[pivot] / power), u32::from(row[pivot] / power));
            let factor = (0..modulus).find(|factor| unit * factor % modulus == wanted % modulus);
            let factor = factor.expect("a unit has an inverse");
            row.iter_mut().zip(&entries).for_each(|(to, &entry)| {
                *to = exact::<u16>((u32::from(*to) + wide * wide - factor * u32::from(entry)) % wide);
            });
        }
        rows.retain(|row| row.iter().any(|&entry| entry != 0));
        done.push(EchelonRow { entries, pivot, power });
    }
    done
}

holds!(Span { parts });
holds!(PrimePart { prime, ring, columns, rows });
holds!(EchelonRow { entries, pivot, power });

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Compares the span and its relations with all vectors, tried one by one.
    #[test]
    fn spans_and_relations_by_hand() {
        let mut below = loyd_core::splitmix::below(7);
        for _ in 0..300 {
            let moduli: Vec<u16> = (0..1 + below(3)).map(|_| [2, 3, 4, 6, 8, 12, 1][below(7) as usize]).collect();
            let vectors: Vec<Vec<u16>> =
                (0..below(4)).map(|_| moduli.iter().map(|&n| below(n.into()) as u16).collect()).collect();
            let mut spanned = BTreeSet::from([vec![0; moduli.len()]]);
            let mut waiting = vec![vec![0; moduli.len()]];
            while let Some(sum) = waiting.pop() {
                for vector in &vectors {
                    let next: Vec<u16> = sum.iter().zip(vector).zip(&moduli).map(|((a, b), n)| (a + b) % n).collect();
                    if spanned.insert(next.clone()) {
                        waiting.push(next);
                    }
                }
            }
            let span = Span::of(&moduli, &vectors);
            assert_eq!(span.orders().product::<usize>(), spanned.len(), "{moduli:?} {vectors:?}");
            let relations = span.relations();
            let holds = |vector: &[u16]| {
                relations.iter().all(|relation| {
                    let sum: u32 = relation.terms.iter().map(|&(k, c)| u32::from(vector[k]) * u32::from(c)).sum();
                    sum.is_multiple_of(relation.modulus.into())
                })
            };
            let mut vector = vec![0; moduli.len()];
            loop {
                assert_eq!(
                    holds(&vector),
                    spanned.contains(&vector),
                    "{moduli:?} {vectors:?} {vector:?} {relations:?}"
                );
                let Some(place) = (0..moduli.len()).find(|&place| vector[place] + 1 < moduli[place]) else { break };
                vector[..place].fill(0);
                vector[place] += 1;
            }
        }
    }
}
