#!/bin/bash
# A small Citus cluster on this machine's loopback, for bench/citus.ts and for tests: a coordinator and two workers.
#   bash bench/citus-cluster.sh start [FOLDER]   prints the address of the coordinator
#   bash bench/citus-cluster.sh stop  [FOLDER]   stops it and deletes the folder
# Needs PostgreSQL 15 or newer with Citus 13 (https://docs.citusdata.com, "Single-Node Citus": packages for Debian, Ubuntu
# and Red Hat). Ports 5660 (coordinator), 5661 and 5662.
set -euo pipefail
folder=${2:-/tmp/baseline-citus}
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "There is no PostgreSQL in /usr/lib/postgresql"; exit 1; }
# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
sql() { "$bin/psql" --host=127.0.0.1 --port="$1" --username=postgres --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$2"; }
stop() {
  for node in 0 1 2; do
    [ ! -d "$folder/$node" ] || as "$bin/pg_ctl" --pgdata="$folder/$node" --mode=immediate stop >/dev/null || true
  done
  rm -rf "$folder"
}
case ${1:-} in
  start)
    stop
    mkdir -p "$folder"
    [ "$(id -u)" != 0 ] || chown postgres "$folder"
    for node in 0 1 2; do
      as "$bin/initdb" --pgdata="$folder/$node" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
      as tee -a "$folder/$node/postgresql.conf" >/dev/null <<CONF
port = $((5660 + node))
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
max_connections = 200
wal_level = logical
CONF
      as "$bin/pg_ctl" --pgdata="$folder/$node" --log="$folder/$node.log" --wait start >/dev/null
      sql $((5660 + node)) "create extension citus"
    done
    sql 5660 "select citus_set_coordinator_host('127.0.0.1', 5660); select citus_add_node('127.0.0.1', 5661); select citus_add_node('127.0.0.1', 5662)" >/dev/null
    echo "postgres://postgres@127.0.0.1:5660/postgres"
    ;;
  stop) stop ;;
  *) sed -n '2,6p' "$0"; exit 2 ;;
esac
