"""The official Python client, pinned to protocol revision 2026-07-28, over HTTP:

python over_http.py <url of a running greeter>
"""

import sys

import anyio
from mcp.client.client import Client

from checks import check_client
from complaints import Complaints
from report import finish

[url] = sys.argv[1:]


def connect(mode: str, complaints: Complaints) -> Client:
    return Client(url, mode=mode, message_handler=complaints.on_message)


anyio.run(check_client, connect)
finish()
