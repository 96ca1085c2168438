# Finds or installs nginx for the tests of deploy/nginx; sourced by .ci/run. Says why where it did not work: without nginx those
# tests are skipped, and all the others run.

nginx_find() {
  PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v nginx || true
}

# Installs the package without starting its service on port 80.
nginx_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  local policy=/usr/sbin/policy-rc.d made=''
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=1
  fi
  local options=(-qq -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15 -o Acquire::Retries=1)
  export DEBIAN_FRONTEND=noninteractive
  # Without the network no mirror answers: each step has a limit.
  timeout 60 apt-get "${options[@]}" update >/dev/null 2>&1 </dev/null || true
  local name failed=1
  for name in nginx-light nginx; do
    if timeout 120 apt-get "${options[@]}" install -y --no-install-recommends "$name" >/dev/null 2>&1 </dev/null; then
      failed=0
      break
    fi
  done
  [ -z "$made" ] || rm -f "$policy"
  return "$failed"
}

# Prints one line: the version, or SKIPPED with the reason.
nginx_prepare() {
  local nginx
  nginx=$(nginx_find)
  if [ -z "$nginx" ]; then
    nginx_install || true
    nginx=$(nginx_find)
  fi
  if [ -n "$nginx" ]; then
    echo "nginx: $("$nginx" -v 2>&1), for the tests of deploy/nginx"
  else
    echo 'nginx: SKIPPED, it is not installed and could not be; the tests of deploy/nginx do not run'
  fi
}
