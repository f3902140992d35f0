//! Where a comparison stands: its own page, or inside a run's or a published page, whose address names the runs
//! otherwise.

use shared::view::{Columns, View};

use super::shown::changed;

/// What links to changed views begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    path: &'static str,
    /// `id=…` on pages whose runs are fixed.
    id: Option<String>,
}

impl Place {
    /// The comparison page: the view names its runs.
    pub fn compare() -> Self {
        Self { path: "/compare/", id: None }
    }

    /// A page whose runs follow from an id.
    pub fn page(path: &'static str, id: &str) -> Self {
        Self { path, id: Some(id.to_owned()) }
    }

    /// The address of `view` here.
    pub fn href(&self, view: &View) -> String {
        let query = match &self.id {
            None => view.query(),
            Some(id) => {
                let choices = changed(view, |view| view.columns = Columns::default()).query();
                let id = super::query::encode(id);
                if choices.is_empty() { format!("id={id}") } else { format!("id={id}&{choices}") }
            }
        };
        super::route::Address { path: self.path.to_owned(), query }.href()
    }
}

#[cfg(test)]
mod tests {
    use shared::model::RunId;

    use super::*;

    #[test]
    fn a_page_that_fixes_its_runs_does_not_name_them_again() {
        let view = View {
            columns: Columns::Frozen(vec![vec![RunId::of(b"a")], vec![RunId::of(b"b")]]),
            open: Some("ipc.pipe.latency".to_owned()),
            ..View::default()
        };
        assert_eq!(Place::page("/published/", "2002 x").href(&view), "/published/?id=2002+x&open=ipc.pipe.latency");
        assert!(Place::compare().href(&view).starts_with("/compare/?run="));
        assert_eq!(Place::page("/run/", "x").href(&View::default()), "/run/?id=x");
    }
}
