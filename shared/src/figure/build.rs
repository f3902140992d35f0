//! View and comparison → figure.

use super::Figure;
use super::bars::bars;
use super::curves::curves;
use crate::compare::Comparison;
use crate::view::View;

/// The chart of a view: curves of the benchmark that `chart=` names, or bars where it has no sweep; without `chart=`, bars
/// of the row that is open. Nothing where no figure is there to draw.
pub fn of(view: &View, comparison: &Comparison) -> Option<Figure> {
    if let Some(chart) = &view.chart {
        return curves(chart, comparison);
    }
    let open = view.open.as_ref()?;
    let rows = comparison.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let (table, row) = rows.into_iter().find(|(_, row)| row.key.text() == *open)?;
    bars(table, row, comparison)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Kind, Scale};
    use crate::view::fixture;

    fn texts(figure: &Figure) -> Vec<&str> {
        figure.x.ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn the_chunk_sweep_is_one_chart_of_two_curves() {
        let view = View::parse("chart=copy.sweep").view;
        let figure = of(&view, &fixture::chunk_sweep()).unwrap();
        assert_eq!(figure.kind, Kind::Curves);
        assert_eq!(figure.title, "Copy, by chunk");
        assert_eq!(figure.x.label, "chunk (bytes, log)");
        assert_eq!(figure.x.scale, Scale::Log);
        assert_eq!((figure.x.low, figure.x.high), (8.0, 65_536.0));
        assert_eq!(texts(&figure), ["8", "32", "128", "512", "2 KiB", "8 KiB", "32 KiB"]);
        assert_eq!(figure.y.label, "MiB/s, higher is better");
        assert_eq!(figure.y.low, 0.0, "an honest zero");
        let labels: Vec<_> = figure.series.iter().map(|series| series.label.as_str()).collect();
        assert_eq!(labels, ["kernel_memcpy", "copy_tofrom_user"]);
        for series in &figure.series {
            assert_eq!(series.points.len(), 14);
        }
        let user = &figure.series[1].points;
        assert_eq!((user[5].x_text.as_str(), user[5].y_text.as_str()), ("256 B", "100.2 MiB/s"));
        assert_eq!(user[13].x_text, "64 KiB");
        assert_eq!(
            figure.caption,
            "copy_tofrom_user is faster from 32 B up, by up to 46 % at 256 B; kernel_memcpy up to 16 B, by up to 14 % at 8 B"
        );
        let shades: Vec<_> = figure.shades.iter().map(|shade| (shade.better, shade.from, shade.to)).collect();
        assert_eq!(shades, [(0, 8.0, 16.0), (1, 32.0, 65_536.0)]);
    }

    #[test]
    fn values_can_be_drawn_by_their_logarithm() {
        let view = View::parse("chart=copy.sweep&scale=log").view;
        let figure = of(&view, &fixture::chunk_sweep()).unwrap();
        assert_eq!(figure.y.scale, Scale::Log);
        assert!(figure.y.low > 0.0 && figure.y.low < 41.5 && figure.y.high > 100.2);
    }

    #[test]
    fn an_open_row_is_drawn_as_bars() {
        let view = View::parse("open=ipc.pipe.latency%20placement=same_cpu").view;
        let figure = of(&view, &fixture::ipc_lock()).unwrap();
        assert_eq!(figure.kind, Kind::Bars);
        assert_eq!(figure.series.len(), 2);
        assert_eq!(figure.series[1].points[0].y_text, "11.43 µs");
        assert_eq!(figure.caption, "2.5.29s4-ipc is better than 2.5.29s4 by 8.6 %");
    }

    #[test]
    fn a_benchmark_without_a_sweep_is_drawn_as_bars_and_an_unknown_one_not_at_all() {
        let chart = |query: &str| of(&View::parse(query).view, &fixture::ipc_lock());
        assert_eq!(chart("chart=net.udp.latency").map(|figure| figure.kind), Some(Kind::Bars));
        assert_eq!(chart("chart=no.such"), None);
        assert_eq!(chart("open=no.such"), None);
        assert_eq!(chart(""), None);
    }
}
