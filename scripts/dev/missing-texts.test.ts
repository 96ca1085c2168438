import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listMissingTexts } from './missing-texts.ts';

let localesFolder: string;
beforeEach(() => {
  localesFolder = mkdtempSync(path.join(tmpdir(), 'locales-'));
});
afterEach(() => rmSync(localesFolder, { recursive: true, force: true }));
const writeLocaleFile = (name: string, json: string) => writeFileSync(path.join(localesFolder, name), json);

describe('listMissingTexts', () => {
  it('lists the files and keys that a language lacks, including mails', () => {
    writeLocaleFile('en.json', '{"a":"A","b":"B"}');
    writeLocaleFile('nl.json', '{"a":"A"}');
    writeLocaleFile('de.json', '{"a":"A","b":"B"}');
    writeLocaleFile('en.hafero.json', '{"a":"A"}');
    writeLocaleFile('mail.en.json', '{"c":"C"}');
    writeLocaleFile('mail.nl.json', '{"d":"D"}');
    expect(listMissingTexts(localesFolder)).toEqual([
      "locales/mail.nl.json lacks 'c': English is used instead.",
      "locales/nl.json lacks 'b': English is used instead.",
    ]);
  });

  it('abbreviates a long list, and skips an invalid file, which is reported separately', () => {
    writeLocaleFile(
      'en.json',
      JSON.stringify(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, 'x']))),
    );
    writeLocaleFile('nl.json', '{"z":"Z"}');
    writeLocaleFile('de.json', '{"z":');
    expect(listMissingTexts(localesFolder)).toEqual([
      "locales/nl.json lacks 'k0', 'k1', 'k2', 'k3', 'k4' and 4 more: English is used instead.",
    ]);
  });
});
