// Restarts a process that has ended. Plain JavaScript with built-ins only, as `start.mjs` requires.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/**
 * Run time after which the pause before a restart is reset, since the end has another cause than the previous
 * one.
 */
const STEADY_MS = 60_000;
/** Number of consecutive ends that are reported as a loop. */
const LOOP_ENDS = 4;

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
      ends = now() - startedAt < STEADY_MS ? ends + 1 : 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (ends - 1));
      say(`The ${name} has ended (${signal ?? code}). It starts again in ${pauseMs / 1000} s; ${meanwhile}`);
      if (ends >= LOOP_ENDS) {
        say(
          `The ${name} has now ended ${ends} times, each time within ${STEADY_MS / 1000} s: it will not mend itself. ` +
            `Its last lines above say why; end all with Ctrl-C, or leave it trying.`,
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
