import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadEnv, readNonEmptySettings } from './load-env.mjs';

let projectFolder;
beforeEach(() => {
  projectFolder = mkdtempSync(path.join(tmpdir(), 'env-'));
});
afterEach(() => {
  rmSync(projectFolder, { recursive: true, force: true });
  for (const name of ['W_OWN', 'W_GIVEN', 'W_EMPTY', 'W_CUT', 'W_WHOLE']) delete process.env[name];
});

describe('loadEnv', () => {
  it('reads the settings of .env, and environment variables take precedence', () => {
    process.env.W_GIVEN = 'of the environment';
    writeFileSync(path.join(projectFolder, '.env'), '# settings\nW_OWN="a b"\nW_GIVEN=of the file\n');
    loadEnv(projectFolder);
    expect([process.env.W_OWN, process.env.W_GIVEN]).toEqual(['a b', 'of the environment']);
  });

  it('reads the first setting of a file with a byte order mark', () => {
    writeFileSync(path.join(projectFolder, '.env'), '\uFEFFW_OWN=a\r\nexport W_WHOLE=b\r\n');
    loadEnv(projectFolder);
    expect([process.env.W_OWN, process.env.W_WHOLE]).toEqual(['a', 'b']);
  });

  it('leaves a setting empty if the environment sets it to an empty value', () => {
    process.env.W_EMPTY = '';
    writeFileSync(path.join(projectFolder, '.env'), 'W_EMPTY=b\n');
    loadEnv(projectFolder);
    expect(process.env.W_EMPTY).toBe('');
  });

  it('reports a value that "#" truncates, but no comment', () => {
    const said = [];
    writeFileSync(
      path.join(projectFolder, '.env'),
      '#W_OWN=a#b\nW_OWN=a # b\nW_CUT=a#b\nW_GIVEN=#b\nW_EMPTY=\nW_WHOLE="a#b"\n',
    );
    loadEnv(projectFolder, (line) => said.push(line));
    expect(said).toEqual(
      ['W_CUT', 'W_GIVEN'].map(
        (name) => `.env: the value of ${name} ends before its "#". Put the value in quotes.`,
      ),
    );
    expect(process.env.W_WHOLE).toBe('a#b');
  });

  it('reports a file in another encoding than UTF-8', () => {
    const said = [];
    writeFileSync(path.join(projectFolder, '.env'), Buffer.from('\uFEFFW_OWN=a\n', 'utf16le'));
    loadEnv(projectFolder, (line) => said.push(line));
    expect(said).toEqual(['.env cannot be read: save the file in UTF-8.']);
    expect(process.env.W_OWN).toBeUndefined();
  });

  it('accepts a missing file, and reports one that cannot be read', () => {
    const said = [];
    loadEnv(projectFolder, (line) => said.push(line));
    expect(said).toEqual([]);
    mkdirSync(path.join(projectFolder, '.env'));
    loadEnv(projectFolder, (line) => said.push(line));
    expect(said).toEqual([expect.stringContaining('.env cannot be read')]);
  });
});

describe('readNonEmptySettings', () => {
  it('leaves out settings without a value', () => {
    expect(readNonEmptySettings({ PORT: '', HOST: ' ', LOG_LEVEL: 'info', NONE: undefined })).toEqual({
      LOG_LEVEL: 'info',
    });
  });
});
