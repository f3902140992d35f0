//! Where labels stand on an axis: at round numbers.

use super::Tick;
use crate::number::significant;

/// Evenly spaced ticks from `low` to `high`, about `wanted` of them, at multiples of 1, 2, 2.5 or 5 times a power of ten.
pub fn linear(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let step = nice_step((high - low) / wanted.max(1) as f64);
    if !step.is_finite() || step <= 0.0 {
        return Vec::new();
    }
    // A little slack, so that rounding does not lose the last tick.
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    let decimals = decimals(step);
    (first..=last)
        .map(|index| {
            let at = index as f64 * step;
            Tick { at, text: crate::number::fixed(at, decimals) }
        })
        .collect()
}

/// The nearest round number not below `rough`.
fn nice_step(rough: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let nice = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|nice| nice * power >= rough * (1.0 - 1e-9));
    nice.unwrap_or(10.0) * power
}

/// Digits after the point that tell multiples of `step` apart.
fn decimals(step: f64) -> usize {
    (0_u8..12)
        .find(|&digits| {
            let scaled = step * libm::pow(10.0, f64::from(digits));
            (scaled - scaled.round()).abs() < scaled * 1e-6
        })
        .map_or(12, usize::from)
}

/// Ticks of a logarithmic axis of sizes in bytes: powers of two, every second or third where they are many.
pub fn bytes(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    if !(low > 0.0 && high >= low && high.is_finite()) {
        return Vec::new();
    }
    let first = (libm::log2(low) - 1e-9).ceil() as i32;
    let last = (libm::log2(high) + 1e-9).floor() as i32;
    let step = usize::try_from(last - first).unwrap_or(0).div_ceil(wanted.max(1)).max(1);
    (first..=last)
        .step_by(step)
        .map(|power| {
            let at = libm::exp2(f64::from(power));
            Tick { at, text: bytes_text(at) }
        })
        .collect()
}

/// Ticks of a logarithmic axis of anything else: powers of ten, with 2 and 5 between them where they are few.
pub fn decades(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    if !(low > 0.0 && high >= low && high.is_finite()) {
        return Vec::new();
    }
    let first = libm::floor(libm::log10(low)) as i32;
    let last = libm::ceil(libm::log10(high)) as i32;
    let within = |at: f64| at >= low * (1.0 - 1e-9) && at <= high * (1.0 + 1e-9);
    let at = |factors: &[f64], step: usize| -> Vec<f64> {
        let powers = (first..=last).step_by(step).map(|power| libm::pow(10.0, f64::from(power)));
        powers.flat_map(|power| factors.iter().map(move |factor| factor * power)).filter(|at| within(*at)).collect()
    };
    let mut places = at(&[1.0, 2.0, 5.0], 1);
    if places.len() > wanted {
        let step = usize::try_from(last - first).unwrap_or(0).div_ceil(wanted.max(1)).max(1);
        places = at(&[1.0], step);
    }
    if places.len() < 2 {
        return linear(low, high, wanted).into_iter().filter(|tick| tick.at > 0.0).collect();
    }
    places.into_iter().map(|at| Tick { at, text: number_text(at) }).collect()
}

/// `8`, `512`, `2 KiB`, `8 MiB`: bytes are said by the axis' label.
pub fn bytes_text(bytes: f64) -> String {
    let units = ["", " KiB", " MiB", " GiB", " TiB"];
    let mut value = bytes;
    let mut unit = 0;
    while value >= 1024.0 && value % 1024.0 == 0.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{}{}", number_text(value), units[unit])
}

/// A round number without needless digits.
pub fn number_text(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    let text = significant(value, 4);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn the_chunk_sweep_has_the_ticks_of_its_post() {
        assert_eq!(texts(&bytes(8.0, 65_536.0, 7)), ["8", "32", "128", "512", "2 KiB", "8 KiB", "32 KiB"]);
        assert_eq!(texts(&linear(0.0, 108.2, 5)), ["0", "25", "50", "75", "100"]);
    }

    #[test]
    fn ticks_have_the_digits_that_they_need_and_no_more() {
        assert_eq!(texts(&linear(0.0, 1.1, 5)), ["0.00", "0.25", "0.50", "0.75", "1.00"]);
        assert_eq!(texts(&linear(0.0, 0.0021, 4)), ["0.000", "0.001", "0.002"]);
        assert_eq!(texts(&linear(100.0, 120.0, 6)), ["100", "105", "110", "115", "120"]);
        assert_eq!(texts(&linear(-3.0, 10.0, 5)), ["0", "5", "10"]);
        assert_eq!(texts(&decades(0.4, 30.0, 7)), ["0.5", "1", "2", "5", "10", "20"]);
        assert_eq!(texts(&decades(1.0, 1e9, 5)), ["1", "100", "10000", "1000000", "100000000"]);
    }

    #[test]
    fn sizes_are_said_in_their_own_units() {
        assert_eq!(bytes_text(1024.0), "1 KiB");
        assert_eq!(bytes_text(1437.0), "1437");
        assert_eq!(bytes_text(10_485_760.0), "10 MiB");
    }

    proptest! {
        #[test]
        fn ticks_are_few_ascending_and_inside(low in -1e6_f64..1e6, width in 1e-3_f64..1e9, wanted in 2_usize..9) {
            let high = low + width;
            let ticks = linear(low, high, wanted);
            prop_assert!(ticks.len() <= wanted + 1, "{ticks:?}");
            prop_assert!(ticks.windows(2).all(|pair| pair[0].at < pair[1].at && pair[0].text != pair[1].text), "{ticks:?}");
            let slack = width * 1e-6;
            prop_assert!(ticks.iter().all(|tick| tick.at >= low - slack && tick.at <= high + slack));
        }

        #[test]
        fn log_ticks_are_inside(low in 1e-6_f64..1e6, factor in 1.0_f64..1e9, wanted in 2_usize..9) {
            for ticks in [decades(low, low * factor, wanted), bytes(low, low * factor, wanted)] {
                prop_assert!(ticks.iter().all(|t| t.at >= low * 0.999_999 && t.at <= low * factor * 1.000_001));
                prop_assert!(ticks.windows(2).all(|pair| pair[0].at < pair[1].at));
            }
        }
    }
}
