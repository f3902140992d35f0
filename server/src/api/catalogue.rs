//! `GET /api/v1/catalogue`: the benchmarks that this version knows.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use shared::catalogue::{self, AxisKind, AxisRole, Benchmark, Measure};
use shared::model::{AxisValue, Better, Role};
use utoipa::ToSchema;

use crate::answer::json;
use crate::http::Problem;
use crate::http::cached::respond_fresh;

#[derive(Serialize, ToSchema)]
struct Catalogue {
    benchmarks: Vec<BenchmarkItem>,
}

/// A benchmark's definition.
#[derive(Serialize, ToSchema)]
struct BenchmarkItem {
    /// Dotted id.
    id: &'static str,
    /// Version of its meaning.
    version: u32,
    /// Its name in a table's row.
    title: &'static str,
    /// What tells its rows apart.
    #[serde(skip_serializing_if = "str::is_empty")]
    detail: &'static str,
    /// The table that it stands in.
    group: &'static str,
    /// Its parameters.
    axes: Vec<AxisItem>,
    /// What is read at each point.
    measures: Vec<MeasureItem>,
    /// The method, in a sentence.
    method: &'static str,
    /// Where the method comes from.
    source: &'static str,
}

/// A parameter.
#[derive(Serialize, ToSchema)]
struct AxisItem {
    /// Its name in points.
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// `bytes`, `count` or `name`.
    kind: &'static str,
    /// `sweep` or `variant`.
    role: &'static str,
    /// The value that cells without this axis join.
    #[schema(value_type = Object)]
    reference: AxisValue,
}

/// A quantity.
#[derive(Serialize, ToSchema)]
struct MeasureItem {
    /// Its id.
    id: &'static str,
    /// Its base unit.
    unit: String,
    /// What one unit of work is.
    #[serde(skip_serializing_if = "str::is_empty")]
    per: &'static str,
    /// Which way is better.
    #[schema(value_type = String)]
    better: Better,
    /// Whether comparisons test it.
    #[schema(value_type = String)]
    role: Role,
    /// The smallest relative difference that is called one, on one CPU.
    floor: f64,
}

/// Lists the benchmarks that this version knows, in the order of tables.
#[utoipa::path(get, path = "/api/v1/catalogue", responses((status = 200, body = Catalogue)))]
pub async fn catalogue(headers: HeaderMap) -> Result<Response, Problem> {
    let body = json(&Catalogue { benchmarks: catalogue::all().map(item).collect() })?;
    Ok(respond_fresh(&headers, "application/json", "Accept-Encoding", body.into_bytes()))
}

fn item(benchmark: &'static Benchmark) -> BenchmarkItem {
    BenchmarkItem {
        id: benchmark.id,
        version: benchmark.version,
        title: benchmark.title,
        detail: benchmark.detail,
        group: benchmark.group.title(),
        axes: benchmark
            .axes
            .iter()
            .map(|axis| AxisItem {
                name: axis.name,
                title: axis.title,
                kind: match axis.kind {
                    AxisKind::Bytes => "bytes",
                    AxisKind::Count => "count",
                    AxisKind::Percentile => "percentile",
                    AxisKind::Name => "name",
                },
                role: match axis.role {
                    AxisRole::Sweep => "sweep",
                    AxisRole::Variant => "variant",
                },
                reference: axis.reference.value(),
            })
            .collect(),
        measures: benchmark.measures.iter().map(measure).collect(),
        method: benchmark.method,
        source: benchmark.source,
    }
}

fn measure(measure: &'static Measure) -> MeasureItem {
    MeasureItem {
        id: measure.id,
        unit: (measure.unit)().name().to_owned(),
        per: measure.per,
        better: measure.better,
        role: measure.role,
        floor: measure.floor.fraction(),
    }
}
