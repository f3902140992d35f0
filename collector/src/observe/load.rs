//! Load, pressure, free memory and temperature at one moment.

use shared::model::Snapshot;

use super::{Root, memory};

/// Reads them now. The measured clock is for the caller to add.
pub fn snapshot(root: &Root) -> Snapshot {
    let load1 = root.text("/proc/loadavg").and_then(|text| text.split(' ').next()?.parse().ok());
    let pressure = ["cpu", "io", "memory"]
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), some_avg10(&root.text(&format!("/proc/pressure/{name}"))?)?)))
        .collect();
    Snapshot {
        load1: load1.filter(|load: &f64| load.is_finite()),
        pressure,
        memory_available: memory::meminfo(root, "MemAvailable"),
        cpu_hz: None,
        temperature_c: temperature(root),
    }
}

/// `some avg10=0.97 …`: per cent of the last ten seconds in which something waited.
fn some_avg10(text: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix("some "))?;
    let value: f64 = line.split(' ').find_map(|part| part.strip_prefix("avg10="))?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// The hottest sensor. Readings that no running machine has come from sensors that are not wired.
fn temperature(root: &Root) -> Option<f64> {
    let zones = root.names("/sys/class/thermal").into_iter().filter(|name| name.starts_with("thermal_zone"));
    let zones = zones.map(|name| format!("/sys/class/thermal/{name}/temp"));
    let chips = root.names("/sys/class/hwmon").into_iter().flat_map(|chip| {
        let folder = format!("/sys/class/hwmon/{chip}");
        let inputs =
            root.names(&folder).into_iter().filter(|name| name.starts_with("temp") && name.ends_with("_input"));
        inputs.map(move |name| format!("{folder}/{name}")).collect::<Vec<_>>()
    });
    zones
        .chain(chips)
        .filter_map(|path| root.number::<i64>(&path))
        .filter(|millidegrees| (1_000..=125_000).contains(millidegrees))
        .max()
        .map(|millidegrees| millidegrees as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn a_warm_and_busy_machine() {
        let machine = Fixture::of(&[
            ("/proc/loadavg", "1.25 0.80 0.50 2/345 6789\n"),
            ("/proc/pressure/cpu", "some avg10=0.97 avg60=12.01 avg300=16.51 total=97837870\nfull avg10=0.00\n"),
            ("/proc/meminfo", "MemAvailable:   2048 kB\n"),
            ("/sys/class/thermal/thermal_zone0/temp", "48000\n"),
            ("/sys/class/hwmon/hwmon1/temp2_input", "61500\n"),
            ("/sys/class/hwmon/hwmon1/temp3_input", "255000\n"),
        ]);
        let now = snapshot(&machine.root());
        assert_eq!(now.load1, Some(1.25));
        assert_eq!(now.pressure.into_iter().collect::<Vec<_>>(), [("cpu".to_owned(), 0.97)]);
        assert_eq!(now.memory_available, Some(2 << 20));
        assert_eq!(now.temperature_c, Some(61.5));
    }

    #[test]
    fn an_old_kernel_says_less() {
        assert_eq!(snapshot(&Fixture::of(&[]).root()), Snapshot::default());
    }
}
