//! More connections of one peer than it may have.

use std::net::{IpAddr, Ipv4Addr};

use crate::client::Client;
use crate::listening::Listening;
use crate::messages::{RETRY_AND_CLOSE, answer_with, echo, hi, unavailable};

#[track_caller]
fn is_served(client: &mut Client) {
    client.send(echo("1"));
    client.expect(hi("1"));
}

#[track_caller]
fn is_turned_away(client: &mut Client) {
    let message = unavailable("", "overloaded");
    client.expect(answer_with("503 Service Unavailable", RETRY_AND_CLOSE, &message));
    client.expect_end();
}

#[test]
fn one_connection_over_a_peers_quota_is_told_so() {
    let listening = Listening::with(|http| http.max_connections_per_peer(2));
    let mut clients = [listening.client(), listening.client()];
    clients.iter_mut().for_each(is_served);
    is_turned_away(&mut listening.client());
    is_turned_away(&mut listening.client());
    clients.iter_mut().for_each(is_served);
}

#[test]
fn a_place_is_free_when_its_connection_is_gone() {
    let listening = Listening::with(|http| http.max_connections_per_peer(1));
    let mut client = listening.client();
    is_served(&mut client);
    is_turned_away(&mut listening.client());
    client.end();
    // It is gone a moment after its peer has seen the end.
    client.expect_end();
    loop {
        let mut client = listening.client();
        client.send(echo("1"));
        if client.head().starts_with("HTTP/1.1 200 OK\r\n") {
            break;
        }
    }
}

/// Only there has a machine more than one loopback address without being asked.
#[cfg(target_os = "linux")]
#[test]
fn other_peers_have_places_of_their_own() {
    let listening = Listening::with(|http| http.max_connections(2).max_connections_per_peer(1));
    let mut first = listening.client();
    is_served(&mut first);
    // Those that are turned away take no place of the others.
    is_turned_away(&mut listening.client());
    is_turned_away(&mut listening.client());
    let mut other = client_from(Ipv4Addr::new(127, 0, 0, 2), &listening);
    is_served(&mut other);
    is_turned_away(&mut client_from(Ipv4Addr::new(127, 0, 0, 2), &listening));
    is_turned_away(&mut client_from(Ipv4Addr::new(127, 0, 0, 3), &listening));
    is_served(&mut first);
}

#[cfg(target_os = "linux")]
fn client_from(address: Ipv4Addr, listening: &Listening) -> Client {
    use rustix::net::{AddressFamily, SocketAddrV4, SocketType, bind, connect, socket};

    let IpAddr::V4(server) = listening.address.ip() else { unreachable!() };
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&socket, &SocketAddrV4::new(address, 0)).unwrap();
    connect(&socket, &SocketAddrV4::new(server, listening.address.port())).unwrap();
    Client::new(socket.into())
}
