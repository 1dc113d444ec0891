"""The official Python client against the `everything` example, over stdio:

python everything_over_stdio.py <everything> <folder for exit statuses>
"""

import os
import signal
import sys
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from events import check_shutdown
from everything import REVISION, check_everything
from report import check, equal, finish

# The client keeps process id and exit status to itself, and tells all of the process group to stop when the server does
# not end by itself; then no status is written. A job in the background would read from nowhere if it were not told.
SHELL = '"$0" --stdio <&3 & echo "$!" >"$1/$$.pid"; wait "$!"; echo "$?" >"$1/$$.status"'

everything, folder = sys.argv[1:]


def connect(**options: object) -> Client:
    server = StdioServerParameters(command="sh", args=["-c", f"exec 3<&0; {SHELL}", everything, folder])
    return Client(server, **options)


def stop_last() -> None:
    last = max(Path(folder).glob("*.pid"), key=lambda file: file.stat().st_mtime_ns)
    os.kill(int(last.read_text()), signal.SIGTERM)


async def main() -> None:
    await check_everything(connect)
    async with connect(mode=REVISION) as client:
        await check_shutdown(client, stop_last)

    async def ended() -> None:
        statuses = [file.read_text() for file in Path(folder).glob("*.status")]
        equal(statuses, ["0\n"] * len(list(Path(folder).glob("*.pid"))))
        assert len(statuses) >= 3, statuses

    await check("ended the servers with status 0", ended)


anyio.run(main)
finish()
