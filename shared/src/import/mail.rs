//! What the head of a mail says of it: subject, day, list, Message-ID. Names and addresses of people are left.

use super::Text;

/// Fields of a head, as far as they are used or end another.
const FIELDS: [&str; 22] = [
    "Return-Path:",
    "Received:",
    "Message-ID:",
    "Message-Id:",
    "Date:",
    "From:",
    "X-Mailer:",
    "X-Accept-Language:",
    "MIME-Version:",
    "Mime-Version:",
    "To:",
    "Cc:",
    "CC:",
    "Subject:",
    "Content-Type:",
    "Content-Transfer-Encoding:",
    "Content-Disposition:",
    "User-Agent:",
    "Sender:",
    "X-Mailing-List:",
    "In-Reply-To:",
    "References:",
];

/// The head of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mail {
    /// Its subject.
    pub subject: Option<String>,
    /// Its day: `2002-08-05`.
    pub date: Option<String>,
    /// The list it went to: `linux-kernel`.
    pub list: Option<String>,
    /// Its Message-ID without angle brackets.
    pub message_id: Option<String>,
    /// The last word of the head that was used, exclusive.
    pub end: usize,
}

impl Mail {
    /// Finds the head of a mail at the beginning of a text, whether its lines were kept or not: at least a subject and a
    /// date.
    pub(super) fn find(text: &Text) -> Option<Self> {
        const FAR: usize = 600;
        let mut mail = Self::default();
        let words = text.word_count().min(FAR);
        let is_field = |word: &str| FIELDS.contains(&word);
        let mut at = 0;
        while at < words {
            let field = text.word(at);
            if !is_field(field) {
                at += 1;
                continue;
            }
            let end = (at + 1..words).find(|&index| is_field(text.word(index))).unwrap_or(words);
            let value = at + 1..end;
            match field {
                "Subject:" if mail.subject.is_none() => {
                    mail.subject = Some(short(text.phrase(on_its_lines(text, value))))
                }
                "Date:" if mail.date.is_none() => mail.date = date(text, value.start),
                "Message-ID:" | "Message-Id:" if mail.message_id.is_none() => {
                    let id = text.word(value.start).trim_matches(['<', '>']);
                    mail.message_id = Some(id.to_owned()).filter(|id| id.contains('@') && id.len() < 200);
                }
                "X-Mailing-List:" if mail.list.is_none() => {
                    mail.list = text.word(value.start).split_once('@').map(|(name, _)| short(name.to_owned()));
                    mail.end = value.start + 1;
                }
                _ => {}
            }
            mail.end = mail.end.max(at + 1);
            at += 1;
        }
        (mail.subject.is_some() && mail.date.is_some()).then_some(mail)
    }
}

/// A field's value ends with its line, unless the next lines are indented; a text without lines has no such end.
fn on_its_lines(text: &Text, value: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let first = text.line_of(value.start);
    let end = value
        .clone()
        .find(|&word| {
            let line = text.line_of(word);
            line > first && !text.line(line).starts_with([' ', '\t'])
        })
        .unwrap_or(value.end);
    value.start..end
}

/// The day of `Mon, 05 Aug 2002 18:02:27 -0500`, whose first word is at `at`.
fn date(text: &Text, at: usize) -> Option<String> {
    let skip = usize::from(text.word(at).ends_with(','));
    let (day, month, year) = (text.word(at + skip), text.word(at + skip + 1), text.word(at + skip + 2));
    day_of(day, month, year)
}

/// `5`, `Aug`, `2002` → `2002-08-05`.
pub(super) fn day_of(day: &str, month: &str, year: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    let day: u32 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
    let year: u32 = year.parse().ok().filter(|year| (1970..=9999).contains(year))?;
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

fn short(text: String) -> String {
    text.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_with_and_without_its_lines() {
        let lines = "Received: by x; Mon, 5 Aug 2002 19:03:05 -0400\nDate: Mon, 05 Aug 2002 18:02:27 -0500\n\
                     Subject: IPC lock\n patch\nX-Mailing-List: linux-kernel@vger.kernel.org\nLines: 2\n\nI ran it.\n";
        for text in [lines.to_owned(), lines.replace('\n', " ").replace("Lines:", "Content-Type:")] {
            let mail = Text::new(text.as_bytes()).unwrap().mail.unwrap();
            assert_eq!(mail.subject.as_deref(), Some("IPC lock patch"));
            assert_eq!(mail.date.as_deref(), Some("2002-08-05"));
            assert_eq!(mail.list.as_deref(), Some("linux-kernel"));
        }
        assert_eq!(Text::new(b"Date: today\nPipe latency: 5 microseconds\n").unwrap().mail, None);
    }
}
