//! The caller: the program at the other end of a connection.

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's list of TCP connections, with the users that made them; it exists on Linux only.
const CONNECTIONS: &str = "/proc/net/tcp";
/// State of a connection that neither end has closed; a closed one belongs to no user.
const ESTABLISHED: &str = "01";

/// The other end of a connection.
#[derive(Clone)]
pub(super) struct Caller {
    peer: SocketAddr,
    local: SocketAddr,
    /// Number of the person who calls, plus 1; 0 while that is not known.
    person: Arc<AtomicUsize>,
}

impl Caller {
    /// Creates a caller that has not shown the secret yet.
    pub(super) fn new(peer: SocketAddr, local: SocketAddr) -> Caller {
        Caller {
            peer,
            local,
            person: Arc::default(),
        }
    }

    /// Records that the caller has shown the secret of a person, of whom the server knows the number.
    pub(super) fn trust(&self, person: usize) {
        self.person.store(person + 1, Ordering::Relaxed);
    }

    /// Returns the number of the person who calls; `None` if no secret has been shown.
    pub(super) fn person(&self) -> Option<usize> {
        self.person.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Address of the machine that calls.
    pub(super) fn machine(&self) -> IpAddr {
        self.peer.ip()
    }

    /// Number of the user who runs the calling program; `None` if the system does not tell.
    pub(super) fn user(&self) -> Option<u32> {
        user_of(
            &fs::read_to_string(CONNECTIONS).ok()?,
            self.peer,
            self.local,
        )
    }
}

/// Finds the user of the open connection between two addresses.
fn user_of(connections: &str, from: SocketAddr, to: SocketAddr) -> Option<u32> {
    let from = written(from)?;
    let to = written(to)?;
    connections.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        let is_it = [&from[..], &to, ESTABLISHED]
            .iter()
            .all(|part| fields.next() == Some(part));
        // Queues, timer and retransmissions stand between the state and the user.
        fields.nth(3).filter(|_| is_it)?.parse().ok()
    })
}

/// Formats an IPv4 address and port as the list does, with the four bytes as one number in native byte order.
fn written(address: SocketAddr) -> Option<String> {
    let IpAddr::V4(ip) = address.ip() else {
        return None;
    };
    Some(format!(
        "{:08X}:{:04X}",
        u32::from_ne_bytes(ip.octets()),
        address.port()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:8CA0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 0100007F:8CA0 0100007F:D903 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
   2: 0100007F:D903 0100007F:8CA0 01 00000000:00000000 02:000A0F9C 00000000  1001        0 3 2 0 20 4 30 10 -1
   3: 0100007F:D904 0100007F:8CA0 04 00000000:00000000 00:00000000 00000000     0        0 0 2 0 20 4 30 10 -1
";

    #[test]
    #[cfg(target_endian = "little")]
    fn user_of_an_open_connection_is_found() {
        let [local, peer, closed] =
            [0x8CA0, 0xD903, 0xD904].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        assert_eq!(user_of(LIST, peer, local), Some(1001));
        assert_eq!(user_of(LIST, local, peer), Some(1000));
        assert_eq!(user_of(LIST, closed, local), None);
    }
}
