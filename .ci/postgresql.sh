# Starts a PostgreSQL server of its own for the tests; sourced by .ci/run. Sets TEST_DATABASE_URL where it worked, and says why
# where it did not: a machine without PostgreSQL, without root or without a package mirror still runs all the other tests.

pg_folder=''
pg_bin=''

# Path of the newest installed server's programs; nothing where there is none.
pg_find_bin() {
  local initdb
  initdb=$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1 || true)
  [ -n "$initdb" ] || initdb=$(command -v initdb || true)
  [ -n "$initdb" ] && dirname "$initdb"
  return 0
}

pg_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  # The package would else start a server of its own on the usual port.
  if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  fi
  local options=(-qq -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15 -o Acquire::Retries=1)
  export DEBIAN_FRONTEND=noninteractive
  # Without a network no mirror answers, so the wait is limited.
  timeout 60 apt-get "${options[@]}" update >/dev/null 2>&1 </dev/null || true
  timeout 180 apt-get "${options[@]}" install -y --no-install-recommends postgresql >/dev/null 2>&1 </dev/null
}

# The server refuses to run as root.
pg_run() {
  if [ "$(id -u)" = 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
}

pg_start() {
  local port password
  pg_bin=$(pg_find_bin)
  if [ -z "$pg_bin" ]; then
    pg_install || true
    pg_bin=$(pg_find_bin)
  fi
  [ -n "$pg_bin" ] || { pg_reason='it is not installed and could not be'; return 1; }
  if [ "$(id -u)" = 0 ] && ! { id postgres && command -v runuser; } >/dev/null 2>&1; then
    pg_reason='it does not run as root and there is no user postgres'
    return 1
  fi
  pg_folder=$(mktemp -d "${TMPDIR:-/tmp}/shop-postgresql.XXXXXX") || { pg_reason='no temporary folder'; return 1; }
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s\n' "$password" >"$pg_folder/password"
  [ "$(id -u)" != 0 ] || chown -R postgres "$pg_folder"
  port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
  # Durability is off, since the server lives as long as the tests. Every test database is a copy of a template, which writes
  # all of it to the journal: a short journal would mean a checkpoint every few seconds.
  local settings='-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0'
  settings+=' -c max_wal_size=4GB -c checkpoint_timeout=1h -c shared_buffers=256MB'
  (
    cd "$pg_folder" &&
      pg_run "$pg_bin/initdb" -D "$pg_folder/data" -U shop -A scram-sha-256 --pwfile "$pg_folder/password" -E UTF8 --locale C &&
      pg_run "$pg_bin/pg_ctl" -D "$pg_folder/data" -w -t 60 -l "$pg_folder/log" \
        -o "$settings -p $port -k $pg_folder -c listen_addresses=127.0.0.1" start
  ) >"$pg_folder/start-log" 2>&1 </dev/null || {
    pg_reason="it did not start: $(tail -n 3 "$pg_folder/start-log" "$pg_folder/log" 2>/dev/null | tr '\n' ' ')"
    return 1
  }
  export TEST_DATABASE_URL="postgresql://shop:$password@127.0.0.1:$port/postgres"
}

pg_stop() {
  [ -n "$pg_folder" ] || return 0
  if [ -d "$pg_folder/data" ]; then
    (cd "$pg_folder" && pg_run "$pg_bin/pg_ctl" -D "$pg_folder/data" -m immediate stop) >/dev/null 2>&1 || true
  fi
  rm -rf "$pg_folder"
}
