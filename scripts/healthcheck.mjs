// HEALTHCHECK of the container: checks whether the process that the container runs is alive.
import { readFileSync } from 'node:fs';
import { isAnswering } from './ports.mjs';

/** Command line of the container, with or without an init process. */
const containerCommand = readFileSync('/proc/1/cmdline', 'utf8');
// An empty value counts as unset.
const healthPort = containerCommand.includes('backend.mjs')
  ? Number(process.env.BACKEND_PORT) || 4000
  : Number(process.env.PORT) || 3000;

process.exit((await isAnswering(`http://127.0.0.1:${healthPort}/health/live`, 2000)) ? 0 : 1);
