use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// A permutation of 0..degree from its cycles, counted from `first`.
fn cycles(degree: usize, first: u8, cycles: &[&[u8]]) -> Vec<u8> {
    let mut images: Vec<u8> = (0..degree).map(|point| point as u8).collect();
    for cycle in cycles {
        for (index, point) in cycle.iter().enumerate() {
            images[(point - first) as usize] = cycle[(index + 1) % cycle.len()] - first;
        }
    }
    images
}

/// The points of `range` turned by one, all others fixed.
fn cycle(degree: usize, range: std::ops::Range<usize>) -> Vec<u8> {
    let points: Vec<u8> = range.map(|point| point as u8).collect();
    cycles(degree, 0, &[&points])
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

fn order(degree: usize, generators: &[Vec<u8>]) -> Option<u128> {
    PermutationGroup::new(degree, generators).unwrap().order()
}

fn multiplied(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().map(|&image| b[image as usize]).collect()
}

/// All elements: multiplies by the generators until no new element comes.
fn elements(degree: usize, generators: &[Vec<u8>]) -> BTreeSet<Vec<u8>> {
    let identity: Vec<u8> = (0..degree as u8).collect();
    let mut known = BTreeSet::from([identity.clone()]);
    let mut waiting = vec![identity];
    while let Some(element) = waiting.pop() {
        for generator in generators {
            let product = multiplied(&element, generator);
            if known.insert(product.clone()) {
                waiting.push(product);
            }
        }
    }
    known
}

fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut word = seed;
    move |many| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % many
    }
}

#[test]
fn symmetric_alternating_cyclic_and_dihedral_groups() {
    assert_eq!(order(1, &[]), Some(1));
    assert_eq!(order(5, &[]), Some(1));
    for n in 3..=34 {
        let all = cycle(n, 0..n);
        let reflection: Vec<u8> = (0..n).map(|point| (n - 1 - point) as u8).collect();
        let three: Vec<Vec<u8>> = (0..n - 2).map(|point| cycle(n, point..point + 3)).collect();
        assert_eq!(order(n, &[cycle(n, 0..2), all.clone()]), Some(factorial(n as u128)), "symmetric {n}");
        assert_eq!(order(n, &three), Some(factorial(n as u128) / 2), "alternating {n}");
        assert_eq!(order(n, std::slice::from_ref(&all)), Some(n as u128), "cyclic {n}");
        assert_eq!(order(n, &[all, reflection]), Some(2 * n as u128), "dihedral {n}");
    }
    for n in [35, 64, 256] {
        let group = PermutationGroup::new(n, &[cycle(n, 0..2), cycle(n, 0..n)]).unwrap();
        assert_eq!(group.order(), None, "{n}! is 2^128 or more");
        assert_eq!(group.orbit_lengths().collect::<Vec<_>>(), (1..=n).rev().collect::<Vec<_>>());
        let element = group.random(&mut numbers(n as u64));
        assert!(group.contains(&element));
        assert_eq!(group.rank(&element), None);
        assert_eq!(group.unrank(0), None);
    }
}

/// The group does not depend on the base. A coset contains the elements that agree on the first points of the base.
#[test]
fn a_base_of_choice() {
    let generators = [cycle(7, 0..4), cycle(7, 3..7), cycles(7, 0, &[&[1, 5], &[2, 6]])];
    for generators in [&generators[..1], &generators[..2], &generators[2..], &generators] {
        let plain = PermutationGroup::new(7, generators).unwrap();
        let order = plain.order().unwrap();
        for base in [&[][..], &[6], &[5, 0, 3], &[6, 5, 4, 3, 2, 1, 0], &[3, 2, 6, 1]] {
            let group = PermutationGroup::with_base(7, generators, base).unwrap();
            assert_eq!(group.factors(), plain.factors());
            let full: Vec<usize> = group.base().map(usize::from).collect();
            assert!(full.iter().zip(base).all(|(&point, &first)| point == usize::from(first)));
            assert_eq!(full.iter().collect::<BTreeSet<_>>().len(), 7);
            for rank in (0..order).step_by(1 + order as usize / 200) {
                let element = group.unrank(rank).unwrap();
                assert_eq!(group.rank(&element), Some(rank));
                assert!(plain.contains(&element));
                for level in 0..=7 {
                    let below = group.order_below(level).unwrap();
                    assert_eq!(group.cosets(level), Some(order / below));
                    let (coset, left) = group.coset(&element, level).unwrap();
                    assert_eq!((coset, group.rank(&left)), (rank / below, Some(rank % below)));
                    assert!(full[..level].iter().all(|&point| usize::from(left[point]) == point));
                    let representative = group.representative(coset, level).unwrap();
                    assert_eq!(multiplied(&left, &representative), element);
                    assert!(full[..level].iter().all(|&point| representative[point] == element[point]));
                    assert_eq!(group.representative(order / below, level), None);
                }
            }
            for (level, &point) in full.iter().enumerate() {
                let orbit = group.orbit(point);
                assert_eq!(orbit[0] as usize, point);
                assert!(orbit[1..].is_sorted());
                for &image in orbit {
                    let element = group.transversal(point, image).unwrap();
                    assert!(element[point] == image && full[..level].iter().all(|&p| usize::from(element[p]) == p));
                }
            }
            if let Some((point, residue)) = group.sift(&[1, 0, 2, 3, 4, 5, 6]) {
                assert!(full.iter().take_while(|&&p| p != point).all(|&p| usize::from(residue[p]) == p));
                assert!(!group.orbit(point).contains(&residue[point]));
            }
        }
    }
}

#[test]
fn orders_of_any_size() {
    let group = PermutationGroup::new(52, &[cycle(52, 0..2), cycle(52, 0..52)]).unwrap();
    assert_eq!(group.order(), None);
    assert_eq!(group.factors(), Factored::factorial(52));
    assert_eq!(group.factors().decimal(), "80658175170943878571660636856403766975289505440883277824000000000000");
    assert_eq!(group.order_below(30), Some(factorial(22)));
    assert_eq!(group.cosets(40), None);
    assert_eq!(group.coset(&cycle(52, 0..7), 2).unwrap().0, 52);
}

#[test]
fn products_of_groups() {
    // Three times all permutations of five points, where the parity of one is joined to the parity of another.
    let five = |block: usize| [cycle(15, 5 * block..5 * block + 2), cycle(15, 5 * block..5 * block + 5)];
    let free: Vec<_> = (0..3).flat_map(five).collect();
    assert_eq!(order(15, &free), Some(120 * 120 * 120));
    let mut joined = free.clone();
    joined[0] = multiplied(&free[0], &free[2]);
    joined.remove(2);
    assert_eq!(order(15, &joined), Some(120 * 120 * 120 / 2));
    // Blocks of two, permuted and turned: 2^8 * 8!.
    let pairs = |points: &[u8]| cycles(16, 0, &[points, &points.iter().map(|point| point + 8).collect::<Vec<_>>()]);
    let blocks = [pairs(&[0, 1]), pairs(&[0, 1, 2, 3, 4, 5, 6, 7]), cycles(16, 0, &[&[0, 8]])];
    assert_eq!(order(16, &blocks), Some(256 * factorial(8)));
}

/// Orders from J. H. Conway and others, ATLAS of Finite Groups, 1985.
#[test]
fn mathieu_groups() {
    let shift = cycle(24, 0..23);
    let mixed: [&[u8]; 4] = [&[2, 16, 9, 6, 8], &[3, 12, 13, 18, 4], &[7, 17, 10, 11, 22], &[14, 19, 21, 20, 15]];
    let mixed = cycles(24, 0, &mixed);
    // t -> -1/t over 23 elements and infinity, which is 23 here.
    let turned = (0..24u8).map(|t| match t {
        0 => 23,
        23 => 0,
        t => (1..23).find(|&s| (u32::from(s) * u32::from(t) + 1) % 23 == 0).unwrap(),
    });
    assert_eq!(order(24, &[shift.clone(), mixed.clone(), turned.collect()]), Some(244_823_040));
    assert_eq!(order(24, &[shift, mixed]), Some(10_200_960), "M23 fixes infinity");
}

/// The cube's six face turns on its 48 movable stickers: 8! * 3^7 * 12! * 2^11 / 2.
#[test]
fn the_cube() {
    let faces: [[&[u8]; 5]; 6] = [
        [&[1, 3, 8, 6], &[2, 5, 7, 4], &[9, 33, 25, 17], &[10, 34, 26, 18], &[11, 35, 27, 19]],
        [&[9, 11, 16, 14], &[10, 13, 15, 12], &[1, 17, 41, 40], &[4, 20, 44, 37], &[6, 22, 46, 35]],
        [&[17, 19, 24, 22], &[18, 21, 23, 20], &[6, 25, 43, 16], &[7, 28, 42, 13], &[8, 30, 41, 11]],
        [&[25, 27, 32, 30], &[26, 29, 31, 28], &[3, 38, 43, 19], &[5, 36, 45, 21], &[8, 33, 48, 24]],
        [&[33, 35, 40, 38], &[34, 37, 39, 36], &[3, 9, 46, 32], &[2, 12, 47, 29], &[1, 14, 48, 27]],
        [&[41, 43, 48, 46], &[42, 45, 47, 44], &[14, 22, 30, 38], &[15, 23, 31, 39], &[16, 24, 32, 40]],
    ];
    let group = PermutationGroup::new(48, &faces.map(|face| cycles(48, 1, &face))).unwrap();
    let expected = factorial(8) * 3u128.pow(7) * factorial(12) * 2u128.pow(11) / 2;
    assert_eq!(expected, 43_252_003_274_489_856_000);
    assert_eq!(group.order(), Some(expected));
    // One flipped edge alone or one turned corner alone is not in the group; two flipped edges are.
    assert!(!group.contains(&cycles(48, 1, &[&[2, 34]])));
    assert!(!group.contains(&cycles(48, 1, &[&[1, 9, 35]])));
    assert!(group.contains(&cycles(48, 1, &[&[2, 34], &[4, 10]])));
    for number in [0, 1, expected / 3, expected - 1] {
        assert_eq!(group.rank(&group.unrank(number).unwrap()), Some(number));
    }
    assert_eq!(group.unrank(expected), None);
}

/// Groups of random generators on up to seven points: every permutation of the points, by the chain and by multiplying.
#[test]
fn small_groups_by_hand() {
    let mut below = numbers(5);
    let mut orders = BTreeMap::new();
    for round in 0..120 {
        let degree = 1 + round % 7;
        let generators: Vec<Vec<u8>> = (0..1 + below(3))
            .map(|_| {
                // Half of the generators move few points, so that small groups occur.
                let moved = if below(2) == 0 { degree as u64 } else { 1 + below(degree as u64) };
                let mut images: Vec<u8> = (0..degree as u8).collect();
                (1..moved as usize).for_each(|place| images.swap(place, below(place as u64 + 1) as usize));
                images
            })
            .collect();
        let group = PermutationGroup::new(degree, &generators).unwrap();
        let expected = elements(degree, &generators);
        let order = group.order().unwrap();
        *orders.entry(order).or_insert(0) += 1;
        assert_eq!(order, expected.len() as u128, "{generators:?}");
        let ranked: BTreeSet<Vec<u8>> = (0..order).map(|rank| group.unrank(rank).unwrap()).collect();
        assert_eq!(ranked, expected);
        assert_eq!(group.unrank(order), None);
        assert_eq!(group.unrank(0).unwrap(), (0..degree as u8).collect::<Vec<_>>());
        assert!((0..order).all(|rank| group.rank(&group.unrank(rank).unwrap()) == Some(rank)));
        for number in 0..factorial(degree as u128) {
            let permutation = crate::rank::lehmer::unrank_wide(number, degree).unwrap();
            let inside = expected.contains(&permutation);
            assert_eq!(group.contains(&permutation), inside, "{generators:?} {permutation:?}");
            assert_eq!(group.rank(&permutation).is_some(), inside);
            match group.sift(&permutation) {
                None => assert!(inside),
                Some((point, residue)) => {
                    assert!(!inside);
                    assert!((0..point).all(|fixed| residue[fixed] as usize == fixed));
                    assert!(!group.orbit(point).contains(&residue[point]));
                }
            }
        }
        for point in 0..degree {
            for image in 0..degree as u8 {
                let found = group.transversal(point, image);
                assert_eq!(found.is_some(), group.orbit(point).contains(&image));
                if let Some(element) = found {
                    assert!(expected.contains(&element) && element[point] == image);
                    assert!((0..point).all(|fixed| element[fixed] as usize == fixed));
                }
            }
        }
        assert_eq!(group.is_even(), !expected.iter().any(|element| crate::rank::lehmer::is_odd(element)));
    }
    assert!(orders.len() > 12, "too few kinds of groups: {orders:?}");
}

/// Every element has exactly one sequence of digits, so equally likely digits make all elements equally likely.
#[test]
fn random_elements_are_uniform() {
    let group = PermutationGroup::new(6, &[cycle(6, 0..4), cycle(6, 2..6)]).unwrap();
    let lengths: Vec<u64> = group.orbit_lengths().filter(|&length| length > 1).map(|length| length as u64).collect();
    let order = group.order().unwrap() as u64;
    let drawn = (0..order).map(|number| {
        let (mut rest, mut asked) = (number, lengths.iter());
        group.random(&mut |many| {
            assert_eq!(Some(&many), asked.next());
            let digit = rest % many;
            rest /= many;
            digit
        })
    });
    assert_eq!(drawn.collect::<BTreeSet<_>>().len() as u64, order);
}

#[test]
fn generators_that_are_no_permutations() {
    let say = |degree, generators: &[&[u8]]| PermutationGroup::new(degree, generators).unwrap_err().to_string();
    assert_eq!(say(0, &[]), "expected 1 to 256 points, found 0");
    assert_eq!(say(257, &[]), "expected 1 to 256 points, found 257");
    assert_eq!(say(3, &[&[0, 1, 2], &[0, 1]]), "generator 2: expected 3 points, found 2");
    assert!(say(3, &[&[0, 1, 1]]).starts_with("generator 1: expected each of the 3 points once"));
    assert!(say(3, &[&[0, 1, 3]]).contains("found 2 going to 3"));
    let group = PermutationGroup::new(3, &[[1, 2, 0]]).unwrap();
    for wrong in [&[0u8, 1][..], &[0, 1, 2, 3], &[0, 0, 1], &[0, 1, 200]] {
        assert!(!group.contains(wrong));
        assert_eq!(group.rank(wrong), None, "{wrong:?}");
    }
}
