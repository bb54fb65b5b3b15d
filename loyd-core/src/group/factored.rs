//! Numbers of any size as products of primes.

use crate::limits::holds;
use std::collections::BTreeMap;
use std::fmt;

/// A positive number as a product of primes: orders of groups, numbers of positions.
///
/// Every order is a product of small numbers, so this form is exact at any size, and equal numbers have equal forms.
/// The decimal digits need only multiplication by a small number, so there is no need for a library of large numbers.
///
/// ```
/// use loyd_core::group::Factored;
/// let cards: Factored = (1..=52).collect();
/// assert!(cards.to_string().starts_with("2^49 * 3^23 * 5^12 * 7^8 * 11^4"));
/// assert_eq!(cards.decimal(), "80658175170943878571660636856403766975289505440883277824000000000000");
/// assert_eq!(cards.number(), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Factored {
    /// For each prime that divides the number, the exponent.
    exponents: BTreeMap<u32, u32>,
}

impl Factored {
    /// The number 1.
    pub fn one() -> Self {
        Factored { exponents: BTreeMap::new() }
    }

    /// The product of all numbers up to `number`.
    pub fn factorial(number: usize) -> Self {
        (1..=number).collect()
    }

    /// Multiplies by a number from 1 to 2^32 - 1.
    ///
    /// # Panics
    /// If `number` is 0, or greater than 2^32 - 1.
    ///
    /// # Complexity
    /// O(√number) at most.
    pub fn multiply(&mut self, number: usize) {
        let mut rest = u32::try_from(number).ok().filter(|&number| number > 0).expect("a factor from 1 to 2^32 - 1");
        let mut prime = 2;
        while rest > 1 {
            if prime > rest / prime {
                prime = rest;
            }
            while rest.is_multiple_of(prime) {
                *self.exponents.entry(prime).or_default() += 1;
                rest /= prime;
            }
            prime += 1;
        }
    }

    /// The product of this number and another.
    #[must_use]
    pub fn times(&self, other: &Factored) -> Self {
        let mut product = self.clone();
        other.primes().for_each(|(prime, more)| *product.exponents.entry(prime).or_default() += more);
        product
    }

    /// This number to the power `times`.
    #[must_use]
    pub fn power(&self, times: u32) -> Self {
        let powers = self.primes().map(|(prime, exponent)| (prime, exponent * times));
        Factored { exponents: powers.filter(|(_, exponent)| *exponent > 0).collect() }
    }

    /// The quotient, or `None` if `other` does not divide this number.
    pub fn divided_by(&self, other: &Factored) -> Option<Self> {
        let mut quotient = self.clone();
        for (prime, less) in other.primes() {
            let exponent = quotient.exponents.get_mut(&prime)?;
            *exponent = exponent.checked_sub(less)?;
        }
        quotient.exponents.retain(|_, exponent| *exponent > 0);
        Some(quotient)
    }

    /// The primes of the number, ascending, with their exponents.
    pub fn primes(&self) -> impl Iterator<Item = (u32, u32)> {
        self.exponents.iter().map(|(&prime, &exponent)| (prime, exponent))
    }

    /// The number, or `None` from 2^128 on.
    pub fn number(&self) -> Option<u128> {
        self.primes()
            .try_fold(1u128, |product, (prime, exponent)| product.checked_mul(u128::from(prime).checked_pow(exponent)?))
    }

    /// The decimal digits of the number, however many.
    ///
    /// # Complexity
    /// The number of primes, counted with exponents, times the number of digits.
    pub fn decimal(&self) -> String {
        const BASE: u64 = 1_000_000_000;
        let mut limbs = vec![1u64];
        for (prime, exponent) in self.primes() {
            for _ in 0..exponent {
                let mut carry = 0;
                for limb in &mut limbs {
                    let product = *limb * u64::from(prime) + carry;
                    (*limb, carry) = (product % BASE, product / BASE);
                }
                while carry > 0 {
                    limbs.push(carry % BASE);
                    carry /= BASE;
                }
            }
        }
        let mut limbs = limbs.iter().rev();
        let first = limbs.next().map_or_else(String::new, u64::to_string);
        limbs.fold(first, |digits, limb| format!("{digits}{limb:09}"))
    }
}

impl FromIterator<usize> for Factored {
    /// The product of numbers from 1 to 2^32 - 1.
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut product = Factored::one();
        numbers.into_iter().for_each(|number| product.multiply(number));
        product
    }
}

impl fmt::Display for Factored {
    /// Writes the primes, such as `2^3 * 3 * 7`; the number 1 is written `1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for (prime, exponent) in self.primes() {
            write!(f, "{between}{prime}")?;
            if exponent > 1 {
                write!(f, "^{exponent}")?;
            }
            between = " * ";
        }
        if between.is_empty() { f.write_str("1") } else { Ok(()) }
    }
}

impl fmt::Debug for Factored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Factored({self})")
    }
}

holds!(Factored { exponents });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_equal_factors() {
        let product = |numbers: &[usize]| numbers.iter().copied().collect::<Factored>();
        assert_eq!(product(&[4, 9, 251]), product(&[251, 6, 6]));
        assert_ne!(product(&[4, 9]), product(&[6, 3]));
        assert_eq!(product(&[256]), product(&[16, 16]));
        assert_eq!(product(&[3678, 4]), product(&[613, 24]));
        assert_eq!(product(&[4_294_967_291, 65_535]).to_string(), "3 * 5 * 17 * 257 * 4294967291");
        assert_eq!(product(&[6]).power(0), Factored::one());
        assert_eq!(product(&[2, 3, 7, 4]).to_string(), "2^3 * 3 * 7");
        assert_eq!(Factored::one().to_string(), "1");
    }

    #[test]
    fn digits_are_those_of_the_number() {
        let mut product = Factored::one();
        let mut number = 1u128;
        for factor in (1..=256).cycle().step_by(7) {
            assert_eq!(product.number(), Some(number));
            assert_eq!(product.decimal(), number.to_string());
            product.multiply(factor);
            match number.checked_mul(factor as u128) {
                Some(greater) => number = greater,
                None => break,
            }
        }
        assert_eq!(product.number(), None);
        let great: Factored = [4_294_967_291; 3].into_iter().collect();
        assert_eq!(great.decimal(), "79228162237563176810023223171");
        assert_eq!(great.number().unwrap().to_string(), great.decimal());
        let ten: Factored = [10].into_iter().collect();
        assert_eq!(ten.power(50).decimal(), format!("1{}", "0".repeat(50)));
    }

    #[test]
    fn quotients() {
        let of = |number| Factored::factorial(number);
        assert_eq!(of(10).divided_by(&of(7)).unwrap().number(), Some(720));
        assert_eq!(of(10).divided_by(&of(9)).unwrap(), [10].into_iter().collect());
        assert_eq!(of(7).divided_by(&of(11)), None);
        assert_eq!(of(7).divided_by(&[32].into_iter().collect()), None);
        assert_eq!(of(7).times(&of(3)).number(), Some(30240));
    }
}
