//! Small valid run documents, written out by hand.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A valid measured run with one cell; `execution` tells documents apart.
pub fn small_document(execution: u64) -> Value {
    json!({
        "schema": 1,
        "collector": {"version": "0.1.0"},
        "preset": "quick",
        "started": "2026-11-30T12:00:00Z",
        "finished": "2026-11-30T12:01:00Z",
        "execution": format!("{execution:032x}"),
        "complete": true,
        "seed": 7,
        "provenance": {"kind": "measured"},
        "machine": {"cpu_model": "Example CPU", "arch": "x86_64"},
        "kernel": {"name": "Linux", "release": "6.1.0"},
        "groups": [{
            "benchmark": "ipc.pipe.latency",
            "version": 1,
            "placement": "same_cpu",
            "cells": [{
                "at": {"bytes": 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok",
                "ops": 1000, "elapsed_ns": [[3_000_000, 3_100_000, 3_050_000], [3_010_000, 3_000_500, 3_200_000]]
            }]
        }]
    })
}

/// The id of these bytes by the published rule: SHA-256, RFC 4648 base32 in lower case, first 26 characters.
pub fn id_of(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let bits = digest.iter().flat_map(|byte| (0..8).rev().map(move |bit| (byte >> bit) & 1));
    let bits: Vec<u8> = bits.collect();
    bits.chunks(5)
        .take(26)
        .map(|five| {
            let value = five.iter().fold(0u8, |value, bit| value << 1 | bit);
            char::from(if value < 26 { b'a' + value } else { b'2' + value - 26 })
        })
        .collect()
}
