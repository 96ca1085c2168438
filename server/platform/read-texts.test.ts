import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTexts } from './read-texts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'texts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readTexts', () => {
  it.each([
    ['{\n  "a": "A",\n  "b" "B"\n}\n', 3, 7],
    ['{\n  "a": "A",\n}\n', 3, 1],
    ['{\n  "a": "A",\n', 3, 1],
    ['', 1, 1],
  ])('reports file and position of invalid JSON: %j', (text, line, column) => {
    const file = path.join(folder, 'nl.json');
    writeFileSync(file, text);
    expect(() => readTexts(file)).toThrow(`${file}:${line}:${column} is not valid JSON`);
  });
});
