# Our client, as the example `interop`, with servers of others. For `run` to source.

# Fills `available`, the groups of servers that can be started. True when there is one.
prepare_servers() {
  available=()
  if prepare_typescript; then available+=(node); fi
  if prepare_python; then available+=(python); fi
  if prepare_rmcp; then available+=(rmcp); fi
  [ ${#available[@]} -gt 0 ]
}

# Sets `rmcp`, a server on the official Rust SDK. It is the one that ours is compared with under load, and holds nothing
# of ours; so it is built again only when its source or what is locked has changed.
prepare_rmcp() {
  local comparison=$root/benches/sockets installed=$root/.tools/rmcp built
  rmcp=$installed/server-rmcp
  if cmp -s "$comparison/Cargo.lock" "$installed/Cargo.lock" \
    && cmp -s "$comparison/src/bin/server-rmcp.rs" "$installed/server-rmcp.rs"; then
    return 0
  fi
  if ! timeout --kill-after=10 300 cargo fetch --manifest-path "$comparison/Cargo.toml" >"$scratch/install" 2>&1 \
    </dev/null; then
    refuse_installation "the server on rmcp" "cargo fetch" \
      'failed to download|failed to query|Could not resolve|Could not connect|Timeout was reached|spurious network error'
    return 1
  fi
  built=$(build --bin server-rmcp --release --manifest-path "$comparison/Cargo.toml") || {
    fail "building the server on rmcp"
    return 1
  }
  mkdir -p "$installed"
  cp "$built" "$rmcp"
  cp "$comparison/Cargo.lock" "$comparison/src/bin/server-rmcp.rs" "$installed/"
}

check_servers() {
  local group
  find_program interop -p snodo-client
  for group in "${available[@]}"; do "call_${group}_servers"; done
  report_calls
}

call_node_servers() {
  local folder=$typescript/typescript
  local everything=$typescript/node_modules/@modelcontextprotocol/server-everything/dist/index.js
  over_both "a server on the TypeScript SDK" workshop-typescript node "$folder/server.mjs"
  call "server-everything, of earlier revisions, over stdio" handshake stdio node "$everything" stdio
  call "server-everything, of earlier revisions, over HTTP" handshake served \
    node --import "$folder/loopback.mjs" "$everything" streamableHttp
}

call_python_servers() {
  local bin=$root/.tools/python/bin server=$here/python/server.py
  over_both "a server on the Python SDK" workshop-python "$python" -B "$server" sdk
  over_both "a server on FastMCP" workshop-fastmcp "$python" -B "$server" fastmcp
  call "mcp-server-time over stdio" clock stdio "$bin/mcp-server-time" --local-timezone UTC
  if prepare_repository; then
    call "mcp-server-git over stdio" repository stdio "$bin/mcp-server-git" --repository "$repository"
  fi
}

call_rmcp_servers() {
  over_both "a server on rmcp" echo "$rmcp"
}

# Sets `repository`, with a file that is not committed.
prepare_repository() {
  repository=$scratch/repository
  command -v git >/dev/null || {
    skip "mcp-server-git: git is not installed"
    return 1
  }
  git init --quiet "$repository"
  git -C "$repository" config user.name "Interop"
  git -C "$repository" config user.email "interop@localhost"
  echo "A note." >"$repository/notes.md"
  export REPOSITORY=$repository
}

# over_both WHAT SERVER COMMAND…: for servers that take the transport as their last argument.
over_both() {
  local what=$1 server=$2
  shift 2
  call "$what over stdio" "$server" stdio "$@" stdio
  call "$what over HTTP" "$server" served "$@" http
}

# call NAME SERVER stdio|served COMMAND…: has the client check a server, beside one other. What comes of it, report_calls
# tells. The command is the client's to start, or it serves HTTP and tells its URL.
calls=()
call() {
  local name=$1 server=$2 how=$3 folder=$scratch/call-${#calls[@]}
  shift 3
  calls+=("$name")
  mkdir "$folder"
  : >"$folder/checks"
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
  "call_$how" "$folder" "$server" "$@" &
}

call_stdio() {
  local folder=$1 server=$2
  shift 2
  run_client "$folder" "$server" stdio "$@"
}

call_served() {
  local folder=$1 name=$2
  shift 2
  scratch=$folder
  trap 'stop_server || true' EXIT
  PORT=0 start_server "$@" >"$folder/checks" || return 0
  run_client "$folder" "$name" http "$url"
}

# run_client FOLDER ARGUMENT…
run_client() {
  local folder=$1 status=0
  shift
  timeout --kill-after=10 180 "${programs[interop]}" "$@" </dev/null >"$folder/checks" 2>"$folder/stderr" || status=$?
  if [ "$status" -ne 0 ] && ! grep -q '^not ok ' "$folder/checks" || [ ! -s "$folder/checks" ]; then
    echo "not ok the client ended with status $status" >>"$folder/checks"
  fi
}

# Prints and counts what the checks have found, in the order in which they were begun.
report_calls() {
  local n folder before
  wait
  for n in "${!calls[@]}"; do
    folder=$scratch/call-$n
    before=$failed
    echo "# our client and ${calls[n]}"
    count_checks "$folder/checks"
    if [ "$failed" -ne "$before" ]; then
      echo "standard error, at its end:"
      tail -n 40 "$folder"/{stderr,server} 2>/dev/null || true
    fi
  done
}
