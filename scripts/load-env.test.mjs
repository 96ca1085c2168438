import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadEnv } from './load-env.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'env-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  for (const name of ['W_OWN', 'W_GIVEN']) delete process.env[name];
});

describe('loadEnv', () => {
  it('reads the settings of .env, and environment variables take precedence', () => {
    process.env.W_GIVEN = 'of the environment';
    writeFileSync(path.join(root, '.env'), '# settings\nW_OWN="a b"\nW_GIVEN=of the file\n');
    loadEnv(root);
    expect([process.env.W_OWN, process.env.W_GIVEN]).toEqual(['a b', 'of the environment']);
  });

  it('accepts a missing file, and reports one that cannot be read', () => {
    const said = [];
    loadEnv(root, (line) => said.push(line));
    expect(said).toEqual([]);
    mkdirSync(path.join(root, '.env'));
    loadEnv(root, (line) => said.push(line));
    expect(said).toEqual([expect.stringContaining('.env cannot be read')]);
  });
});
