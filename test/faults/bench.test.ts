import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSampleDataFolder } from '../browser/start-shop.ts';

const root = path.resolve(import.meta.dirname, '../..');

let dataFolder: string;

beforeAll(async () => {
  dataFolder = await createSampleDataFolder();
});

afterAll(() => {
  if (dataFolder) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * Runs `npm run bench` on an imported shop, with rounds that are too short to measure, and returns its
 * output.
 */
function runBenchTrial(...parts: string[]): Promise<{ code: number | null; output: string }> {
  const { NODE_OPTIONS: _forJestOnly, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/bench.mjs', '--trial', ...parts], {
      cwd: root,
      env: { ...inherited, NODE_ENV: 'production', DATA_DIR: dataFolder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

it('npm run bench compares each page with its twin and with prepared bytes, in every encoding', async () => {
  const { code, output } = await runBenchTrial('sizes', 'rendered', 'page-cache');

  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  const rows = output.split('\n').flatMap((line) => {
    const row = /^(\([abc]\)) .+? (category|product) +(identity|br) +(\d+) +(\d+) /.exec(line);
    return row ? [row.slice(1, 4).join(' ')] : [];
  });
  const expected = ['(a)', '(c)'].flatMap((title) =>
    ['category', 'product'].flatMap((page) =>
      ['identity', 'br'].map((encoding) => `${title} ${page} ${encoding}`),
    ),
  );
  expect(rows).toEqual(expected);
  expect(output).toMatch(/category: HTML ÷ markup/);
});
