//! What importers write on: columns of figures, each a run to be.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue;
use crate::model::{Better, Cell, FailureKind, Group, Kernel, Machine, Point, Reason, Role, Status};
use crate::number::{Display, Unit};

use super::ImportError;
use super::number::Printed;

/// The columns that a text gives, in its order.
#[derive(Debug, Default)]
pub struct Sheet {
    columns: Vec<Column>,
    places: BTreeMap<String, usize>,
    notes: Vec<String>,
    whole: bool,
    left: BTreeSet<usize>,
}

/// One subject of a text: a kernel, a configuration, a machine.
#[derive(Debug, Default)]
pub struct Column {
    /// Its kernel, as far as it is stated.
    pub kernel: Kernel,
    /// What else tells it apart: `config` → `CONFIG_MK7`.
    pub labels: BTreeMap<String, String>,
    /// Its machine, as far as it is stated; never its name.
    pub machine: Machine,
    /// Day or time of the measurement, as documents write it.
    pub date: Option<String>,
    /// What else documents keep of conditions, by dotted key.
    pub conditions: BTreeMap<String, String>,
    /// What a reader must know of this column alone.
    pub notes: Vec<String>,
    figures: Vec<Figure>,
    points: BTreeSet<(String, Point)>,
    gaps: Vec<(Quantity, Point)>,
}

/// What a figure is one of.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Id of the benchmark: of the catalogue where the meaning is the same, else below `foreign.`.
    pub benchmark: String,
    /// Version of its meaning.
    pub version: u32,
    /// Id of the measure.
    pub measure: String,
    /// Whether comparisons test it.
    pub role: Role,
    /// Base unit.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// Name of the placement, where the text states one.
    pub placement: Option<String>,
}

impl Quantity {
    /// The first measure of a benchmark of the catalogue; none where the catalogue has no such benchmark.
    pub fn of(benchmark: &str) -> Option<Self> {
        let benchmark = catalogue::find(benchmark)?;
        let measure = benchmark.measures.first()?;
        Some(Self {
            benchmark: benchmark.id.to_owned(),
            version: benchmark.version,
            measure: measure.id.to_owned(),
            role: measure.role,
            unit: (measure.unit)(),
            better: measure.better,
            placement: None,
        })
    }

    /// A quantity that only another tool has: `foreign.lmbench.file_write`, `bandwidth`.
    pub fn foreign(id: &str, measure: &str, unit: Unit, better: Better) -> Self {
        let benchmark = format!("foreign.{id}");
        Self { benchmark, version: 1, measure: measure.to_owned(), role: Role::Primary, unit, better, placement: None }
    }

    /// The same as a figure that is shown and not tested.
    #[must_use]
    pub fn secondary(self) -> Self {
        Self { role: Role::Secondary, ..self }
    }
}

/// One printed figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it is one of.
    pub quantity: Quantity,
    /// At which point; what is not stated is absent.
    pub at: Point,
    /// In the quantity's base unit.
    pub value: f64,
    /// Its digits.
    pub printed: String,
    /// The unit that they are in.
    pub printed_unit: String,
    /// How many samples it stands for, where the text says so.
    pub n: Option<u64>,
    /// How they were reduced.
    pub reduced_by: Option<String>,
    /// What a reader must know of it.
    pub note: Option<String>,
    /// What a reader must know of all such figures of its run.
    pub remark: Option<String>,
    /// The word of the text that it was read from.
    pub word: usize,
}

impl Figure {
    /// A figure printed in a known unit.
    pub fn new(quantity: Quantity, at: Point, printed: &Printed, unit: Display, word: usize) -> Self {
        let value = printed.in_base(unit);
        Self { printed_unit: unit.ascii.to_owned(), ..Self::plain(quantity, at, printed, value, word) }
    }

    /// A figure whose printed unit is its base unit: `jobs/min`.
    pub fn in_own_unit(quantity: Quantity, at: Point, printed: &Printed, word: usize) -> Self {
        let printed_unit = quantity.unit.name().to_owned();
        Self { printed_unit, ..Self::plain(quantity, at, printed, printed.value(), word) }
    }

    fn plain(quantity: Quantity, at: Point, printed: &Printed, value: f64, word: usize) -> Self {
        Self {
            quantity,
            at,
            value,
            printed: printed.text.clone(),
            printed_unit: String::new(),
            n: None,
            reduced_by: None,
            note: None,
            remark: None,
            word,
        }
    }

    /// The same, standing for `n` samples, if that is known, that the source had reduced by `by`.
    #[must_use]
    pub fn reduced(self, by: &str, n: Option<u64>) -> Self {
        Self { reduced_by: Some(by.to_owned()), n, ..self }
    }

    /// The same with a note.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}

impl Column {
    /// Adds a figure, and its remark once. One that is there already at the same point gets another sample.
    pub fn put(&mut self, figure: Figure) {
        if let Some(remark) = &figure.remark {
            self.note(remark.clone());
        }
        self.points.insert((figure.quantity.benchmark.clone(), figure.at.clone()));
        self.figures.push(figure);
    }

    /// Says that the source has something at a point, but no figure: `inf`, or a time that came out as nothing.
    pub fn lacks(&mut self, quantity: Quantity, at: Point) {
        self.gaps.push((quantity, at));
    }

    /// How many figures were put.
    pub fn figure_count(&self) -> usize {
        self.figures.len()
    }

    /// Says something of this run, once.
    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Whether there is a figure of a benchmark at a point.
    pub fn has(&self, benchmark: &str, at: &Point) -> bool {
        self.points.contains(&(benchmark.to_owned(), at.clone()))
    }

    /// The figures that were put.
    pub(super) fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The figures as groups, in the order in which benchmarks came.
    ///
    /// # Errors
    /// Where two figures of one point are printed in different units: they cannot stand in one cell.
    pub(super) fn groups(&self, line: impl Fn(usize) -> usize) -> Result<Vec<Group>, ImportError> {
        let mut groups: Vec<Group> = Vec::new();
        let mut places: BTreeMap<(usize, &Point, &str), (usize, usize)> = BTreeMap::new();
        let mut of_benchmark: BTreeMap<(&str, Option<&str>), usize> = BTreeMap::new();
        for figure in &self.figures {
            let quantity = &figure.quantity;
            let group =
                *of_benchmark.entry((&quantity.benchmark, quantity.placement.as_deref())).or_insert_with(|| {
                    groups.push(group(quantity));
                    groups.len() - 1
                });
            let cells = &mut groups[group].cells;
            let key = (group, &figure.at, quantity.measure.as_str());
            match places.get(&key) {
                None => {
                    places.insert(key, (group, cells.len()));
                    cells.push(cell(figure));
                }
                Some(&(_, place)) => {
                    let cell = &mut cells[place];
                    if cell.printed_unit.as_deref() != Some(figure.printed_unit.as_str()) || cell.unit != quantity.unit
                    {
                        let problem = format!("{} is printed in two units", quantity.benchmark);
                        return Err(ImportError::line(line(figure.word), problem));
                    }
                    cell.values.push(vec![figure.value]);
                    cell.printed.push(figure.printed.clone());
                }
            }
        }
        self.put_gaps(&mut groups);
        Ok(groups)
    }

    /// Cells without a figure, where no other figure stands.
    fn put_gaps(&self, groups: &mut Vec<Group>) {
        for (quantity, at) in &self.gaps {
            let found = groups
                .iter()
                .position(|group| group.benchmark == quantity.benchmark && group.placement == quantity.placement);
            let place = found.unwrap_or_else(|| {
                groups.push(group(quantity));
                groups.len() - 1
            });
            let cells = &mut groups[place].cells;
            if !cells.iter().any(|cell| cell.at == *at && cell.measure == quantity.measure) {
                let mut gap =
                    Cell::new(at.clone(), &quantity.measure, quantity.role, quantity.unit.clone(), quantity.better);
                gap.status = Status::Failed;
                gap.reason = Some(Reason { kind: FailureKind::NotReported, call: None, errno: None, signal: None });
                cells.push(gap);
            }
        }
    }
}

fn group(quantity: &Quantity) -> Group {
    Group {
        benchmark: quantity.benchmark.clone(),
        version: quantity.version,
        fingerprint: None,
        placement: quantity.placement.clone(),
        starts: Vec::new(),
        cells: Vec::new(),
    }
}

fn cell(figure: &Figure) -> Cell {
    let quantity = &figure.quantity;
    let mut cell =
        Cell::new(figure.at.clone(), &quantity.measure, quantity.role, quantity.unit.clone(), quantity.better);
    cell.values = vec![vec![figure.value]];
    cell.printed = vec![figure.printed.clone()];
    cell.printed_unit = Some(figure.printed_unit.clone());
    cell.n = figure.n;
    cell.reduced_by.clone_from(&figure.reduced_by);
    cell.note.clone_from(&figure.note);
    cell
}

impl Sheet {
    /// The column of that key, which is new if there was none. Importers that find the same key, such as a kernel's
    /// release, write on the same column.
    pub fn column(&mut self, key: &str) -> &mut Column {
        let columns = &mut self.columns;
        let index = *self.places.entry(key.to_owned()).or_insert_with(|| {
            columns.push(Column::default());
            columns.len() - 1
        });
        &mut self.columns[index]
    }

    /// The column of a kernel, by its release as the text writes it.
    pub fn kernel(&mut self, name: &str, release: &str) -> &mut Column {
        let column = self.column(release);
        if column.kernel.release.is_empty() {
            release.clone_into(&mut column.kernel.release);
        }
        if column.kernel.name.is_empty() {
            name.clone_into(&mut column.kernel.name);
        }
        column
    }

    /// Says something of all runs, once.
    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Says that the last line is whole although it has no end: the column that its last figure fills is full.
    pub fn last_line_is_whole(&mut self) {
        self.whole = true;
    }

    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Says that a line among those that were read says nothing that is known, by its index.
    pub fn leave(&mut self, line: usize) {
        self.left.insert(line);
    }

    pub(super) fn leaves(&self, line: usize) -> bool {
        self.left.contains(&line)
    }

    pub(super) fn into_parts(self) -> (Vec<Column>, Vec<String>) {
        (self.columns, self.notes)
    }

    pub(super) fn columns(&self) -> &[Column] {
        &self.columns
    }
}
