//! Parts of the page with a state of their own. Each component of yew's brings two to three kilobytes of code for itself
//! alone; here one component stands for all, and what differs lies behind a pointer.

use std::any::{Any, type_name};
use std::rc::Rc;

use web_sys::Element;
use yew::functional::{Hook, HookContext};
use yew::prelude::*;
use yew::virtual_dom::{Key, VComp};

use crate::hooks::Hooks;

/// A part of the page. Its fields are its properties: it is drawn anew when they or its state are no longer equal to what
/// they were.
pub trait Part: PartialEq + 'static {
    /// What it shows. Every call takes the same hooks in the same order.
    fn show(&self, hooks: &mut Hooks) -> Html;
}

/// Puts a part on the page.
pub fn part<P: Part>(part: P) -> Html {
    keyed("", part)
}

/// Puts one of several parts of a kind on the page, which `key` tells from its siblings.
pub fn keyed<P: Part>(key: &str, part: P) -> Html {
    mount([type_name::<P>(), key].concat(), Rc::new(part))
}

/// Puts a part into `root`, as the whole page.
pub fn render<P: Part>(root: Element, part: P) {
    yew::Renderer::<Shell>::with_root_and_props(root, Props { inside: Inside(Rc::new(part)) }).render();
}

/// Every kind has keys of its own, so that yew never hands the state of one kind to another.
fn mount(key: String, part: Rc<dyn AnyPart>) -> Html {
    VComp::new::<Shell>(Rc::new(Props { inside: Inside(part) }), Some(Key::from(key))).into()
}

/// A part of any type.
trait AnyPart: Any {
    fn draw(&self, hooks: &mut Hooks) -> Html;
    fn same(&self, other: &dyn Any) -> bool;
}

impl<P: Part> AnyPart for P {
    fn draw(&self, hooks: &mut Hooks) -> Html {
        self.show(hooks)
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// A part as a property.
struct Inside(Rc<dyn AnyPart>);

impl PartialEq for Inside {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

/// Properties of [`Shell`].
#[derive(Properties, PartialEq)]
struct Props {
    inside: Inside,
}

/// The one component of yew's.
#[component]
fn Shell(props: &Props) -> Html {
    use_inside(&props.inside)
}

/// Draws a part with the hooks of the component around it.
fn use_inside(inside: &Inside) -> impl Hook<Output = Html> {
    Drawn(Rc::clone(&inside.0))
}

/// A part to be drawn.
struct Drawn(Rc<dyn AnyPart>);

impl Hook for Drawn {
    type Output = Html;

    fn run(self, context: &mut HookContext) -> Html {
        self.0.draw(&mut Hooks::new(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq)]
    struct Count(u32);

    #[derive(PartialEq)]
    struct Size(u32);

    impl Part for Count {
        fn show(&self, _: &mut Hooks) -> Html {
            Html::default()
        }
    }

    impl Part for Size {
        fn show(&self, _: &mut Hooks) -> Html {
            Html::default()
        }
    }

    #[test]
    fn parts_are_equal_where_kind_and_properties_are() {
        let inside = |part: Rc<dyn AnyPart>| Inside(part);
        assert!(inside(Rc::new(Count(1))) == inside(Rc::new(Count(1))));
        assert!(inside(Rc::new(Count(1))) != inside(Rc::new(Count(2))));
        assert!(inside(Rc::new(Count(1))) != inside(Rc::new(Size(1))));
    }

    #[test]
    fn another_kind_at_the_same_place_is_another_component() {
        assert!(part(Count(1)) == part(Count(1)));
        assert!(part(Count(1)).key() == part(Count(2)).key());
        assert!(part(Count(1)).key() != part(Size(1)).key());
        assert!(keyed("a", Count(1)).key() != keyed("b", Count(1)).key());
    }
}
