//! Names that fit a column's header.

/// Characters of a header.
const WIDTH: usize = 16;

/// Names of at most 16 characters that stay distinct: whole where they fit, else without the middle, else without the
/// beginning that they share.
pub(super) fn shorten(names: &[String]) -> Vec<String> {
    let middle: Vec<String> = names.iter().map(|name| without_middle(name, WIDTH)).collect();
    if all_distinct(&middle) || !all_distinct(names) {
        return middle;
    }
    let shared = shared_beginning(names);
    let tails: Vec<String> = names
        .iter()
        .map(|name| format!("…{}", name.chars().skip(shared).collect::<String>()))
        .map(|name| without_middle(&name, WIDTH))
        .collect();
    if all_distinct(&tails) {
        return tails;
    }
    // Rather too wide than two columns of one name.
    names.to_vec()
}

/// A name without its middle where it is longer than `width`: beginning and end tell most.
fn without_middle(name: &str, width: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= width {
        return name.to_owned();
    }
    // The end starts a word where one of a fitting length does.
    let word = (4..=width / 2 + 2).rev().find(|&end| {
        let from = letters.len() - end;
        letters[from].is_alphanumeric() && !letters[from - 1].is_alphanumeric()
    });
    let end = word.unwrap_or(width / 2);
    let start = width - 1 - end;
    letters[..start].iter().chain(&['…']).chain(&letters[letters.len() - end..]).collect()
}

/// How many characters all names share at their beginning, up to the last separator.
fn shared_beginning(names: &[String]) -> usize {
    let first: Vec<char> = names.first().map(|name| name.chars().collect()).unwrap_or_default();
    let same = names
        .iter()
        .map(|name| name.chars().zip(&first).take_while(|(letter, other)| letter == *other).count())
        .min()
        .unwrap_or(0);
    first[..same].iter().rposition(|letter| !letter.is_alphanumeric()).map_or(0, |separator| separator + 1)
}

fn all_distinct(names: &[String]) -> bool {
    names.iter().collect::<crate::sorted::Set<_>>().len() == names.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(names: &[&str]) -> Vec<String> {
        shorten(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn names_that_fit_stay_whole() {
        assert_eq!(short(&["2.5.29s4", "2.5.29s4-ipc"]), ["2.5.29s4", "2.5.29s4-ipc"]);
        assert_eq!(short(&["CONFIG_MK7", "CONFIG_M686"]), ["CONFIG_MK7", "CONFIG_M686"]);
        assert_eq!(short(&["2.3.99-pre2-cw1", "3.4-STABLE"]), ["2.3.99-pre2-cw1", "3.4-STABLE"]);
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(short(&["6.1.0-rc3-00123-gabcdef0", "6.1.0"]), ["6.1.0-r…gabcdef0", "6.1.0"]);
        assert_eq!(short(&["2.5.65-mm2", "2.5.65-mm2-anobjrmap"]), ["2.5.65-mm2", "2.5.65…anobjrmap"]);
    }

    #[test]
    fn names_that_differ_in_the_middle_lose_what_they_share() {
        assert_eq!(
            short(&["6.1.0-alpha-build-7-of-the-branch", "6.1.0-alpha-build-8-of-the-branch"]),
            ["…7-of-the-branch", "…8-of-the-branch"]
        );
    }

    #[test]
    fn equal_names_stay_equal() {
        assert_eq!(short(&["same", "same"]), ["same", "same"]);
    }
}
