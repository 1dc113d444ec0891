"""The official Python client against the `everything` example, over HTTP:

python everything_over_http.py <everything> <url of it running>

The program is there to be started once more, for a server that may be ended.
"""

import subprocess
import sys

import anyio
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from events import check_shutdown
from everything import REVISION, check_everything
from headers import Recorder, check_headers
from report import check, equal, finish

STOP_DEADLINE_S = 10

everything, url = sys.argv[1:]


def connect(**options: object) -> Client:
    return Client(url, **options)


async def main() -> None:
    await check_everything(connect)

    recorder = Recorder()
    transport = streamable_http_client(url, http_client=recorder.http_client())
    async with Client(transport, mode=REVISION) as client:
        await check_headers(client, recorder)

    await check_end()


async def check_end() -> None:
    server = subprocess.Popen(
        [everything, "--http", "127.0.0.1:0"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        own_url = server.stderr.readline().split()[-1]
        async with Client(own_url, mode=REVISION) as client:
            await check_shutdown(client, server.terminate)

        async def ended() -> None:
            equal(await anyio.to_thread.run_sync(server.wait, STOP_DEADLINE_S), 0)

        await check("the server that was told to stop ended with status 0", ended)
    finally:
        server.kill()


anyio.run(main)
finish()
