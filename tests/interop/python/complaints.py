"""Whatever the client could not make sense of: it logs that, or hands it on."""

import logging

import mcp_types as types


class Complaints(logging.Handler):
    """Collects texts, as a log handler and as a message handler that expects progress and the given messages."""

    def __init__(self, *expected: type) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []
        self._expected = (types.ProgressNotification, *expected)

    def emit(self, record: logging.LogRecord) -> None:
        """What was logged as a warning or worse."""
        self.texts.append(f"{record.name}: {record.getMessage()}")

    async def on_message(self, message: object) -> None:
        """What the client was sent besides answers."""
        if not isinstance(message, self._expected):
            self.texts.append(f"unexpected: {message!r}")
