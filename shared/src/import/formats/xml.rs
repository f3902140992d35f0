//! Just enough XML to read what test suites write: elements, their text, comments and entities.

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element<'a> {
    pub name: &'a str,
    /// Its own text, without the white space around it.
    pub text: String,
    pub children: Vec<Element<'a>>,
    /// Where it begins, in bytes of the string.
    pub start: usize,
}

/// What is wrong, and at which byte.
pub(super) type Wrong = (usize, &'static str);

impl<'a> Element<'a> {
    /// The first child of that name.
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// All children of that name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text of the first child of that name; empty where there is none.
    pub fn text_of(&self, name: &str) -> &str {
        self.child(name).map_or("", |child| child.text.as_str())
    }

    /// Reads the element that a string begins with.
    pub fn read(string: &'a str) -> Result<Self, Wrong> {
        const DEEPEST: usize = 32;
        let mut open: Vec<Self> = Vec::new();
        let mut at = 0;
        loop {
            let rest = &string[at..];
            let next = rest.find('<').ok_or((string.len(), "the text ends within an element"))?;
            if let Some(element) = open.last_mut() {
                decode(&rest[..next], &mut element.text);
            }
            at += next;
            let rest = &string[at..];
            if let Some(comment) = rest.strip_prefix("<!--") {
                at += comment.find("-->").ok_or((at, "the comment does not end"))? + 7;
                continue;
            }
            let end = rest.find('>').ok_or((at, "the tag does not end"))?;
            let tag = &rest[1..end];
            let begin = at;
            at += end + 1;
            if tag.starts_with(['?', '!']) {
                continue;
            }
            let empty = tag.ends_with('/');
            match tag.strip_prefix('/') {
                None => {
                    let name = tag.trim_end_matches('/').split(char::is_whitespace).next().unwrap_or_default();
                    open.push(Self { name, start: begin, ..Self::default() });
                    if open.len() > DEEPEST {
                        return Err((begin, "elements stand too deep in each other"));
                    }
                }
                Some(name) if open.last().is_none_or(|element| element.name != name.trim()) => {
                    return Err((begin, "the tag ends another element than the last"));
                }
                Some(_) => {}
            }
            if empty || tag.starts_with('/') {
                let mut element = open.pop().ok_or((begin, "the tag ends no element"))?;
                element.text = element.text.split_whitespace().collect::<Vec<_>>().join(" ");
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => return Ok(element),
                }
            }
        }
    }
}

/// Adds a text with its entities read; what is no entity stands for itself.
fn decode(text: &str, to: &mut String) {
    const ENTITIES: [(&str, char); 5] =
        [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&apos;", '\'')];
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        to.push_str(&rest[..start]);
        rest = &rest[start..];
        let (shown, length) = ENTITIES
            .iter()
            .find(|(entity, _)| rest.starts_with(entity))
            .map_or(('&', 1), |(entity, shown)| (*shown, entity.len()));
        to.push(shown);
        rest = &rest[length..];
    }
    to.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_text_and_their_places() {
        let root = Element::read("<a><!-- <x> --><b k=\"1\">1 &lt;\n 2 &amp; &c;</b><e/><b>3</b></a> more").unwrap();
        assert_eq!(root.all("b").map(|b| &*b.text).collect::<Vec<_>>(), ["1 < 2 & &c;", "3"]);
        assert_eq!((root.text_of("e"), root.child("b").unwrap().start), ("", 15));
    }

    #[test]
    fn what_is_broken_says_where() {
        for (text, at) in [("<a><b></a>", 6), ("<a>", 3), ("<a><b", 3), ("<a><!-- x", 3), ("</a>", 0)] {
            assert_eq!(Element::read(text).unwrap_err().0, at, "{text}");
        }
        assert!(Element::read(&"<a>".repeat(100_000)).is_err());
    }
}
