#!/bin/sh
# What the benchmarks compare with, on Debian and Ubuntu: nginx as a reverse proxy, wrk as a load generator.
# Tests need neither, and a benchmark says so when one is missing. The package starts nginx as a service on port 80;
# the benchmarks run their own, so `systemctl disable --now nginx` is fine.
set -eu
[ "$(id -u)" = 0 ] && sudo= || sudo=sudo
$sudo apt-get update
$sudo apt-get install --yes --no-install-recommends nginx wrk
