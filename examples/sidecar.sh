#!/bin/sh
# Starts a node beside your program, reads its URLs and key, and sends requests.
#
#   examples/sidecar.sh --rpc ethereum=https://primary.example/KEY,https://backup.example
#   examples/sidecar.sh --devnet
set -eu
ready=$(mktemp)
npx outrigger up --json --port 0 "$@" >"$ready" &
node=$!
trap 'kill -TERM $node 2>/dev/null; wait $node 2>/dev/null || true; rm -f "$ready"' EXIT INT TERM

until [ -s "$ready" ]; do
  kill -0 $node 2>/dev/null || exit 1
  sleep 0.2
done
field() { node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8"))[process.argv[2]]' "$ready" "$1"; }
rest=$(field rest)
key=$(field api_key)

# The oracle needs no key.
curl -sS --retry 20 --retry-connrefused --retry-delay 1 --fail "$rest/v1/oracle/gas/ethereum"
echo
# All other endpoints need it.
curl -sS -H "X-API-Key: $key" "$rest/v1/health"
echo
curl -sS -X POST -H "X-API-Key: $key" -H 'Content-Type: application/json' \
  -d '{"grant_type":"client_credentials"}' "$rest/v1/auth/token"
echo
