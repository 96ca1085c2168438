import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { readMessages } from './messages.ts';

it('reports the file and line of texts that are not JSON', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'messages-'));
  const file = path.join(folder, 'nl.json');
  writeFileSync(file, '{\n  "a" "A"\n}\n');
  expect(() => readMessages(folder)).toThrow(`${file}:2:7 is not valid JSON`);
  rmSync(folder, { recursive: true });
});
