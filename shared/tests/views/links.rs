//! Links that were once given out mean the same for ever.

use shared::view::View;

#[test]
fn every_old_link_has_its_canonical_form() {
    let mut links = 0;
    for line in include_str!("../links.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (url, canonical) = line.split_once('\t').expect("two columns");
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let parsed = View::parse(query);
        assert_eq!(parsed.view.query(), canonical, "{url}");
        assert_eq!(View::parse(canonical).view, parsed.view, "{url}");
        assert_eq!(View::parse(canonical).reports, Vec::<String>::new(), "{url}");
        links += 1;
    }
    assert!(links > 20, "the fixture is read");
}

#[test]
fn hashes_of_views_never_change() {
    // printf 'run=…&run=…' | sha256sum | xxd -r -p | base32 | tr A-Z a-z | cut -c1-16
    let view = View::parse("run=t7o4aa565qi6nunkbkyldklk6w&run=6blmjg5iv3vbbd5z6m46k32nbm").view;
    assert_eq!(view.hash(), "plv4d6jyucnl3ya7");
}
