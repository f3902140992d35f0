//! Figures of any values are drawn inside their area, the same at every density.

use plotters::drawing::IntoDrawingArea;
use plotters_svg::SVGBackend;
use proptest::prelude::*;

use super::*;
use crate::figure::{Axis, Figure, Flag, Kind, Mark, Scale, Series, Shade, Tick, of};
use crate::view::{View, fixture};

fn layout(figure: &Figure, scale: f64) -> Layout {
    let mut document = String::new();
    let size = ((640.0 * scale) as u32, (320.0 * scale) as u32);
    let root = SVGBackend::with_string(&mut document, size).into_drawing_area();
    draw(figure, &Theme::light(), scale, &root).expect("text takes every stroke")
}

#[test]
fn the_layout_is_the_same_at_every_density() {
    let figure = of(&View::parse("chart=copy.sweep").view, &fixture::chunk_sweep()).unwrap();
    let once = layout(&figure, 1.0);
    assert_eq!(once.spots.len(), 28);
    for scale in [1.5, 2.0, 3.0] {
        assert_eq!(layout(&figure, scale), once);
    }
    let first = once.spots[0];
    assert!((first.x - once.plot.left).abs() < 1e-9, "the smallest chunk stands at the left edge");
    let best = once.spots.iter().min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    assert_eq!(figure.series[best.series].points[best.point].y_text, "100.2 MiB/s");
}

/// Values as they come, or as they should not.
fn value() -> impl Strategy<Value = f64> {
    prop_oneof![0.0_f64..1e9, -1e3_f64..1e3, Just(f64::NAN), Just(f64::INFINITY), Just(0.0), Just(1e300)]
}

fn mark() -> impl Strategy<Value = Mark> {
    let option = || prop::option::of(value());
    (value(), option(), option(), option(), ".{0,12}").prop_map(|(x, y, low, high, text)| Mark {
        x,
        x_text: text.clone(),
        y,
        y_text: text,
        low,
        high,
    })
}

fn axis() -> impl Strategy<Value = Axis> {
    let tick = (value(), ".{0,12}").prop_map(|(at, text)| Tick { at, text });
    let scale = prop_oneof![Just(Scale::Linear), Just(Scale::Log)];
    (".{0,30}", scale, value(), value(), prop::collection::vec(tick, 0..6))
        .prop_map(|(label, scale, low, high, ticks)| Axis { label, scale, low, high, ticks })
}

fn figure() -> impl Strategy<Value = Figure> {
    let flag = (value(), ".{0,20}").prop_map(|(x, text)| Flag { x, text });
    let series = (".{0,30}", 0_usize..20, prop::collection::vec(mark(), 0..30), prop::collection::vec(flag, 0..3))
        .prop_map(|(label, style, points, flags)| Series { label, style, points, flags });
    let shade = (0_usize..9, 0_usize..9, value(), value()).prop_map(|(better, worse, from, to)| Shade {
        better,
        worse,
        from,
        to,
    });
    let kind = prop_oneof![Just(Kind::Curves), Just(Kind::Bars)];
    let parts = (axis(), axis(), prop::collection::vec(series, 0..8), prop::collection::vec(shade, 0..3), kind);
    (".{0,30}", ".{0,90}", parts).prop_map(|(title, caption, (x, y, series, shades, kind))| Figure {
        title,
        caption,
        x,
        y,
        series,
        shades,
        kind,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_figure_is_drawn(figure in figure()) {
        let document = svg(&figure, &Theme::light(), 640, 320).unwrap();
        let drawn = document.split_once("</desc>").map_or("", |(_, drawn)| drawn);
        prop_assert!(document.starts_with("<svg ") && document.trim_end().ends_with("</svg>"));
        for polyline in drawn.split("<polyline ").skip(1) {
            let points = polyline.split_once("points=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |p| p.0);
            for point in points.split_whitespace() {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
                prop_assert!((-64..=640 * 4 + 64).contains(&x) && (-64..=320 * 4 + 64).contains(&y), "{point}");
            }
        }
        for spot in layout(&figure, 1.0).spots {
            prop_assert!(spot.x.is_finite() && spot.y.is_finite());
        }
    }
}
