import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkLocales } from './check-locales.mjs';

const locales = ['nl', 'de', 'da', 'en', 'it', 'pt', 'es', 'sv', 'et'];
const englishTexts = {
  'cart.add': 'Add to %{place}',
  'list.count': '%{smart_count} product |||| %{smart_count} products',
  'sort.name': 'Name',
};
let projectFolder;

function writeProjectFile(file, content) {
  mkdirSync(path.dirname(path.join(projectFolder, file)), { recursive: true });
  writeFileSync(
    path.join(projectFolder, file),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

beforeEach(() => {
  projectFolder = mkdtempSync(path.join(tmpdir(), 'locales-'));
  for (const locale of locales) writeProjectFile(`locales/${locale}.json`, englishTexts);
  writeProjectFile('client/List.tsx', `t('cart.add', { place }); t('list.count'); t(\`sort.\${key}\`);`);
});

afterEach(() => {
  rmSync(projectFolder, { recursive: true });
});

describe('checkLocales', () => {
  it('reports nothing if all languages agree', () => {
    writeProjectFile('locales/de.hafero.json', { 'sort.name': 'Hafero' });

    expect(checkLocales(projectFolder)).toEqual([]);
  });

  it('reports a word that the term list of the language avoids, as a whole word in any case', () => {
    const table = '| concept | term | do not use |\n|---|---|---|\n| cart | cart | basket, shopping bag |';
    writeProjectFile('docs/terms.md', `# Terms\n\n## English (en)\n\n${table}\n\n## Dutch (nl)\n`);
    writeProjectFile('locales/en.json', { ...englishTexts, 'sort.name': 'Basket %{basket}' });
    writeProjectFile('locales/nl.json', { ...englishTexts, 'sort.name': 'Basket' });
    expect(checkLocales(projectFolder)).toContain(
      "locales/en.json: 'sort.name' contains 'basket': docs/terms.md has 'cart' for it",
    );
    expect(checkLocales(projectFolder).filter((problem) => problem.includes('contains'))).toHaveLength(1);

    writeProjectFile('locales/en.json', { ...englishTexts, 'sort.name': 'Baskets' });
    expect(checkLocales(projectFolder).filter((problem) => problem.includes('contains'))).toEqual([]);
  });

  it.each([
    ['a key that a language lacks', 'nl', { 'sort.name': undefined }, "nl.json: 'sort.name' is missing"],
    ['a key that only one language has', 'nl', { 'zoo.key': 'x' }, "nl.json: 'zoo.key' is not in en.json"],
    ['an empty text', 'nl', { 'sort.name': ' ' }, "nl.json: 'sort.name' is empty"],
    ['an empty plural form', 'nl', { 'list.count': '%{smart_count} stuk ||||' }, "'list.count' is empty"],
    [
      'a lost placeholder',
      'nl',
      { 'cart.add': 'Voeg toe' },
      "'cart.add' has the placeholders [], en.json has [place]",
    ],
    [
      'too few plural forms',
      'nl',
      { 'list.count': '%{smart_count} stuks' },
      'has 1 plural forms, the language has 2',
    ],
    ['too many plural forms', 'et', { 'list.count': '%{smart_count} a |||| b |||| c' }, 'has 3 plural forms'],
    [
      'a space before a percent sign in Dutch',
      'nl',
      { 'sort.name': 'Boven 12 %' },
      "has '2 %', which the language writes '12%'",
    ],
    [
      'a breaking space before a percent sign in German',
      'de',
      { 'sort.name': 'Über 12 %' },
      "has '2 %', which the language writes '12\u00a0%'",
    ],
    [
      'a percent sign without a space in Swedish',
      'sv',
      { 'cart.add': '%{place}%' },
      "has '%{place}%', which the language writes '12\u00a0%'",
    ],
  ])('finds %s', (_what, locale, change, expected) => {
    writeProjectFile(`locales/${locale}.json`, { ...englishTexts, ...change });

    const problems = checkLocales(projectFolder);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  it.each([
    ['a language without a mail file', 'nl', null, 'locales/mail.nl.json: missing'],
    ['a missing text of a mail', 'nl', {}, "mail.nl.json: 'hello' is missing"],
    ['a mail text that contains a brand', 'nl', { hello: 'Havero %{name}' }, 'use the placeholder %{brand}'],
    [
      'a lost placeholder in a mail',
      'nl',
      { hello: 'Dag' },
      "'hello' has the placeholders [], mail.en.json has [name]",
    ],
  ])('reports in mails: %s', (_what, changed, content, expected) => {
    writeProjectFile('server/backend/mails.ts', "t('hello', { name })");
    for (const locale of locales) writeProjectFile(`locales/mail.${locale}.json`, { hello: 'Hi %{name}' });
    expect(checkLocales(projectFolder)).toEqual([]);
    if (content === null) rmSync(path.join(projectFolder, `locales/mail.${changed}.json`));
    else writeProjectFile(`locales/mail.${changed}.json`, content);

    const problems = checkLocales(projectFolder);

    expect(problems).toEqual([expect.stringContaining(expected)]);
  });

  it('reports a mail text that is not used in the backend', () => {
    writeProjectFile('client/Other.tsx', "t('hello')");
    for (const locale of locales) writeProjectFile(`locales/mail.${locale}.json`, { hello: 'Hi' });

    expect(checkLocales(projectFolder)).toEqual(["locales/mail.en.json: 'hello' is unused"]);
  });

  it('reports a language without a file, and a file without a language', () => {
    rmSync(path.join(projectFolder, 'locales/sv.json'));
    writeProjectFile('locales/fr.json', englishTexts);

    expect(checkLocales(projectFolder)).toEqual([
      'locales/fr.json: not a name of a language file',
      'locales/sv.json: missing',
    ]);
  });

  it('reports a file that is not JSON, or has a duplicate key', () => {
    writeProjectFile('locales/sv.json', '{');
    writeProjectFile(
      'locales/nl.json',
      JSON.stringify(englishTexts, null, 2).replace('{', '{\n  "cart.add": "x",'),
    );

    const problems = checkLocales(projectFolder).join('\n');

    expect(problems).toContain("locales/nl.json: 'cart.add' is duplicate");
    expect(problems).toContain('locales/sv.json: ');
  });

  it('reports overlays that change a missing text or name the other brand', () => {
    writeProjectFile('locales/de.hafero.json', { 'cart.remove': 'Weg', 'sort.name': 'Havero' });

    expect(checkLocales(projectFolder)).toEqual([
      "locales/de.hafero.json: 'cart.remove' is not in en.json",
      "locales/de.hafero.json: 'sort.name' contains the name of the other brand",
    ]);
  });

  it('reports a base text with Havero on a site of the German-market brand', () => {
    writeProjectFile('locales/de.json', { ...englishTexts, 'sort.name': 'Havero A–Z' });
    writeProjectFile('server/backend/sample-shop/data/sites.json', {
      languages: [{ languageId: 2, code: 'de' }],
      sites: [{ type: 1, languages: [{ languageId: 2 }] }],
    });

    expect(checkLocales(projectFolder)).toEqual([
      "locales/de.json: 'sort.name' contains Havero, but de.hafero.json does not override it",
    ]);

    writeProjectFile('locales/de.hafero.json', { 'sort.name': 'Hafero A–Z' });
    expect(checkLocales(projectFolder)).toEqual([]);
  });

  it('reports a text that no code uses; tests and comments do not count', () => {
    writeProjectFile('client/List.tsx', "// t('cart.add')\nconst key = 'list.count';");
    writeProjectFile('client/List.test.tsx', "t('sort.name')");

    expect(checkLocales(projectFolder)).toEqual([
      "locales/en.json: 'cart.add' is unused",
      "locales/en.json: 'sort.name' is unused",
    ]);
  });

  it('requires the keys in alphabetical order, so that concurrent additions rarely conflict', () => {
    writeProjectFile('locales/nl.json', {
      'sort.name': 'Naam',
      'cart.add': 'In %{place}',
      'list.count': englishTexts['list.count'],
    });

    expect(checkLocales(projectFolder)).toEqual([
      "locales/nl.json: 'cart.add' is out of alphabetical order: run with --sort",
    ]);
  });
});
