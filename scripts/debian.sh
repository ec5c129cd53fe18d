#!/bin/sh
# What tests and benchmarks take from Debian or Ubuntu: zsh (the commands of the guides run in it too), fish (completion),
# a front end of Jupyter (the notebooks run in Deno's kernel), nginx as a reverse proxy and wrk as a load generator
# (benchmarks), PostgreSQL (tests), litecoind (a chain of the Bitcoin family for tests), and chromium (the dashboard in a
# browser). A test or a benchmark says so when one is missing. The packages start nginx and PostgreSQL as services; tests and
# benchmarks run their own, so `systemctl disable --now nginx postgresql` is fine.
set -eu
packages='zsh fish python3-jupyter-client nginx wrk postgresql litecoind chromium'
if dpkg-query --show --showformat='${db:Status-Status}\n' $packages 2>/dev/null | grep -cx installed | grep -qx 8; then exit 0; fi
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
# The lists of a fresh image are empty or old. A source that does not answer must not fail what the others have.
$sudo apt-get update || echo 'apt-get update failed; going on with the lists there are.' >&2
DEBIAN_FRONTEND=noninteractive $sudo apt-get install --yes --no-install-recommends $packages
