// Starts a process again that has ended by itself. Plain JavaScript with built-ins only, as `start.mjs` needs it.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that has run this long ends for another reason than the last time, so the pause starts short again. */
const STEADY_MS = 60_000;
/** Ends in a row, after which it is no accident. */
const LOOP_ENDS = 4;

/**
 * Keeps one process running: it is started again whenever it ends, each time after twice the pause.
 *
 * @param {object} options
 * @param {string} options.name what people call it
 * @param {string} options.meanwhile what visitors meet while it is away, in words
 * @param {() => import('node:events').EventEmitter} options.start starts it; emits 'exit' with code and signal
 * @param {(text: string) => void} options.say
 * @param {() => number} [options.now] milliseconds that only go forward
 * @param {(callback: () => void, ms: number) => unknown} [options.later]
 * @returns {{ readonly child: import('node:child_process').ChildProcess, stop(): void }} the process that runs now, or ran last; after `stop` none is started again
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
