// Restarts a process that has ended. Plain JavaScript with built-ins only, as `start.mjs` requires.

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/**
 * Run time after which the pause before a restart is reset, since the end has another cause than the previous
 * one.
 */
const STABLE_RUN_MS = 60_000;
/** Number of consecutive ends that are reported as a loop. */
const CRASH_LOOP_EXITS = 4;

/**
 * Keeps one process running. It is restarted whenever it ends, each time after twice the pause.
 *
 * @param {object} options
 * @param {string} options.name name of the process in messages
 * @param {string} options.meanwhile message about what visitors see in the meantime
 * @param {() => import('node:events').EventEmitter} options.start starts the process; emits 'exit' with code
 *   and signal
 * @param {(text: string) => void} options.say
 * @param {() => number} [options.now] monotonic clock in milliseconds
 * @param {(callback: () => void, ms: number) => unknown} [options.later]
 * @returns {{ readonly child: import('node:child_process').ChildProcess, stop(): void }} the current or last
 *   process; after `stop` it is not restarted
 */
export function supervise(options) {
  const { name, meanwhile, start, say, now = () => performance.now(), later = setTimeout } = options;
  let isStopped = false;
  let ends = 0;
  let child;
  const run = () => {
    const startedAt = now();
    child = start();
    child.once('exit', (code, signal) => {
      if (isStopped) return;
      ends = now() - startedAt < STABLE_RUN_MS ? ends + 1 : 1;
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (ends - 1));
      say(`The ${name} exited (${signal ?? code}). It restarts in ${pauseMs / 1000} s; ${meanwhile}`);
      if (ends >= CRASH_LOOP_EXITS) {
        say(
          `The ${name} has exited ${ends} times, each time within ${STABLE_RUN_MS / 1000} s of its start. ` +
            `See its last log lines above; stop all with Ctrl-C, or let it continue to restart.`,
        );
      }
      later(() => {
        if (!isStopped) run();
      }, pauseMs);
    });
  };
  run();
  return {
    get child() {
      return child;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
