//! Every view comes back from its query; no query is refused.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use shared::model::RunId;
use shared::view::{Chart, Columns, Hide, Layout, Sort, SortBy, View};

/// Text with what the grammar gives a meaning to.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9._:,*?\\\\ &=+%#/|-]{1,12}",
        any::<String>().prop_filter("values are not empty", |text| !text.is_empty()),
    ]
}

fn frozen() -> impl Strategy<Value = (Columns, Option<String>)> {
    let column = prop::collection::btree_set(any::<u16>(), 1..4).prop_shuffle_ids();
    prop::collection::vec(column, 1..6).prop_flat_map(|columns| {
        let base = (0..columns.len()).prop_map(|index| (index > 0).then(|| index.to_string()));
        (Just(Columns::Frozen(columns)), base)
    })
}

/// Turns numbers into run ids.
trait Ids: Strategy<Value = BTreeSet<u16>> + Sized {
    fn prop_shuffle_ids(self) -> impl Strategy<Value = Vec<RunId>> {
        self.prop_map(|numbers| numbers.iter().map(|number| RunId::of(&number.to_be_bytes())).collect())
    }
}

impl<S: Strategy<Value = BTreeSet<u16>>> Ids for S {}

fn live() -> impl Strategy<Value = (Columns, Option<String>)> {
    let by = prop::collection::btree_set(text(), 0..3).prop_map(|keys| keys.into_iter().collect::<Vec<_>>());
    let filter = prop::collection::vec((text(), any::<String>()), 0..3);
    let columns = (by, filter)
        .prop_filter("a live view says something", |(by, filter)| !(by.is_empty() && filter.is_empty()))
        .prop_map(|(by, filter)| Columns::Live { by, filter });
    (columns, prop::option::of(text()))
}

fn sort() -> impl Strategy<Value = Option<Sort>> {
    let by = prop::sample::select(SortBy::ALL.to_vec());
    prop::option::of((by, 0_usize..40, any::<bool>()).prop_map(|(by, column, descending)| Sort {
        by,
        column,
        descending,
    }))
}

fn chart() -> impl Strategy<Value = Option<Chart>> {
    let parts = (text(), prop::option::of(text()), prop::option::of(text()), any::<bool>());
    prop::option::of(parts.prop_map(|(benchmark, x, split, log)| Chart { benchmark, x, split, log }))
}

fn unit() -> impl Strategy<Value = BTreeMap<String, String>> {
    let all = vec![("rate", "B/s"), ("rate", "MB/s"), ("rate", "MiB/s"), ("time", "us"), ("time", "ns")];
    let owned = |(quantity, unit): (&str, &str)| (quantity.to_owned(), unit.to_owned());
    prop::collection::vec(prop::sample::select(all), 0..3).prop_map(move |units| units.into_iter().map(owned).collect())
}

/// A value of a canonical query with every plain character encoded too.
fn encoded(value: &str) -> String {
    let mut encoded = String::new();
    let mut bytes = value.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            encoded.push('%');
            encoded.extend(bytes.by_ref().take(2).map(char::from));
        } else {
            encoded.push_str(&format!("%{byte:02x}"));
        }
    }
    encoded
}

fn view() -> impl Strategy<Value = View> {
    let hide = prop::collection::btree_set(prop::sample::select(Hide::ALL.to_vec()), 0..4);
    let rows = prop::collection::vec(text(), 0..4);
    let at = prop::collection::btree_map(text(), prop::collection::btree_set(text(), 1..4), 0..3);
    let layout = prop_oneof![Just(Layout::Benchmarks), Just(Layout::Kernels)];
    let columns = prop_oneof![frozen(), live(), Just((Columns::default(), None))];
    (columns, rows, at, layout, hide, sort(), chart(), unit(), prop::option::of(text())).prop_map(
        |((columns, base), rows, at, layout, hide, sort, chart, unit, open)| View {
            columns,
            base,
            rows,
            at: at.into_iter().map(|(axis, values)| (axis, values.into_iter().collect())).collect(),
            layout,
            hide: hide.into_iter().collect(),
            sort,
            chart,
            unit: unit.into_iter().collect(),
            open,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_view_comes_back_from_its_query(view in view()) {
        let query = view.query();
        prop_assert!(query.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"'`#".contains(&byte)), "{query}");
        let parsed = View::parse(&query);
        prop_assert_eq!(&parsed.view, &view);
        prop_assert_eq!(parsed.reports, Vec::<String>::new());
    }

    #[test]
    fn a_query_encoded_to_the_last_character_means_the_same(view in view()) {
        let encoded = view.query().split('&').map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            if name.is_empty() { String::new() } else { format!("{name}={}", encoded(value)) }
        }).collect::<Vec<_>>().join("&");
        prop_assert_eq!(View::parse(&encoded).view, view);
    }

    #[test]
    fn any_query_parses_and_its_print_is_canonical(query in "((run|by|where|base|rows|at|layout|hide|sort|chart|x|split|scale|unit|open)=[a-z0-9.:,*%+\\\\]{0,30}&){0,8}.{0,20}") {
        let once = View::parse(&query).view;
        let again = View::parse(&once.query());
        prop_assert_eq!(again.reports, Vec::<String>::new());
        prop_assert_eq!(again.view.query(), once.query());
        prop_assert_eq!(again.view, once);
    }

    #[test]
    fn any_bytes_parse(bytes in any::<Vec<u8>>()) {
        View::parse(&String::from_utf8_lossy(&bytes));
    }
}
