# Installs what the clients need, each into a folder of its own under /.tools. For `run` to source.
#
# `prepare_CLIENT` returns 0 when the client can run; otherwise it has said why, by `skip` or `fail`. A finished
# installation is marked by a copy of the lock file it was made from.

# Sets `typescript`, the folder that the packages and the checks are in: Node resolves packages from where a file is.
prepare_typescript() {
  typescript=$root/.tools/interop
  is_node 20 0 node || {
    skip "the TypeScript client: Node 20 or later is needed"
    return 1
  }
  install_npm "the TypeScript client" "$here/typescript" "$typescript" || return 1
  mkdir -p "$typescript/typescript"
  cp "$here/report.mjs" "$typescript/"
  cp "$here"/typescript/*.mjs "$typescript/typescript/"
}

# Sets `python`, the interpreter of the environment that the client is in.
prepare_python() {
  local installed=$root/.tools/python
  python=$installed/bin/python
  if cmp -s "$here/python/requirements.txt" "$installed/installed-requirements.txt" \
    && "$python" -c 'import mcp' 2>/dev/null; then
    return 0
  fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    skip "the Python client: Python 3.11 or later is needed"
    return 1
  }
  python3 -c 'import ensurepip, venv' 2>/dev/null || {
    skip "the Python client: python3 lacks the venv module"
    return 1
  }
  rm -rf "$installed"
  if ! { timeout --kill-after=10 60 python3 -m venv "$installed" \
    && timeout --kill-after=10 300 "$python" -m pip install --require-hashes --only-binary :all: --no-input \
      --disable-pip-version-check --retries 2 --timeout 30 -r "$here/python/requirements.txt"; } \
    >"$scratch/install" 2>&1 </dev/null; then
    refuse_installation "the Python client" "pip install" \
      'NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProtocolError|Max retries exceeded|too many 50[234]'
    return 1
  fi
  cp "$here/python/requirements.txt" "$installed/installed-requirements.txt"
}

# Sets `inspector`, its launcher, and `newer_node`, which runs it: the machine's where that is new enough. Its web
# interface is of no use here; package.json holds back the bundler of that, for a version with a missing dependency.
prepare_inspector() {
  local installed=$root/.tools/inspector
  inspector=$installed/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js
  install_npm "the Inspector" "$here/inspector" "$installed" || return 1
  find_newer_node && return
  install_npm "Node 22 for the Inspector" "$here/node" "$root/.tools/node" || return 1
  find_newer_node || {
    skip "the Inspector: Node 22.19 or later is needed, and there is no package of it for this machine"
    return 1
  }
}

find_newer_node() {
  for newer_node in "$(command -v node || true)" "$root"/.tools/node/node_modules/node-linux-*/bin/node; do
    is_node 22 19 "$newer_node" && return
  done
  return 1
}

# is_node MAJOR MINOR COMMAND: whether the command is a Node that is at least that new.
is_node() {
  command -v "$3" >/dev/null && "$3" -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    const [leastMajor, leastMinor] = process.argv.slice(1).map(Number);
    process.exit(major > leastMajor || (major === leastMajor && minor >= leastMinor) ? 0 : 1);
  ' "$1" "$2"
}

# install_npm WHAT SOURCE INSTALLED
install_npm() {
  local what=$1 source=$2 installed=$3
  cmp -s "$source/package-lock.json" "$installed/installed-lock.json" && return
  command -v npm >/dev/null || {
    skip "$what: npm is not installed"
    return 1
  }
  mkdir -p "$installed"
  rm -f "$installed/installed-lock.json"
  cp "$source/package.json" "$source/package-lock.json" "$installed/"
  if ! (cd "$installed" && timeout --kill-after=10 300 npm ci --ignore-scripts --no-audit --no-fund \
    --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-timeout=30000) >"$scratch/install" 2>&1 </dev/null; then
    refuse_installation "$what" "npm ci" \
      'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E50[234]'
    return 1
  fi
  cp "$source/package-lock.json" "$installed/installed-lock.json"
}

# refuse_installation WHAT COMMAND UNREACHABLE: what failed, and how its output tells that the registry is out of reach.
refuse_installation() {
  cat "$scratch/install"
  if grep -Eq "$3" "$scratch/install"; then
    skip "$1: its registry cannot be reached and nothing is installed"
  else
    fail "installing $1: $2 failed"
  fi
}
