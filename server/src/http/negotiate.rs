//! Which form of an answer a client asks for: `format=`, `Accept`, `Accept-Encoding`.

use axum::http::{HeaderMap, HeaderName, header};

use super::Problem;

/// Forms of a comparison, a run or a published page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The page, which then asks for data itself.
    Html,
    /// The table for mail.
    Text,
    /// The same for a Markdown page.
    Markdown,
    /// A line a cell.
    Csv,
    /// Everything.
    Json,
}

impl Format {
    const ALL: [Self; 5] = [Self::Html, Self::Text, Self::Markdown, Self::Csv, Self::Json];

    /// The word after `format=`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// The media type, without parameters.
    fn media(self) -> (&'static str, &'static str) {
        match self {
            Self::Html => ("text", "html"),
            Self::Text => ("text", "plain"),
            Self::Markdown => ("text", "markdown"),
            Self::Csv => ("text", "csv"),
            Self::Json => ("application", "json"),
        }
    }

    /// The `Content-Type` that answers carry.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::Text => "text/plain; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
        }
    }
}

/// The form that `format=` names, else the one that `Accept` prefers among `offered`; the first of them where it is all
/// the same to the client, or where it accepts none.
pub fn format(query: &str, headers: &HeaderMap, offered: &[Format]) -> Result<Format, Problem> {
    if let Some(wanted) = parameter(query, "format") {
        let found = Format::ALL.into_iter().find(|format| format.name() == wanted && offered.contains(format));
        return found.ok_or_else(|| {
            let names: Vec<_> = offered.iter().map(|format| format.name()).collect();
            Problem::parameter("format", format!("format must be one of {}", names.join(", ")))
        });
    }
    let ranges = ranges(headers, &header::ACCEPT);
    let mut best = (0, offered[0]);
    for &format in offered {
        let (kind, subtype) = format.media();
        // The most specific range that covers the format decides.
        let quality = [format!("{kind}/{subtype}"), format!("{kind}/*"), "*/*".to_owned()]
            .iter()
            .find_map(|range| ranges.iter().find(|(name, _)| name == range))
            .map_or(0, |(_, quality)| *quality);
        if quality > best.0 {
            best = (quality, format);
        }
    }
    Ok(best.1)
}

/// The value of a plain parameter of a query.
pub fn parameter<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Whether the client reads a content coding.
pub fn accepts_coding(headers: &HeaderMap, coding: &str) -> bool {
    let codings = ranges(headers, &header::ACCEPT_ENCODING);
    let named =
        codings.iter().find(|(name, _)| name == coding).or_else(|| codings.iter().find(|(name, _)| name == "*"));
    named.is_some_and(|(_, quality)| *quality > 0)
}

/// The members of a list header with their quality in thousandths.
fn ranges(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, u16)> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|member| {
            let mut parts = member.split(';').map(str::trim);
            let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
            let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(1000, quality);
            Some((name, quality))
        })
        .collect()
}

/// `0.8` in thousandths; what cannot be read counts as wanted.
fn quality(text: &str) -> u16 {
    text.parse::<f32>().map_or(1000, |value| (value.clamp(0.0, 1.0) * 1000.0) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: [Format; 5] = Format::ALL;

    fn headers(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn the_client_says_which_form_it_wants() {
        let firefox = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for (accept, expected) in [
            ("text/plain", Format::Text),
            ("*/*", Format::Html),
            (firefox, Format::Html),
            ("text/markdown, text/plain;q=0.5", Format::Markdown),
            ("text/*;q=0.5, text/csv", Format::Csv),
            ("text/html;q=0, */*", Format::Text),
            ("application/json", Format::Json),
            ("image/png", Format::Html),
        ] {
            assert_eq!(format("", &headers(header::ACCEPT, accept), &PAGE).unwrap(), expected, "{accept}");
        }
        assert_eq!(format("a=1&format=csv", &HeaderMap::new(), &PAGE).unwrap(), Format::Csv);
        assert!(format("format=pdf", &HeaderMap::new(), &PAGE).is_err());
        assert!(format("format=html", &HeaderMap::new(), &[Format::Json]).is_err());
    }

    #[test]
    fn a_coding_is_used_only_where_it_is_accepted() {
        for (value, coding, expected) in [
            ("gzip, deflate, br, zstd", "br", true),
            ("gzip", "br", false),
            ("br;q=0, gzip", "br", false),
            ("*", "zstd", true),
            ("", "gzip", false),
        ] {
            assert_eq!(accepts_coding(&headers(header::ACCEPT_ENCODING, value), coding), expected, "{value} {coding}");
        }
    }
}
