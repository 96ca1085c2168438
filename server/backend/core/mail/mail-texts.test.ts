import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { readAdminTexts } from '../admin/texts.ts';
import { readMailTexts } from './mail-texts.ts';

it.each([
  ['mail.nl.json', readMailTexts],
  ['admin.nl.json', readAdminTexts],
])('names the line of %s at which the JSON is invalid', (name, read) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'texts-'));
  cpSync(path.resolve(import.meta.dirname, '../../../../locales'), folder, { recursive: true });
  writeFileSync(path.join(folder, name), '{"a" 1}');
  expect(() => read(folder)).toThrow(`${path.join(folder, name)}:1:6 is not valid JSON`);
  rmSync(folder, { recursive: true });
});
