//! Comparisons for tests, made of the figures that the published pages show.

use crate::compare::{Cell, CellStatus, Change, Column, Comparison, Counts, KeyValue, Mean, Row, RowKey, Table, Word};
use crate::model::{AxisValue, Better, Point, Role, RunId};
use crate::number::{Display, percent};

/// A column of published figures.
pub fn column(name: &str) -> Column {
    Column {
        name: format!("Linux {name}"),
        short: name.to_owned(),
        subject: vec![KeyValue { key: "kernel.release".to_owned(), value: name.to_owned() }],
        runs: vec![RunId::of(name.as_bytes())],
        boots: None,
        starts: 1,
        verdict: None,
        reference: true,
        differs: 0,
        merges: Vec::new(),
        source: Some("published, linux-kernel, 2002-08-05".to_owned()),
        barred: None,
        days: ("2002-08-05".to_owned(), "2002-08-05".to_owned()),
    }
}

/// A cell with that printed figure, `unit` being what it is printed in.
pub fn printed(text: &str, unit: Display) -> Cell {
    Cell {
        status: CellStatus::Ok,
        value: text.parse::<f64>().ok().map(|value| value * unit.factor),
        text: Some(text.to_owned()),
        starts: text.parse::<f64>().ok().map(|value| value * unit.factor).into_iter().collect(),
        samples: 1,
        runs: 1,
        reference: true,
        printed: vec![text.to_owned()],
        ..absent(CellStatus::Ok)
    }
}

/// A measured cell with these start values.
pub fn measured(text: &str, spread: &str, starts: &[f64]) -> Cell {
    let value = starts.iter().sum::<f64>() / starts.len() as f64;
    Cell {
        value: Some(value),
        text: Some(text.to_owned()),
        spread: Some(spread.to_owned()),
        starts: starts.to_vec(),
        samples: 7 * u32::try_from(starts.len()).expect("few starts"),
        runs: 1,
        ..absent(CellStatus::Ok)
    }
}

/// A cell without a figure.
pub fn absent(status: CellStatus) -> Cell {
    Cell {
        status,
        reason: None,
        value: None,
        text: None,
        spread: None,
        starts: Vec::new(),
        samples: 0,
        disturbed: 0,
        runs: 0,
        reference: false,
        unstated: Vec::new(),
        reduced: None,
        printed: Vec::new(),
        notes: Vec::new(),
    }
}

/// A row whose changes are those against the first cell.
pub fn row(benchmark: &str, point: &[(&str, AxisValue)], measure: &str, better: Better, cells: Vec<Cell>) -> Row {
    let changes = cells.iter().enumerate().map(|(index, cell)| {
        let (base, new) = (cells[0].value?, cell.value?);
        let improvement = match better {
            Better::Lower => (base - new) / base,
            Better::Higher | Better::Neutral => (new - base) / base,
        };
        let same = cells[0].reference == cell.reference;
        (index > 0 && same).then(|| Change {
            improvement,
            text: percent(improvement),
            low: None,
            high: None,
            word: Word::Untested,
            detectable: None,
            floor: None,
            single_boot: false,
            starts: 1,
        })
    });
    let changes = changes.collect();
    let title = crate::catalogue::find(benchmark).map_or(benchmark, |known| known.title).to_owned();
    let key = RowKey {
        benchmark: benchmark.to_owned(),
        version: 1,
        point: Point(point.iter().map(|(axis, value)| ((*axis).to_owned(), value.clone())).collect()),
        measure: measure.to_owned(),
    };
    Row { key, title, detail: String::new(), role: Role::Primary, cells, changes }
}

/// A table of these rows.
pub fn table(title: &str, unit: Display, per: &str, better: Better, rows: Vec<Row>) -> Table {
    let columns = rows.first().map_or(0, |row| row.cells.len());
    let mean = (0..columns).map(|column| {
        let changes: Option<Vec<f64>> =
            rows.iter().map(|row| row.changes[column].as_ref().map(|change| change.improvement)).collect();
        let changes = changes.filter(|changes| !changes.is_empty())?;
        let logs = changes.iter().map(|change| match better {
            Better::Lower => -libm::log(1.0 - change),
            Better::Higher | Better::Neutral => libm::log(1.0 + change),
        });
        let count = changes.len();
        let ratio = libm::exp(logs.sum::<f64>() / count as f64);
        let improvement = if better == Better::Lower { 1.0 - 1.0 / ratio } else { ratio - 1.0 };
        Some(Mean { improvement, rows: u32::try_from(count).ok()? })
    });
    Table {
        title: title.to_owned(),
        unit: unit.name.to_owned(),
        unit_ascii: unit.ascii.to_owned(),
        per: per.to_owned(),
        better,
        mean: mean.collect(),
        rows,
    }
}

/// A comparison of these columns with the first.
pub fn comparison(columns: Vec<Column>, tables: Vec<Table>) -> Comparison {
    let count = columns.len();
    Comparison {
        columns,
        base: 0,
        same: Vec::new(),
        differs: Vec::new(),
        facts: Vec::new(),
        tables,
        counts: vec![Counts::default(); count],
        mean: vec![None; count],
        notes: Vec::new(),
    }
}

/// The post of 2002-08-05: seven latencies of two kernels.
pub fn ipc_lock() -> Comparison {
    let figures = [
        ("ipc.pipe.latency", "12.51", "11.43"),
        ("ipc.unix.latency", "21.61", "19.82"),
        ("net.udp.latency", "36.28", "35.12"),
        ("net.tcp.latency", "56.90", "54.89"),
        ("net.rpc_tcp.latency", "123.30", "121.91"),
        ("net.rpc_udp.latency", "89.78", "88.70"),
        ("net.tcp.connect", "192.74", "187.76"),
    ];
    let rows = figures.map(|(benchmark, base, patched)| {
        let unstated = vec!["placement".to_owned()];
        let base = Cell { unstated: unstated.clone(), ..printed(base, Display::US) };
        let patched = Cell { unstated, reduced: Some("mean of 3".to_owned()), ..printed(patched, Display::US) };
        row(benchmark, &[("placement", "same_cpu".into())], "latency", Better::Lower, vec![base, patched])
    });
    let table =
        table("Local communication latency", Display::US, "round trip", Better::Lower, rows.into_iter().collect());
    comparison(vec![column("2.5.29s4"), column("2.5.29s4-ipc")], vec![table])
}

/// The post of 2008-10-08: two methods of one machine, by chunk.
pub fn chunk_sweep() -> Comparison {
    let memcpy = [
        "69.2", "69.2", "69.2", "69.2", "69.1", "69.1", "69.2", "69.0", "68.6", "68.0", "67.2", "64.7", "54.5", "47.4",
    ];
    let user = [
        "97.3", "97.3", "97.2", "96.8", "96.6", "96.6", "96.8", "97.8", "100.2", "91.5", "87.0", "75.0", "47.8", "41.5",
    ];
    let mut rows = Vec::new();
    for (method, figures) in [("kernel_memcpy", memcpy), ("copy_tofrom_user", user)] {
        for (index, figure) in figures.iter().enumerate() {
            let chunk = AxisValue::Integer(65_536 >> index);
            let point = [("method", method.into()), ("chunk", chunk), ("cache", "hot".into())];
            let cell = Cell { unstated: vec!["cache".to_owned()], ..printed(figure, Display::MIB_S) };
            rows.push(row("copy.sweep", &point, "bandwidth", Better::Higher, vec![cell]));
        }
    }
    let table = table("Copying memory", Display::MIB_S, "", Better::Higher, rows);
    comparison(vec![column("mpc8313")], vec![table])
}

/// The post of 2003-03-22: build times, pipe latency and bandwidth of four kernels.
pub fn kernels() -> Comparison {
    let names = ["2.5.65", "2.5.65-mm1", "2.5.65-mm2", "2.5.65-mm2-anobjrmap"];
    let builds = [
        ("build.autoconf", ["3845", "3898", "3895", "3824"]),
        ("build.kernel", ["1641", "1646", "1582", "1614"]),
        ("build.perl", ["1348", "1326", "1312", "1284"]),
    ];
    let cells = |figures: [&str; 4], unit| figures.iter().map(|figure| printed(figure, unit)).collect::<Vec<_>>();
    let build = |(benchmark, figures)| row(benchmark, &[], "elapsed", Better::Lower, cells(figures, Display::S));
    let latency = cells(["15.36", "15.80", "15.21", "14.11"], Display::US);
    let bandwidth = cells(["64.5", "63.3", "65.9", "65.1"], Display::MB_S);
    let latency = row("ipc.pipe.latency", &[], "latency", Better::Lower, latency);
    let bandwidth = row("ipc.pipe.bandwidth", &[], "bandwidth", Better::Higher, bandwidth);
    comparison(
        names.iter().map(|name| column(name)).collect(),
        vec![
            table("Local communication latency", Display::US, "round trip", Better::Lower, vec![latency]),
            table("Local communication bandwidth", Display::MB_S, "", Better::Higher, vec![bandwidth]),
            table("Build times", Display::S, "build", Better::Lower, builds.into_iter().map(build).collect()),
        ],
    )
}
