//! One promise, checked over all readers: nothing personal leaves the machine.

use super::fixture::Fixture;
use super::{Identity, snapshot, surroundings};

/// Marks that stand in every place of the fixture where something personal can.
const PERSONAL: [&str; 12] = [
    "bobs-laptop",
    "bob@",
    "/home/bob",
    "bobby",
    "52:54:00",
    "10.1.2.3",
    "SERIAL",
    "ASSET",
    "UUID",
    "s3cret",
    "lists.example",
    "0123456789abcdef",
];

fn personal_machine() -> Fixture {
    let fixture = Fixture::of(&[
        ("/etc/hostname", "bobs-laptop\n"),
        ("/etc/machine-id", "0123456789abcdef0123456789abcdef\n"),
        ("/etc/os-release", "ID=debian\nVERSION_ID=\"12\"\nHOME_URL=\"https://lists.example/\"\n"),
        ("/proc/sys/kernel/hostname", "bobs-laptop\n"),
        ("/proc/sys/kernel/domainname", "lists.example\n"),
        ("/proc/sys/kernel/osrelease", "6.1.0\n"),
        ("/proc/sys/kernel/ostype", "Linux\n"),
        ("/proc/sys/kernel/version", "#1 SMP PREEMPT bob@bobs-laptop (bob@lists.example) Fri\n"),
        ("/proc/sys/kernel/random/boot_id", "0123456789abcdef-0000\n"),
        ("/proc/sys/kernel/core_pattern", "/home/bob/core\n"),
        (
            "/proc/version",
            "Linux version 6.1.0 (bob@bobs-laptop) (gcc (bobby's GCC at /home/bob) 12.2.0, GNU ld 2.40) #1 SMP bob@bobs-laptop\n",
        ),
        (
            "/proc/cmdline",
            "BOOT_IMAGE=/home/bob/vmlinuz root=UUID=1 ip=10.1.2.3::::bobs-laptop quiet mitigations=/home/bob user=bobby -- nosmt=bobby token=s3cret\n",
        ),
        (
            "/boot/config-6.1.0",
            "CONFIG_HZ=250\nCONFIG_DEFAULT_HOSTNAME=\"bobs-laptop\"\nCONFIG_CC_VERSION_TEXT=\"gcc of bob@bobs-laptop\"\nCONFIG_BUILD_SALT=\"s3cret\"\nCONFIG_MODULE_SIG_KEY=\"/home/bob/key\"\nCONFIG_LOCALVERSION=\"-bobby\"\nCONFIG_CMDLINE=\"ip=10.1.2.3\"\nCONFIG_LSM=\"/home/bob\"\n",
        ),
        (
            "/proc/cpuinfo",
            "vendor_id : GenuineIntel\nmodel name : Intel(R) Core(TM)\nHardware : bobs-laptop\nSerial : SERIAL1\n",
        ),
        ("/proc/self/cgroup", "0::/user.slice/user-bobby.slice\n"),
        ("/sys/fs/cgroup/user.slice/user-bobby.slice/cpu.max", "max 100000\n"),
        ("/proc/self/status", "Name:\tbobby\nUid:\t1000\t1000\t1000\t1000\nCpus_allowed_list:\t0\n"),
        ("/proc/self/stat", "1 (bobby) R 0 0 0 0 0 0 0 0 0 0 0 0 0 0 20 0 1\n"),
        ("/proc/net/ip_tables_names", "bobby\n"),
        ("/sys/class/net/lo/mtu", "65536\n"),
        ("/sys/class/net/eth0/address", "52:54:00:12:34:56\n"),
        ("/sys/module/zswap/parameters/enabled", "N\n"),
        ("/run/systemd/container", "bobby\n"),
        ("/proc/loadavg", "0.10 0 0 1/1 1\n"),
    ]);
    fixture.put_in(
        "/sys/class/dmi/id",
        &[
            ("sys_vendor", "LENOVO\n"),
            ("product_name", "20XW\n"),
            ("product_serial", "SERIAL1\n"),
            ("product_uuid", "UUID-1\n"),
            ("board_serial", "SERIAL2\n"),
            ("board_asset_tag", "ASSET1\n"),
            ("chassis_serial", "SERIAL3\n"),
            ("chassis_asset_tag", "ASSET2\n"),
            ("bios_version", "N32\n"),
        ],
    );
    std::fs::create_dir_all(fixture.folder().join("bin")).unwrap();
    std::os::unix::fs::symlink("/home/bob/bobbysh", fixture.folder().join("bin/sh")).unwrap();
    fixture
}

#[test]
fn no_trace_of_a_person_stays_in_what_is_sent() {
    let machine = personal_machine();
    let root = machine.root();
    let seen = surroundings(&root, &Identity::of(&root, None, None), 0, machine.folder());
    let parts = [
        serde_json::to_string(&seen.machine).unwrap(),
        serde_json::to_string(&seen.kernel).unwrap(),
        serde_json::to_string(&seen.boot).unwrap(),
        serde_json::to_string(&seen.conditions).unwrap(),
        serde_json::to_string(&snapshot(&root)).unwrap(),
    ];
    let sent = parts.join("\n");
    for mark in PERSONAL {
        assert!(!sent.to_lowercase().contains(&mark.to_lowercase()), "{mark} in {sent}");
    }
    // What is not personal did get through, so that the readers did read the fixture.
    for kept in [
        "LENOVO",
        "20XW",
        "N32",
        "6.1.0",
        "quiet",
        "gcc 12.2.0",
        "#1 SMP PREEMPT",
        "\"HZ\":\"250\"",
        "debian 12",
        "65536",
    ] {
        assert!(sent.contains(kept), "{kept} not in {sent}");
    }
}
