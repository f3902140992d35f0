//! Elements by plain calls. `html!` unfolds into much code at every place; a page of tables is mostly the same few shapes,
//! and here each costs a call. Everything that goes in is text or an attribute's value, never markup.

use std::borrow::Cow;
use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::{Key, Listener, ListenerKind, VList, VTag, VText};

/// An element in the making.
pub struct El(Box<VTag>);

/// An element with these classes; none for an empty text.
#[inline(never)]
pub fn el(tag: &'static str, class: &'static str) -> El {
    let mut made = VTag::new(tag);
    if !class.is_empty() {
        made.add_attribute("class", class);
    }
    El(Box::new(made))
}

impl El {
    /// One attribute.
    pub fn attr(self, name: &'static str, value: impl Words) -> Self {
        self.attribute(name, value.words())
    }

    /// One attribute, if it has a value.
    pub fn maybe(self, name: &'static str, value: Option<impl Words>) -> Self {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// What reaches the element once it is on the page.
    #[inline(never)]
    pub fn node(mut self, node: &NodeRef) -> Self {
        self.0.node_ref = node.clone();
        self
    }

    /// What tells it from its siblings.
    #[inline(never)]
    pub fn key(mut self, key: String) -> Self {
        self.0.key = Some(Key::from(key));
        self
    }

    /// Text inside.
    pub fn text(self, text: impl Words) -> Self {
        self.put_text(text.words())
    }

    /// Anything inside.
    pub fn child(self, child: impl Into<Child>) -> Self {
        self.put(child.into().0)
    }

    /// Several things inside.
    pub fn children<C: Into<Child>>(self, children: impl IntoIterator<Item = C>) -> Self {
        children.into_iter().fold(self, El::child)
    }

    /// What stands in a field.
    #[inline(never)]
    pub fn value(mut self, value: String) -> Self {
        self.0.set_value(AttrValue::from(value));
        self
    }

    /// Whether a box is ticked.
    #[inline(never)]
    pub fn checked(mut self, checked: bool) -> Self {
        self.0.set_checked(checked);
        self
    }

    /// What a click does.
    pub fn on_click(self, run: impl Fn(Event) + 'static) -> Self {
        self.on("click", run)
    }

    /// What an event does.
    pub fn on(self, event: &'static str, run: impl Fn(Event) + 'static) -> Self {
        self.listen(event, Box::new(run))
    }

    #[inline(never)]
    fn listen(mut self, event: &'static str, run: Box<dyn Fn(Event)>) -> Self {
        self.0.add_listener(Rc::new(On { event, run }));
        self
    }

    /// Finished.
    #[inline(never)]
    pub fn html(self) -> Html {
        (*self.0).into()
    }

    #[inline(never)]
    fn attribute(mut self, name: &'static str, value: AttrValue) -> Self {
        self.0.add_attribute(name, value);
        self
    }

    #[inline(never)]
    fn put_text(mut self, text: AttrValue) -> Self {
        self.0.add_child(VText::new(text).into());
        self
    }

    #[inline(never)]
    fn put(mut self, child: Html) -> Self {
        self.0.add_child(child);
        self
    }
}

/// A listener of any kind: one, where yew has one a kind.
struct On {
    event: &'static str,
    run: Box<dyn Fn(Event)>,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        ListenerKind::other(Cow::Borrowed(self.event))
    }

    fn handle(&self, event: Event) {
        (self.run)(event);
    }

    fn passive(&self) -> bool {
        false
    }
}

/// A text: fixed, made for its place, or lent.
pub trait Words {
    /// As yew has it.
    fn words(self) -> AttrValue;
}

impl Words for &'static str {
    fn words(self) -> AttrValue {
        AttrValue::Static(self)
    }
}

impl Words for String {
    fn words(self) -> AttrValue {
        (&self).words()
    }
}

impl Words for &String {
    #[inline(never)]
    fn words(self) -> AttrValue {
        AttrValue::Rc(self.as_str().into())
    }
}

impl Words for AttrValue {
    fn words(self) -> AttrValue {
        self
    }
}

/// What can stand inside of an element.
pub struct Child(Html);

impl From<El> for Child {
    fn from(element: El) -> Self {
        Self(element.html())
    }
}

impl From<Html> for Child {
    fn from(html: Html) -> Self {
        Self(html)
    }
}

impl From<Option<El>> for Child {
    fn from(element: Option<El>) -> Self {
        Self(element.map(El::html).unwrap_or_default())
    }
}

/// An element with text alone.
pub fn said(tag: &'static str, class: &'static str, text: impl Words) -> El {
    el(tag, class).text(text)
}

/// A link that looks like a button.
pub fn button_to(href: impl Words, text: impl Words) -> El {
    said("a", "button", text).attr("href", href)
}

/// A switch that leads to the same page with another choice.
pub fn switch(href: String, on: bool, text: impl Words) -> El {
    button_to(href, text).attr("role", "button").attr("aria-pressed", if on { "true" } else { "false" })
}

/// A button.
pub fn button(text: impl Words) -> El {
    said("button", "button", text).attr("type", "button")
}

/// An entry of a list to choose from.
pub fn option(value: impl Words, name: impl Words, chosen: bool) -> El {
    said("option", "", name).attr("value", value).maybe("selected", chosen.then_some("selected"))
}

/// The head of a column in a plain table.
pub fn head(text: impl Words) -> El {
    said("th", "", text).attr("scope", "col")
}

/// The head of a row in a plain table.
pub fn row_head(text: impl Words) -> El {
    said("th", "", text).attr("scope", "row")
}

/// Names and what belongs to them.
pub fn pairs(pairs: impl IntoIterator<Item = (AttrValue, AttrValue)>) -> El {
    pairs
        .into_iter()
        .fold(el("dl", "facts"), |list, (name, value)| list.child(said("dt", "", name)).child(said("dd", "", value)))
}

/// A part of the page under a name of its own.
pub fn section(class: &'static str, name: &'static str) -> El {
    el("section", class).attr("aria-label", name)
}

/// Things one after another, without an element around them.
pub fn group(children: Vec<Html>) -> Html {
    VList::with_children(children, None).into()
}
