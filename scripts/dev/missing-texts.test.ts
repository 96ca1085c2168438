import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listMissingTexts } from './missing-texts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'locales-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, json: string) => writeFileSync(path.join(folder, name), json);

describe('listMissingTexts', () => {
  it('lists the files and keys that a language lacks, including mails', () => {
    write('en.json', '{"a":"A","b":"B"}');
    write('nl.json', '{"a":"A"}');
    write('de.json', '{"a":"A","b":"B"}');
    write('en.hafero.json', '{"a":"A"}');
    write('mail.en.json', '{"c":"C"}');
    write('mail.nl.json', '{"d":"D"}');
    expect(listMissingTexts(folder)).toEqual([
      "locales/mail.nl.json lacks 'c': English is used instead.",
      "locales/nl.json lacks 'b': English is used instead.",
    ]);
  });

  it('abbreviates a long list, and skips an invalid file, which is reported separately', () => {
    write(
      'en.json',
      JSON.stringify(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, 'x']))),
    );
    write('nl.json', '{"z":"Z"}');
    write('de.json', '{"z":');
    expect(listMissingTexts(folder)).toEqual([
      "locales/nl.json lacks 'k0', 'k1', 'k2', 'k3', 'k4' and 4 more: English is used instead.",
    ]);
  });
});
