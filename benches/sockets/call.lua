-- The request that `wrk` sends, and the numbers that `compare` reads. The body is the script's first argument.

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json, text/event-stream"
wrk.headers["MCP-Protocol-Version"] = "2026-07-28"
wrk.headers["Mcp-Method"] = "tools/call"
wrk.headers["Mcp-Name"] = "echo"

function init(arguments)
  wrk.body = arguments[1]
end

function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("measured %d requests %d us %d failed\n", summary.requests, summary.duration, failed))
end
