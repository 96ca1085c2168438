import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { watchFolder } from './watch-folder.ts';

let folder: string;
let stopWatching: () => void;
let reportedFiles: Set<string>;
let notifyWaiter: () => void;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watched-'));
  mkdirSync(path.join(folder, 'shell'));
  writeFileSync(path.join(folder, 'shell/Footer.tsx'), 'one');
  reportedFiles = new Set();
  notifyWaiter = () => {};
  stopWatching = watchFolder(folder, (file) => {
    reportedFiles.add(path.relative(folder, file));
    notifyWaiter();
  });
});

afterEach(() => {
  stopWatching();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves when a change of the file is reported. */
function waitForChange(file: string): Promise<void> {
  return new Promise((resolve) => {
    notifyWaiter = () => {
      if (reportedFiles.delete(file)) resolve();
    };
    notifyWaiter();
  });
}

describe('watchFolder', () => {
  it('reports a file that is overwritten', async () => {
    writeFileSync(path.join(folder, 'shell/Footer.tsx'), 'two');
    await expect(waitForChange('shell/Footer.tsx')).resolves.toBeUndefined();
  });

  it('continues to report a file after it was deleted and created again, or replaced by renaming', async () => {
    const file = path.join(folder, 'shell/Footer.tsx');
    const write = [
      () => {
        rmSync(file);
        writeFileSync(file, 'two');
      },
      () => {
        writeFileSync(`${file}~`, 'three');
        renameSync(`${file}~`, file);
      },
      () => writeFileSync(file, 'four'),
    ];
    for (const step of write) {
      reportedFiles.clear();
      const change = waitForChange('shell/Footer.tsx');
      step();
      await expect(change).resolves.toBeUndefined();
    }
  });

  it('reports files of a new folder, and of one that was deleted and created again', async () => {
    for (const text of ['one', 'two']) {
      rmSync(path.join(folder, 'pages'), { recursive: true, force: true });
      const change = waitForChange('pages/home/HomePage.tsx');
      mkdirSync(path.join(folder, 'pages/home'), { recursive: true });
      writeFileSync(path.join(folder, 'pages/home/HomePage.tsx'), text);
      await expect(change).resolves.toBeUndefined();
    }
  });
});
