import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { supervise } from './supervise.mjs';

let time;
let startedProcesses;
let printedLines;
let pending;

beforeEach(() => {
  time = 0;
  startedProcesses = [];
  printedLines = [];
  pending = [];
});

function startSupervisor() {
  return supervise({
    name: 'backend',
    meanwhile: 'the web serves cached pages.',
    start: () => {
      const child = new EventEmitter();
      startedProcesses.push(child);
      return child;
    },
    say: (text) => printedLines.push(text),
    now: () => time,
    later: (callback, ms) => pending.push({ callback, ms }),
  });
}

/** Ends the process after a run time. Returns the pause before the restart, in milliseconds. */
function endProcess(ranMs) {
  time += ranMs;
  startedProcesses.at(-1).emit('exit', 1, null);
  return pending.at(-1).ms;
}

function runPendingTimer() {
  const { callback, ms } = pending.pop();
  time += ms;
  callback();
}

describe('supervise', () => {
  it('restarts a process after a pause that doubles up to 30 seconds, and resets the pause after a minute', () => {
    startSupervisor();
    const pauses = [];
    for (let n = 0; n < 9; n += 1) {
      pauses.push(endProcess(1000));
      runPendingTimer();
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(startedProcesses).toHaveLength(10);
    expect(endProcess(60_000)).toBe(500);
  });

  it('reports what has ended, when it restarts and what visitors see, and reports repeated ends', () => {
    startSupervisor();
    endProcess(1000);
    expect(printedLines).toEqual([
      'The backend exited (1). It restarts in 0.5 s; the web serves cached pages.',
    ]);
    for (let n = 0; n < 3; n += 1) {
      runPendingTimer();
      endProcess(1000);
    }
    expect(printedLines.at(-1)).toContain('The backend has exited 4 times');
  });

  it('restarts nothing after it was stopped, whether the process runs or a restart is pending', () => {
    const running = startSupervisor();
    running.stop();
    startedProcesses.at(-1).emit('exit', 0, 'SIGTERM');
    expect([startedProcesses.length, printedLines.length, pending.length]).toEqual([1, 0, 0]);
    const waiting = startSupervisor();
    endProcess(1000);
    waiting.stop();
    runPendingTimer();
    expect(startedProcesses).toHaveLength(2);
  });
});
