"""The official Python client against the `everything` example, whatever the transport."""

import logging
from collections.abc import Callable

import mcp_types as types
from mcp.client.client import Client

from complaints import Complaints
from contents import check_contents
from events import check_events
from questions import Person, check_nobody, check_questions
from report import check, equal

REVISION = "2026-07-28"

Connect = Callable[..., Client]


async def check_everything(connect: Connect) -> None:
    """All that every transport has; `connect` makes a client of the client's options."""
    complaints = Complaints(
        types.ToolListChangedNotification,
        types.PromptListChangedNotification,
        types.ResourceUpdatedNotification,
    )
    logging.getLogger().addHandler(complaints)
    # A client that is told the revision does not ask for the capabilities.
    async with connect(mode="auto", message_handler=complaints.on_message) as client:
        equal(client.protocol_version, REVISION)
        await check_contents(client)
        await check_nobody(client)
        await check_events(client)

    person = Person()
    async with connect(
        mode=REVISION,
        message_handler=complaints.on_message,
        elicitation_callback=person.elicit,
        sampling_callback=person.sample,
        list_roots_callback=person.list_roots,
    ) as client:
        await check_questions(client, person)

    async def understood() -> None:
        equal(complaints.texts, [])

    await check("understood everything it was sent", understood)
