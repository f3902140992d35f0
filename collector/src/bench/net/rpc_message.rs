//! Messages of ONC RPC version 2 (RFC 5531): a call with one character and its answer, without authentication.
//!
//! All fields are XDR (RFC 4506): 32 bits each, big-endian. A character travels as an integer.

/// Bytes of a call: six fields of the call, two of each of credential and verifier, one of the argument.
pub const CALL: usize = 44;
/// Bytes of a reply: three fields, two of the verifier, the status, the result.
pub const REPLY: usize = 28;
/// Bytes of the mark before a record on a byte stream.
pub const MARK: usize = 4;

/// The RPC version.
const RPC_VERSION: u32 = 2;
/// A program number from the range that RFC 5531 section 13 leaves to users.
const PROGRAM: u32 = 0x2000_0001;
/// Its version.
const VERSION: u32 = 1;
/// Its one procedure, besides 0, which does nothing by convention: sends a character back.
const PROCEDURE: u32 = 1;
/// `msg_type` of a call.
const IS_CALL: u32 = 0;
/// `msg_type` of a reply.
const IS_REPLY: u32 = 1;
/// `reply_stat` of a call that was accepted.
const ACCEPTED: u32 = 0;
/// `accept_stat` of a call that was executed.
const SUCCESS: u32 = 0;
/// Flavour of empty credentials and verifiers.
const AUTH_NONE: u32 = 0;
/// The bit of a mark that says that its fragment is the record's last.
const LAST_FRAGMENT: u32 = 1 << 31;

/// The call numbered `xid` with one character.
#[inline]
pub fn call(xid: u32, character: u8) -> [u8; CALL] {
    encode([xid, IS_CALL, RPC_VERSION, PROGRAM, VERSION, PROCEDURE, AUTH_NONE, 0, AUTH_NONE, 0, u32::from(character)])
}

/// The number and the character of a call; none where it is no such call.
#[inline]
pub fn decode_call(bytes: &[u8]) -> Option<(u32, u8)> {
    let [xid, fields @ .., character] = decode::<11>(bytes)?;
    let right = fields == [IS_CALL, RPC_VERSION, PROGRAM, VERSION, PROCEDURE, AUTH_NONE, 0, AUTH_NONE, 0];
    let character = u8::try_from(character).ok()?;
    right.then_some((xid, character))
}

/// The reply to the call numbered `xid`: it was executed, and this is its result.
#[inline]
pub fn reply(xid: u32, character: u8) -> [u8; REPLY] {
    encode([xid, IS_REPLY, ACCEPTED, AUTH_NONE, 0, SUCCESS, u32::from(character)])
}

/// The number and the result of a reply; none where it is no reply, or the call was denied or failed.
#[inline]
pub fn decode_reply(bytes: &[u8]) -> Option<(u32, u8)> {
    let [xid, fields @ .., character] = decode::<7>(bytes)?;
    let right = fields == [IS_REPLY, ACCEPTED, AUTH_NONE, 0, SUCCESS];
    let character = u8::try_from(character).ok()?;
    right.then_some((xid, character))
}

/// The mark of a record of one fragment of that length (RFC 5531 section 11).
#[inline]
pub fn mark(length: u32) -> [u8; MARK] {
    (LAST_FRAGMENT | length).to_be_bytes()
}

/// The length of the fragment after a mark; none where it is not the record's last.
#[inline]
pub fn decode_mark(bytes: [u8; MARK]) -> Option<u32> {
    let mark = u32::from_be_bytes(bytes);
    (mark & LAST_FRAGMENT != 0).then_some(mark & !LAST_FRAGMENT)
}

#[inline]
fn encode<const FIELDS: usize, const BYTES: usize>(fields: [u32; FIELDS]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (place, field) in bytes.chunks_exact_mut(4).zip(fields) {
        place.copy_from_slice(&field.to_be_bytes());
    }
    bytes
}

#[inline]
fn decode<const FIELDS: usize>(bytes: &[u8]) -> Option<[u32; FIELDS]> {
    let mut fields = [0; FIELDS];
    if bytes.len() != 4 * FIELDS {
        return None;
    }
    for (field, place) in fields.iter_mut().zip(bytes.chunks_exact(4)) {
        *field = u32::from_be_bytes(place.try_into().ok()?);
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `rpc_msg` and `call_body` of RFC 5531 section 9, field by field.
    #[test]
    fn a_call_is_laid_out_as_the_rfc_says() {
        let expected = [
            [0x12, 0x34, 0x56, 0x78], // xid
            [0, 0, 0, 0],             // mtype: CALL
            [0, 0, 0, 2],             // rpcvers
            [0x20, 0, 0, 1],          // prog
            [0, 0, 0, 1],             // vers
            [0, 0, 0, 1],             // proc
            [0, 0, 0, 0],             // cred.flavor: AUTH_NONE
            [0, 0, 0, 0],             // cred.body: length 0
            [0, 0, 0, 0],             // verf.flavor: AUTH_NONE
            [0, 0, 0, 0],             // verf.body: length 0
            [0, 0, 0, b'a'],          // the argument
        ];
        assert_eq!(call(0x1234_5678, b'a').as_slice(), expected.as_flattened());
        assert_eq!(decode_call(expected.as_flattened()), Some((0x1234_5678, b'a')));
    }

    /// `reply_body` and `accepted_reply` of RFC 5531 section 9.
    #[test]
    fn a_reply_is_laid_out_as_the_rfc_says() {
        let expected = [
            [0, 0, 0, 9],    // xid
            [0, 0, 0, 1],    // mtype: REPLY
            [0, 0, 0, 0],    // stat: MSG_ACCEPTED
            [0, 0, 0, 0],    // verf.flavor: AUTH_NONE
            [0, 0, 0, 0],    // verf.body: length 0
            [0, 0, 0, 0],    // accept_stat: SUCCESS
            [0, 0, 0, b'z'], // the result
        ];
        assert_eq!(reply(9, b'z').as_slice(), expected.as_flattened());
        assert_eq!(decode_reply(expected.as_flattened()), Some((9, b'z')));
    }

    #[test]
    fn a_denied_or_failed_call_is_no_answer() {
        let good = reply(9, b'z');
        for (field, value) in [(1, 0), (2, 1), (5, 1), (5, 4)] {
            let mut bytes = good;
            bytes[4 * field + 3] = value;
            assert_eq!(decode_reply(&bytes), None, "field {field} = {value}");
        }
        assert_eq!(decode_reply(&good[..24]), None);
    }

    #[test]
    fn a_call_of_another_version_program_or_procedure_is_not_taken() {
        for field in 1..=5 {
            let mut bytes = call(1, b'a');
            bytes[4 * field + 3] ^= 2;
            assert_eq!(decode_call(&bytes), None, "field {field}");
        }
    }

    /// RFC 5531 section 11: the highest bit is set in the mark of the last fragment, the other 31 are its length.
    #[test]
    fn a_mark_holds_the_length_and_the_last_fragment_bit() {
        assert_eq!(mark(44), [0x80, 0, 0, 0x2c]);
        assert_eq!(decode_mark([0x80, 0, 0, 0x1c]), Some(28));
        assert_eq!(decode_mark([0, 0, 0, 0x1c]), None);
    }
}
