#!/usr/bin/env bash
# Dumps the database once a day into /backups and deletes dumps older than BACKUP_DAYS. Reads PGHOST, PGUSER, PGPASSWORD and PGDATABASE.
# With `once` as its word it makes one dump and ends: for a CronJob.
set -euo pipefail
folder=${BACKUP_FOLDER:-/backups}

dump() {
  local file
  file="$folder/shop-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  # Under another name until it is whole, so that an incomplete dump is never taken for a good one.
  pg_dump --format=custom --file="$file.unfinished"
  pg_restore --list "$file.unfinished" >/dev/null
  mv "$file.unfinished" "$file"
  find "$folder" -name 'shop-*.unfinished' -mmin +1440 -delete
  find "$folder" -name 'shop-*.dump' -mtime "+${BACKUP_DAYS:-14}" -delete
  echo "Dumped $file ($(stat -c %s "$file") bytes)"
}

if [ "${1:-}" = once ]; then
  dump
  exit
fi
while true; do
  dump || echo 'The dump failed; the next attempt is in an hour.' >&2
  # Wakes hourly, so that a failure is repeated soon.
  latest=$(find "$folder" -name 'shop-*.dump' -mmin -1380 | head -1)
  while [ -n "$latest" ]; do
    sleep 3600 &
    wait $!
    latest=$(find "$folder" -name 'shop-*.dump' -mmin -1380 | head -1)
  done
  sleep 3600 &
  wait $!
done
