"""The official Python client, pinned to protocol revision 2026-07-28, over stdio:

python over_stdio.py <greeter> <folder for exit statuses>
"""

import sys
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from checks import check_client
from complaints import Complaints
from report import check, equal, finish

# The client keeps the exit status to itself, and tells all of the process group to stop when the server does not end by
# itself; then no status is written.
SHELL = '"$0" --stdio; echo "$?" >"$1/$$"'

greeter, folder = sys.argv[1:]


def connect(mode: str, complaints: Complaints) -> Client:
    server = StdioServerParameters(command="sh", args=["-c", SHELL, greeter, folder])
    return Client(server, mode=mode, message_handler=complaints.on_message)


async def main() -> None:
    await check_client(connect)

    async def ended() -> None:
        equal([file.read_text() for file in Path(folder).iterdir()], ["0\n", "0\n"])

    await check("ended the servers with status 0 by closing their input", ended)


anyio.run(main)
finish()
