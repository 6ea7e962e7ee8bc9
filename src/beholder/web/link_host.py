"""The host that links on coordinators' pages lead to: never one that only the request claims."""

from __future__ import annotations

import ipaddress
import re
import socket

from beholder.web.call import Call, HttpError

__all__ = ["is_loopback", "link_origin", "reached_by"]

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")


def link_origin(call: Call) -> str:
    """Scheme and host for links: as the server was told, else as the browser sees them if they are this machine's.

    The port is the browser's: a tunnel or a forwarded port has another than we listen on.
    """
    told = call.app.options.origin
    if told:
        return told
    host = call.header(b"host")
    found = _HOST.fullmatch(host)
    if found is None:
        raise HttpError(400, "the request names no host that a link could lead to", code="request-invalid")
    if not _is_ours(found[1] or found[2], call):
        raise HttpError(
            421,
            f"this server does not know that it is called {found[1] or found[2]}, so it gives out no links to that host",
            code="host-unknown",
            hint=f"start it with `beholder serve --address {call.scope.get('scheme', 'http')}://...`, with the address that "
            "people open",
        )
    return f"{call.scope.get('scheme', 'http')}://{host}"


def is_loopback(name: str) -> bool:
    """Whether a host is reached from this machine only."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name.lower() == "localhost"


def reached_by(host: str) -> str:
    """A host by which a server is reached that listens on that one: for `0.0.0.0` and `::` an address of this machine."""
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = not host
    if not everywhere:
        return host
    # addresses for documentation, which nobody has: connecting a datagram socket sends nothing, it only picks a way out
    ways = [(socket.AF_INET, "192.0.2.1")]
    if ":" in host:
        ways.append((socket.AF_INET6, "2001:db8::1"))
    for family, far in ways:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as way_out:
                way_out.connect((far, 9))
                return str(way_out.getsockname()[0])
        except OSError:
            # a machine without a network of that family
            continue
    return "localhost"


def _is_ours(name: str, call: Call) -> bool:
    """Whether a name is this machine's: a loopback name, its own name, or the address at which the request arrived."""
    arrived = call.scope.get("server") or ("",)
    known = (socket.gethostname(), call.app.options.host, str(arrived[0]))
    return is_loopback(name) or _plain(name) in {_plain(one) for one in known if one}


def _plain(name: str) -> str:
    """An address as it is usually written; a socket for both families says `::ffff:192.0.2.1`."""
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return name.lower().rstrip(".")
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)
