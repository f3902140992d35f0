//! Which page an address stands for. Pages lie at fixed paths and all state in the query, so that any file server can
//! host them.

use shared::model::RunId;

use super::query;

/// An address inside the explorer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// `/compare/`.
    pub path: String,
    /// The query without its `?`.
    pub query: String,
}

impl Address {
    /// As a link.
    pub fn href(&self) -> String {
        if self.query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, self.query) }
    }

    /// The page that it names.
    pub fn route(&self) -> Route {
        match self.path.as_str() {
            "/" | "/index.html" => Route::Home,
            "/runs/" => Route::Runs,
            "/run/" => match query::get(&self.query, "id").as_deref().map(RunId::parse) {
                Some(Some(id)) => Route::Run(id),
                _ => Route::Unknown,
            },
            "/published/" => Route::Published(query::get(&self.query, "id").unwrap_or_default()),
            "/benchmarks/" => Route::Benchmarks,
            "/compare/" => Route::Compare,
            "/v/" => Route::Frozen(self.query.split('&').next().unwrap_or_default().to_owned()),
            _ => Route::Unknown,
        }
    }
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// What this is, and what is new.
    Home,
    /// The list of runs.
    Runs,
    /// One run.
    Run(RunId),
    /// A published page.
    Published(String),
    /// The catalogue.
    Benchmarks,
    /// A comparison.
    Compare,
    /// A frozen view by its hash.
    Frozen(String),
    /// No page.
    Unknown,
}

impl Route {
    /// Whether going from `before` to this page is a choice on the same page, where the reader stays where they are.
    pub fn continues(&self, before: &Self) -> bool {
        self == before || matches!((before, self), (Self::Frozen(_), Self::Compare))
    }
}

/// True for paths that the explorer shows itself, rather than the server.
pub fn is_page(path: &str) -> bool {
    Address { path: path.to_owned(), query: "id=aaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned() }.route() != Route::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(href: &str) -> Address {
        let (path, query) = href.split_once('?').unwrap_or((href, ""));
        Address { path: path.to_owned(), query: query.to_owned() }
    }

    #[test]
    fn an_address_names_its_page() {
        let id = "xj4bnp4pahh6uqkbidpf3lrceo";
        for (href, route) in [
            ("/", Route::Home),
            ("/runs/?filter=x", Route::Runs),
            ("/run/?id=xj4bnp4pahh6uqkbidpf3lrceo&open=y", Route::Run(RunId::parse(id).expect("an id"))),
            ("/run/?id=short", Route::Unknown),
            ("/published/?id=2002-08-05-ipc-lock", Route::Published("2002-08-05-ipc-lock".to_owned())),
            ("/compare/?run=a", Route::Compare),
            ("/v/?abcdefghijklmnop", Route::Frozen("abcdefghijklmnop".to_owned())),
            ("/compare", Route::Unknown),
        ] {
            assert_eq!(address(href).route(), route, "{href}");
            assert_eq!(address(href).href(), href);
        }
    }

    #[test]
    fn a_choice_on_a_frozen_view_stays_in_place() {
        assert!(Route::Compare.continues(&Route::Frozen("abc".to_owned())));
        assert!(Route::Compare.continues(&Route::Compare));
        assert!(!Route::Compare.continues(&Route::Home));
    }

    #[test]
    fn the_api_is_not_a_page() {
        assert!(is_page("/run/"));
        assert!(!is_page("/api/v1/runs"));
    }
}
