//! Importers on whole texts: figures of real posts and files, and what becomes of texts that mails and editors damaged.

mod damage;
mod exports;
mod pages;
mod posts;
mod raw;
mod summaries;
mod support;
mod sweeps;
