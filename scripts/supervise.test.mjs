import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { supervise } from './supervise.mjs';

let time;
let started;
let said;
let pending;

beforeEach(() => {
  time = 0;
  started = [];
  said = [];
  pending = [];
});

function startSupervisor() {
  return supervise({
    name: 'backend',
    meanwhile: 'the web serves cached pages.',
    start: () => {
      const child = new EventEmitter();
      started.push(child);
      return child;
    },
    say: (text) => said.push(text),
    now: () => time,
    later: (callback, ms) => pending.push({ callback, ms }),
  });
}

/** Ends the process after a run time. Returns the pause before the restart, in milliseconds. */
function end(ranMs) {
  time += ranMs;
  started.at(-1).emit('exit', 1, null);
  return pending.at(-1).ms;
}

function pass() {
  const { callback, ms } = pending.pop();
  time += ms;
  callback();
}

describe('supervise', () => {
  it('restarts a process after a pause that doubles up to 30 seconds, and resets the pause after a minute', () => {
    startSupervisor();
    const pauses = [];
    for (let n = 0; n < 9; n += 1) {
      pauses.push(end(1000));
      pass();
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(started).toHaveLength(10);
    expect(end(60_000)).toBe(500);
  });

  it('reports what has ended, when it restarts and what visitors see, and reports repeated ends', () => {
    startSupervisor();
    end(1000);
    expect(said).toEqual(['The backend exited (1). It restarts in 0.5 s; the web serves cached pages.']);
    for (let n = 0; n < 3; n += 1) {
      pass();
      end(1000);
    }
    expect(said.at(-1)).toContain('The backend has exited 4 times');
  });

  it('restarts nothing after it was stopped, whether the process runs or a restart is pending', () => {
    const running = startSupervisor();
    running.stop();
    started.at(-1).emit('exit', 0, 'SIGTERM');
    expect([started.length, said.length, pending.length]).toEqual([1, 0, 0]);
    const waiting = startSupervisor();
    end(1000);
    waiting.stop();
    pass();
    expect(started).toHaveLength(2);
  });
});
