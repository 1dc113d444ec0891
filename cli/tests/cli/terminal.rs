//! A terminal of forty columns, at which somebody has typed ahead.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Child;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use crate::program::{command, end};

/// Runs the program at a terminal. Gives its exit code and all that the terminal was sent.
pub(crate) fn at_terminal(arguments: &[&str], typed: &str) -> (i32, String) {
    let (mut near, far) = pair();
    // What is typed ahead waits in the terminal until it is asked for.
    near.write_all(typed.as_bytes()).unwrap();
    let child = start(arguments, far);
    let (sender, shown) = mpsc::channel();
    thread::spawn(move || sender.send(shown_up_to(&mut near, None)));
    let status = end(child).status;
    (status, shown.recv_timeout(Duration::from_secs(30)).unwrap())
}

/// Runs the program at a terminal until it shows `prompt`, and interrupts it then. Gives its exit code.
pub(crate) fn interrupted_at(prompt: &'static str, arguments: &[&str]) -> i32 {
    let (mut near, far) = pair();
    let child = start(arguments, far);
    let pid = Pid::from_child(&child);
    thread::spawn(move || {
        shown_up_to(&mut near, Some(prompt));
        kill_process(pid, Signal::INT).unwrap();
        shown_up_to(&mut near, None);
    });
    end(child).status
}

fn start(arguments: &[&str], far: OwnedFd) -> Child {
    let mut command = command(arguments);
    command.stdin(far.try_clone().unwrap()).stdout(far.try_clone().unwrap()).stderr(far);
    // Its copies of the far end, which keep the terminal open, go with it.
    command.spawn().unwrap()
}

/// What the terminal is sent, up to these words or to the end.
fn shown_up_to(near: &mut File, words: Option<&str>) -> String {
    let (mut all, mut buffer) = (Vec::new(), [0; 4096]);
    // A terminal whose far end is closed gives an error.
    while let Ok(length @ 1..) = near.read(&mut buffer) {
        all.extend_from_slice(&buffer[..length]);
        if words.is_some_and(|words| all.ends_with(words.as_bytes())) {
            break;
        }
    }
    String::from_utf8(all).unwrap().replace("\r\n", "\n")
}

fn pair() -> (File, OwnedFd) {
    let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&near).unwrap();
    unlockpt(&near).unwrap();
    let name = ptsname(&near, Vec::new()).unwrap();
    let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let far = OpenOptions::new().read(true).write(true).open(path).unwrap();
    tcsetwinsize(&far, Winsize { ws_row: 24, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let mut modes = tcgetattr(&far).unwrap();
    // Without it the answers would stand among the questions, wherever they happened to be typed.
    modes.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&far, OptionalActions::Now, &modes).unwrap();
    (near.into(), far.into())
}
