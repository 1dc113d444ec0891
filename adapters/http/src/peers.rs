//! Counted places for each peer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// So many places for each peer. Only those that have one are remembered.
#[derive(Debug)]
pub(crate) struct Peers {
    most: usize,
    taken: Mutex<HashMap<Peer, usize>>,
}

/// Who counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Peer {
    V4(Ipv4Addr),
    /// The first 64 bits: a single host has all addresses that begin with them.
    V6([u16; 4]),
}

/// One of a peer's places; free again when dropped.
#[derive(Debug)]
pub(crate) struct PeerPlace {
    peers: Arc<Peers>,
    peer: Peer,
}

impl Peers {
    pub(crate) fn new(most: usize) -> Arc<Peers> {
        Arc::new(Peers { most, taken: Mutex::default() })
    }

    /// A place for this peer, if it has one left.
    pub(crate) fn take(self: &Arc<Peers>, address: IpAddr) -> Option<PeerPlace> {
        let peer = Peer::from(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.entry(peer) {
            Entry::Occupied(entry) if *entry.get() >= self.most => return None,
            entry => *entry.or_default() += 1,
        }
        drop(taken);
        Some(PeerPlace { peers: Arc::clone(self), peer })
    }
}

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Peer {
        // On a socket for both, IPv4 addresses come as IPv6 ones.
        match address.to_canonical() {
            IpAddr::V4(address) => Peer::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Peer::V6([a, b, c, d])
            }
        }
    }
}

impl Drop for PeerPlace {
    fn drop(&mut self) {
        let mut taken = self.peers.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut entry) = taken.entry(self.peer) {
            *entry.get_mut() -= 1;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Peers;

    fn ip(address: &str) -> IpAddr {
        address.parse().unwrap()
    }

    #[test]
    fn each_peer_has_places_of_its_own() {
        let peers = Peers::new(2);
        let first = peers.take(ip("192.0.2.1"));
        let second = peers.take(ip("::ffff:192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(peers.take(ip("192.0.2.1")).is_none());
        let other = peers.take(ip("192.0.2.2"));
        assert!(other.is_some());
        drop(first);
        assert!(peers.take(ip("192.0.2.1")).is_some());
    }

    #[test]
    fn a_network_of_64_bits_is_one_peer() {
        let peers = Peers::new(1);
        let first = peers.take(ip("2001:db8:1:2::1"));
        assert!(first.is_some());
        assert!(peers.take(ip("2001:db8:1:2:ffff::2")).is_none());
        assert!(peers.take(ip("2001:db8:1:3::1")).is_some());
    }

    #[test]
    fn those_without_a_place_are_forgotten() {
        let peers = Peers::new(1);
        let places: Vec<_> = (0..100).map(|last| peers.take([192, 0, 2, last].into())).collect();
        assert!(peers.take(ip("192.0.2.7")).is_none());
        assert_eq!(peers.taken.lock().unwrap().len(), 100);
        drop(places);
        assert!(peers.taken.lock().unwrap().is_empty());
    }
}
