//! A figure as an SVG document: for export, embedding and snapshots.

use plotters::drawing::IntoDrawingArea;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_svg::SVGBackend;

use super::Theme;
use super::draw::{Failure, draw_with};
use super::measure::text_width;
use super::pen::{Lettering, Pen, TEXT};
use crate::figure::{Figure, describe};

/// Units of the document in a pixel: places are whole numbers there.
const DENSITY: u32 = 4;

/// What the backend divides sizes of text by.
const TEXT_RATIO: f64 = 1.24;

/// Height of a line of the heading.
const LINE: f64 = 18.0;

/// The figure with its title and caption, `width` by `height` pixels.
pub fn svg(figure: &Figure, theme: &Theme, width: u32, height: u32) -> Result<String, Failure<SVGBackend<'static>>> {
    let mut document = String::new();
    let (width, height) = (width.clamp(200, 4000), height.clamp(150, 4000));
    {
        let size = (width * DENSITY, height * DENSITY);
        let root = SVGBackend::with_string(&mut document, size).into_drawing_area();
        let density = f64::from(DENSITY);
        let caption = lines(&figure.caption, f64::from(width) - 16.0);
        let heading = (caption.len() + 1) as f64 * LINE + 8.0;
        let page = Pen::new(&root, theme, density, TEXT_RATIO);
        page.fill()?;
        let bold = Lettering::new(theme.text, HPos::Left, VPos::Top).bold();
        page.text(&figure.title, (8.0, 8.0), bold)?;
        for (index, line) in caption.iter().enumerate() {
            let muted = Lettering::new(theme.muted, HPos::Left, VPos::Top);
            page.text(line, (8.0, 8.0 + (index + 1) as f64 * LINE), muted)?;
        }
        let margin = 8 * DENSITY as i32;
        let top = (heading * density) as i32 + margin;
        let body = root.clone().shrink((margin, top), (size.0 as i32 - 2 * margin, size.1 as i32 - top - margin));
        draw_with(figure, &Pen::new(&body, theme, density, TEXT_RATIO))?;
    }
    Ok(labelled(&document, figure, width, height))
}

/// The document at its size in pixels, and with words for those who do not see it.
fn labelled(document: &str, figure: &Figure, width: u32, height: u32) -> String {
    let body = document.split_once('>').map_or(document, |(_, body)| body);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\">\n<title>{}</title>\n<desc>{}</desc>{body}",
        width * DENSITY,
        height * DENSITY,
        escaped(&figure.title),
        escaped(&describe(figure)),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in lines of about `width` pixels.
fn lines(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            // A percent sign stays with its number.
            Some(line)
                if word.starts_with('%')
                    || text_width(line, TEXT, false) + text_width(word, TEXT, false) + 4.0 <= width =>
            {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{View, fixture};

    fn drawn(query: &str, comparison: &crate::compare::Comparison, width: u32, height: u32) -> String {
        let figure = crate::figure::of(&View::parse(query).view, comparison).unwrap();
        svg(&figure, &Theme::light(), width, height).unwrap()
    }

    #[test]
    fn the_chunk_sweep_of_2008() {
        insta::assert_snapshot!("chunk_sweep", drawn("chart=copy.sweep", &fixture::chunk_sweep(), 760, 360));
    }

    #[test]
    fn a_narrow_figure_has_its_labels_above() {
        insta::assert_snapshot!("chunk_sweep_narrow", drawn("chart=copy.sweep", &fixture::chunk_sweep(), 340, 300));
    }

    #[test]
    fn bars_of_four_kernels() {
        insta::assert_snapshot!("kernel_builds", drawn("chart=build.kernel", &fixture::kernels(), 760, 260));
    }

    #[test]
    fn six_curves_with_spreads_and_a_gap() {
        let rows = (3..=16).flat_map(|power| {
            ["memcpy", "pread", "pwrite"].iter().enumerate().map(move |(method, name)| {
                let chunk = 1_u64 << power;
                let cells = (0..2).map(|kernel| {
                    if (power, method, kernel) == (9, 1, 1) {
                        return fixture::absent(crate::compare::CellStatus::Failed);
                    }
                    // A copy takes a call and a time a byte.
                    let call = [2.0, 90.0, 110.0][method] * if kernel == 0 { 1.0 } else { 0.8 };
                    let rate = chunk as f64 / (call + chunk as f64 / 14.0) * 1e9;
                    let spread = [0.96, 0.99, 1.0, 1.01, 1.03].map(|factor| factor * rate);
                    fixture::measured(&format!("{:.0}", rate / 1_048_576.0), "1", &spread)
                });
                let point = [("chunk", chunk.into()), ("method", (*name).into())];
                fixture::row("copy.sweep", &point, "bandwidth", crate::model::Better::Higher, cells.collect())
            })
        });
        let unit = crate::number::Display::MIB_S;
        let table = fixture::table("Copying memory", unit, "", crate::model::Better::Higher, rows.collect());
        let columns = ["6.1.192", "6.18.44"].map(fixture::column).to_vec();
        let comparison = fixture::comparison(columns, vec![table]);
        insta::assert_snapshot!("six_curves", drawn("chart=copy.sweep", &comparison, 760, 400));
        insta::assert_snapshot!("six_curves_log", drawn("chart=copy.sweep&scale=log", &comparison, 760, 400));
    }

    #[test]
    fn response_by_percentiles_is_drawn_by_its_logarithm() {
        use crate::model::Better::Lower;
        // In µs, as they may be; a load under which round trips are few has no far percentiles.
        let loads = [
            ("none", &[8.0, 9.1, 15.0, 61.0, 540.0][..]),
            ("file_io", &[12.0, 40.0, 900.0, 4_000.0, 8_000.0]),
            ("process", &[2_800.0, 5_600.0, 8_400.0]),
        ];
        let rows = loads.into_iter().flat_map(|(load, times)| {
            [2_u64, 10, 100, 1_000, 10_000].into_iter().zip(times).map(move |(one_in, time)| {
                let starts = [0.9, 1.0, 1.1].map(|factor| factor * time * 1e3);
                let cell = fixture::measured(&crate::number::significant(*time, 4), "1", &starts);
                let point = [("load", load.into()), ("percentile", one_in.into())];
                fixture::row("load.response", &point, "response", Lower, vec![cell])
            })
        });
        let unit = crate::number::Display::US;
        let table = fixture::table("Response under load", unit, "round trip", Lower, rows.collect());
        let comparison = fixture::comparison(vec![fixture::column("6.18.44")], vec![table]);
        let document = drawn("chart=load.response&scale=log", &comparison, 760, 360);
        for text in ["p50", "p99", "p99.99", "percentile (log)", "µs per round trip, lower is better, log"] {
            assert!(document.contains(text), "{text}");
        }
        insta::assert_snapshot!("response", document);
    }

    #[test]
    fn throughput_by_users_has_its_crossover_marked() {
        use crate::model::Better::Higher;
        let cell =
            |value: f64| fixture::measured(&crate::number::significant(value, 4), "1", &[value * 0.99, value * 1.01]);
        let throughput = [1_u64, 2, 4, 8, 16].map(|users| {
            // Two CPUs, of which a user more takes a hundredth for itself.
            let jobs = |single: f64| single * (users as f64).min(2.0) / (1.0 + 0.01 * users as f64);
            let point = [("mix", "compute".into()), ("users", users.into())];
            fixture::row("load.multiuser", &point, "throughput", Higher, vec![cell(jobs(4_000.0)), cell(jobs(4_400.0))])
        });
        let crossovers = vec![cell(3.846), cell(4.154)];
        let crossover = fixture::row("load.multiuser", &[("mix", "compute".into())], "crossover", Higher, crossovers);
        let per_minute =
            fixture::table("Multiuser throughput", crate::number::Display::ONE, "", Higher, throughput.into());
        let places = fixture::table("Multiuser throughput", crate::number::Display::ONE, "", Higher, vec![crossover]);
        let columns = ["6.1.192", "6.18.44"].map(fixture::column).to_vec();
        let comparison = fixture::comparison(columns, vec![per_minute, places]);
        let document = drawn("chart=load.multiuser", &comparison, 760, 360);
        assert!(document.contains("crossover 3.846") && document.contains("crossover 4.154"));
        insta::assert_snapshot!("throughput", document);
    }
}
