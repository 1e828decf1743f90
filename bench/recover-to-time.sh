#!/bin/bash
# Restores a PostgreSQL to a moment from its archive of the log (docs/operations.md, "To any moment"), and compares:
#   bash bench/recover-to-time.sh
# Needs Debian's package postgresql-15 or newer, and runs on this machine alone. Ends with 1 where a row differs.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "There is no PostgreSQL in /usr/lib/postgresql: apt-get install postgresql"; exit 1; }
folder=$(mktemp -d)
port=$((20000 + RANDOM % 10000))
url="postgres://postgres@127.0.0.1:$port/postgres"
# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
server() { as "$bin/pg_ctl" --pgdata="$folder/data" --log="$folder/log" --wait --silent "$@"; }
finish() { server stop --mode=immediate 2>/dev/null || true; rm -rf "$folder"; }
trap finish EXIT
sql() { "$bin/psql" "$url" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1"; }
# Lines with a random key are no rows, and sequences go on a little further after a crash.
checksum() { "$bin/pg_dump" "$url" --data-only 2>/dev/null | grep -v -e restrict -e 'setval(' | sha256sum | cut -d' ' -f1; }

mkdir "$folder/archive"
[ "$(id -u)" != 0 ] || chown -R postgres "$folder"
as "$bin/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 >/dev/null
cat >>"$folder/data/postgresql.conf" <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
archive_mode = on
archive_command = 'test ! -f $folder/archive/%f && cp %p $folder/archive/%f'
archive_timeout = 60
CONF
server start
# The filler wants PostgreSQL 18's.
sql "create function uuidv7() returns uuid language sql as 'select gen_random_uuid()'" 2>/dev/null || true
node_modules/.bin/node bench/data/fill-command.ts --url="$url" --events=10000 >/dev/null
as "$bin/pg_basebackup" --dbname="$url" --pgdata="$folder/base" --checkpoint=fast --wal-method=none 2>/dev/null
echo "A base backup of 10,000 events is made"
sql "update events set name = name || ' (moved)', updated_at = now() where id in (select id from events order by id limit 500)"
wanted=$(checksum)
moment=$(sql "select clock_timestamp()")
sleep 1
sql "delete from occupancies; update events set name = 'lost'; select pg_switch_wal()" >/dev/null
[ "$(checksum)" != "$wanted" ]
echo "After $moment all occupancies were deleted and all events renamed; the server is killed"
server stop --mode=immediate
mv "$folder/data" "$folder/lost"
mv "$folder/base" "$folder/data"
# What the lost server had not archived yet.
as cp --no-clobber "$folder"/lost/pg_wal/0* "$folder/archive/"
cat >>"$folder/data/postgresql.conf" <<CONF
restore_command = 'cp $folder/archive/%f %p'
recovery_target_time = '$moment'
recovery_target_action = promote
CONF
as touch "$folder/data/recovery.signal"
began=$(date +%s%N)
server start
until [ "$(sql 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
echo "Recovered to $moment in $((($(date +%s%N) - began) / 1000000)) ms"
if [ "$(checksum)" = "$wanted" ]; then
  echo "Every row is as it was"
else
  echo "Rows differ"
  exit 1
fi
