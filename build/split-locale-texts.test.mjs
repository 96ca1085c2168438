import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { splitLocaleTexts } from './split-locale-texts.mjs';

const texts = {
  'en.havero': {
    'a.entry': 'Entry',
    'a.list': 'List',
    'b.bar': 'Bar',
    'c.one': 'One',
    'c.two': 'Two',
    'd.server': 'Mail',
  },
};
const map = JSON.stringify({ version: 3, mappings: 'AAAA' });
let outputFolder;

beforeEach(async () => {
  outputFolder = await mkdtemp(path.join(tmpdir(), 'texts-'));
  const files = {
    'main-1.js': 't("a.entry");',
    'CategoryPage-1.js': 't("a.list");',
    'Bar-1.js': 't("b.bar"),t("a.entry");',
    'Table-1.js': ['t(`c.$', '{key}`);'].join(''),
    'Quiet-1.js': 't("a.list");',
    'start-1.js': '"b.bar"',
  };
  for (const [name, source] of Object.entries(files)) {
    await writeFile(path.join(outputFolder, name), source);
    await writeFile(path.join(outputFolder, `${name}.map`), map);
  }
});

afterEach(() => rm(outputFolder, { recursive: true }));

const readTextsFile = async (name) => {
  const code = await readFile(path.join(outputFolder, name), 'utf8');
  return JSON.parse(code.replace(/^export default |;$/g, ''));
};

describe('splitLocaleTexts', () => {
  it('puts texts of the entry and the lists into the first file, and omits texts that no script uses', async () => {
    const { messages } = await splitLocaleTexts(outputFolder, texts);
    const { first, deferred } = messages['en.havero'];
    expect(await readTextsFile(first)).toEqual({ 'a.entry': 'Entry', 'a.list': 'List' });
    expect(await readTextsFile(deferred)).toEqual({ 'b.bar': 'Bar', 'c.one': 'One', 'c.two': 'Two' });
  });

  it('makes only scripts with deferred texts wait, and keeps their source maps correct', async () => {
    const { waiting } = await splitLocaleTexts(outputFolder, texts);
    expect(waiting.toSorted()).toEqual(['Bar-1.js', 'Table-1.js']);
    expect(await readFile(path.join(outputFolder, 'Bar-1.js'), 'utf8')).toMatch(
      /^await globalThis\.shopTexts\?\.\(\);\n/,
    );
    expect(JSON.parse(await readFile(path.join(outputFolder, 'Bar-1.js.map'), 'utf8')).mappings).toBe(
      ';AAAA',
    );
    expect(await readFile(path.join(outputFolder, 'Quiet-1.js'), 'utf8')).toBe('t("a.list");');
  });
});
