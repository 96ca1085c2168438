import { describe, expect, it } from '@jest/globals';
import { findAvoidedTerms } from './find-avoided-terms.mjs';

describe('findAvoidedTerms', () => {
  it.each([
    ['a line comment', 'a.ts', 'const a = 1; // Whoever asks.\n'],
    ['a block comment', 'a.tsx', '/**\n * Whoever asks.\n */\nexport const a = <p>{/* x */}</p>;\n'],
    ['a test name', 'a.test.ts', "it('answers whoever asks', () => {});\n"],
    ['the name of an it.each table', 'a.test.ts', "it.each([[1]])('answers whoever asks %s', () => {});\n"],
    ['a template literal as a test name', 'a.test.ts', `describe(\`whoever\`, () => {});\n`],
    ['a document', 'a.md', 'Whoever asks.\n'],
    ['a style sheet', 'a.css', '/* Whoever asks */ a { color: red }\n'],
    ['a shell script', 'a.sh', 'ls # whoever asks\n'],
    ['SQL', 'a.sql', '-- whoever asks\nselect 1;\n'],
  ])('finds a word to avoid in %s', (_what, file, text) => {
    expect(findAvoidedTerms(file, text)).toEqual([
      expect.stringMatching(/^a\.\S+:\d+: "whoever": use the visitor/i),
    ]);
  });

  it('names the line of the word', () => {
    expect(findAvoidedTerms('a.ts', '/**\n * One.\n * Whoever asks.\n */\n')[0]).toMatch(/^a\.ts:3: /);
    expect(findAvoidedTerms('a.md', '```\nwhoever\n```\nwhoever\n')).toEqual([
      expect.stringMatching(/^a\.md:4: /),
    ]);
  });

  it.each([
    ['string literals', 'a.ts', "const a = 'whoever';\n"],
    ['code in backticks', 'a.ts', '// See `whoever`.\n'],
    ['code blocks of documents', 'a.md', '```sh\nls whoever\n```\n'],
    ['names of other function calls', 'a.test.ts', "log('whoever', () => {});\n"],
    [
      'a word that the file allows explicitly with a reason',
      'a.ts',
      '// wording: "whoever" is a title\n// Whoever asks.\n',
    ],
    ['standard terms', 'a.ts', '// Returns 404 if the cart does not exist.\n'],
  ])('accepts %s', (_what, file, text) => {
    expect(findAvoidedTerms(file, text)).toEqual([]);
  });

  it('accepts no exception without a reason', () => {
    expect(findAvoidedTerms('a.ts', '// wording: "whoever"\n// Whoever asks.\n')).toHaveLength(2);
  });
});
