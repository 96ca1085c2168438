import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isTestFile, readSources, stripComments } from './source-files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const sources = readSources(root, ['client', 'scripts', 'server', 'shared', 'test']).map(
  ({ file, source }) => ({
    file,
    code: stripComments(source),
  }),
);

/** Facts that are declared once: where, and how a second declaration looks. */
const declarations = [
  {
    fact: 'the milliseconds of a minute, an hour and a day',
    home: 'shared/rules/durations.ts',
    declaration: /const (?:SECOND|MINUTE|HOUR|DAY)_MS\b/,
  },
  {
    fact: 'the type of the corporate site',
    home: 'shared/rules/site-type.ts',
    declaration: /const CORPORATE\b|\btype [!=]== 2\b|\.type [!=]== 2\b/,
    allowsTests: true,
  },
  {
    fact: 'the check for requests from pages of other sites',
    home: 'server/platform/foreign-request.ts',
    declaration: /['"]same-origin['"] && /,
    allowsTests: true,
  },
  {
    fact: 'the names of the brands',
    home: 'shared/rules/brand-name.ts',
    declaration: /'Havero Group'|['"(|](?:Havero|havero)['"]?(?:,|\||, type) ?['"]?(?:Hafero|hafero)\b/,
    allowsTests: true,
  },
];

describe('a declaration with a single source', () => {
  it.each(declarations)('is $fact: only $home declares it', ({ home, declaration, allowsTests }) => {
    const places = sources
      .filter(({ file, code }) => declaration.test(code) && !(allowsTests && isTestFile(file)))
      .map(({ file }) => file);
    expect(places).toEqual([home]);
  });
});
