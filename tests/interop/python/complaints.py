"""Whatever the client could not make sense of: it logs that, or hands it on."""

import logging

import anyio
import mcp_types as types


class Complaints(logging.Handler):
    """Collects texts, as a log handler and as a message handler that expects progress and the given messages."""

    def __init__(self, *expected: type) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []
        self._expected = (types.ProgressNotification, *expected)

    def emit(self, record: logging.LogRecord) -> None:
        """What was logged as a warning or worse."""
        error = record.exc_info[1] if record.exc_info else None
        # The client takes it for a malformed event when one comes after it has closed its own stream for events.
        if not isinstance(error, anyio.BrokenResourceError):
            self.texts.append(f"{record.name}: {record.getMessage()}: {error!r}")

    async def on_message(self, message: object) -> None:
        """What the client was sent besides answers."""
        if not isinstance(message, self._expected):
            self.texts.append(f"unexpected: {message!r}")
