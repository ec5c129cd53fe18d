#!/bin/sh
# Installs the Debian or Ubuntu packages for tests and benchmarks: zsh (the commands in the guides also run in it), fish
# (completion), a Jupyter front end (for the notebooks in Deno's kernel), nginx as a reverse proxy and wrk as a load
# generator (benchmarks), PostgreSQL (tests), litecoind (a chain of the Bitcoin family for tests), chromium (the dashboard in
# a browser), sqlite3 (backups of a node), and Python packages (the guides for Python and for tables). Tests and benchmarks report missing
# programs. The packages start nginx and PostgreSQL as services. Tests and benchmarks run their own, so you can stop the
# services: `systemctl disable --now nginx postgresql`.
set -eu
packages='zsh fish python3-jupyter-client nginx wrk postgresql litecoind chromium sqlite3'
packages="$packages python3-requests python3-pandas python3-websocket python3-matplotlib"
if dpkg-query --show --showformat='${db:Status-Status}\n' $packages 2>/dev/null | grep -cx installed | grep -qx 13; then exit 0; fi
if ! command -v apt-get >/dev/null; then
  echo "No apt-get here: install $packages, or what your system calls them, by its own means." >&2
  exit 1
fi
sudo=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Neither root nor sudo: have somebody with rights run apt-get install $packages" >&2
    exit 1
  fi
  sudo=sudo
fi
# The package lists of a new image are empty or old. A failing source must not prevent the use of other sources.
$sudo apt-get update || echo 'apt-get update failed. Continuing with the existing lists.' >&2
DEBIAN_FRONTEND=noninteractive $sudo apt-get install --yes --no-install-recommends $packages
