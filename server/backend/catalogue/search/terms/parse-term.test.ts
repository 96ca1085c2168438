import { describe, expect, it } from '@jest/globals';
import { createWordIndexBuilder } from '../memory/word-index.ts';
import { getLanguageRules } from './language-rules.ts';
import { parseTerm } from './parse-term.ts';
import { getNegatedPart, markNegatedWords, readWords } from './read-words.ts';
import { splitCompound } from './split-compound.ts';
import { stemEstonian } from './stem-estonian.ts';
import { createTermMeanings } from './term-meanings.ts';

const DUTCH_ID = 1;
const yieldToEventLoop = () => Promise.resolve();

async function read(term: string, isUnfinished = false) {
  const rules = getLanguageRules('nl');
  const lexicon = createTermMeanings({
    languages: [
      { languageId: DUTCH_ID, code: 'nl' },
      { languageId: 2, code: 'de' },
    ],
    synonyms: [
      { languageId: DUTCH_ID, groupKey: 'laminitis', term: 'hoefbevangen', position: 0 },
      { languageId: 2, groupKey: 'laminitis', term: 'hufrehe', position: 0 },
      { languageId: DUTCH_ID, groupKey: 'oats', term: 'haver', position: 0 },
      { languageId: DUTCH_ID, groupKey: 'horse', term: 'paard', position: 0 },
      { languageId: DUTCH_ID, groupKey: 'teeth', term: 'geen tanden', position: 0 },
    ],
    meanings: [
      { groupKey: 'laminitis', role: 'finds', facet: 'applications', value: 'laminitis-prone', position: 0 },
      { groupKey: 'oats', role: 'without', facet: 'ingredientFlags', value: 'oat-free', position: 0 },
      { groupKey: 'horse', role: 'weak', facet: '', value: '', position: 0 },
    ],
    names: [],
  });
  const builder = createWordIndexBuilder(rules, (plain) => lexicon.isKnown(DUTCH_ID, plain));
  builder.add(0, [
    { text: 'Prado Pony Muesli', weight: 1 },
    { text: 'Voor de rand van de wei', weight: 0.2 },
  ]);
  builder.add(1, [{ text: 'Terno Pony Brok', weight: 1 }]);
  builder.add(2, [{ text: 'Nuvo Rust Magnesium', weight: 1 }]);
  return parseTerm(term, {
    languageId: DUTCH_ID,
    rules,
    lexicon,
    indexes: [await builder.finish(yieldToEventLoop)],
    brands: new Set(['havero']),
    isUnfinished,
  });
}

const describeClauses = async (term: string) =>
  (await read(term)).clauses.map(({ typed, concepts, isNegated, isWeak }) =>
    [isNegated && '-', isWeak && '~', typed, ...concepts.map(({ key }) => `=${key}`)]
      .filter(Boolean)
      .join(' '),
  );

describe('parseTerm', () => {
  it.each([
    ['havero muesli', ['~ havero', 'muesli']],
    ['ponybrok', ['pony', 'brok']],
    ['muesli zonder haver', ['muesli', '- haver =oats']],
    ['havervrij muesli', ['- haver =oats', 'muesli']],
    ['muesli geen tanden zonder haver', ['muesli', 'geen tanden =teeth', '- haver =oats']],
    ['Hufrehe', ['hufrehe =laminitis']],
    ['wat voor het paard', ['~ paard =horse']],
    ['20 kg muesli', ['20kg', 'muesli']],
    ['20KG', ['20kg']],
  ])('reads "%s" as %p', async (term, wishes) => {
    expect(await describeClauses(term)).toEqual(wishes);
    expect((await read(term)).correctedTerm).toBeNull();
  });

  it.each([
    ['museli', 'muesli'],
    ['pony magneisum', 'pony magnesium'],
  ])('corrects "%s" to %s', async (term, meant) => {
    expect((await read(term)).correctedTerm).toBe(meant);
  });

  it.each(['zand', 'band', 'havero', 'rust', 'wei', 'xqzwvkj', '🐴', 'a', 'tuesli', '12345'])(
    'does not correct "%s": another first letter, a merely descriptive word, or a known one',
    async (term) => {
      expect((await read(term)).correctedTerm).toBeNull();
    },
  );

  it('reads only the first words of a very long term', async () => {
    expect((await read('muesli '.repeat(200))).clauses.length).toBeLessThanOrEqual(16);
  });

  it('completes an unfinished term by words and their meanings', async () => {
    const [wish] = (await read('hoefb', true)).clauses;
    expect(wish?.completions).toEqual(['hoefbevangen']);
    expect(wish?.concepts.map(({ key }) => key)).toEqual(['laminitis']);
  });
});

describe('negations in a text', () => {
  const list = (code: string, text: string) => {
    const rules = getLanguageRules(code);
    return markNegatedWords(readWords(text), rules).flatMap((word) => (word.isNegated ? [word.typed] : []));
  };
  it.each([
    ['en', 'Without grain, soya or molasses. With linseed.', ['grain', 'soya', 'molasses']],
    ['en', 'Oat-free pellets', ['oat']],
    ['en', 'free of oats', ['oats']],
    ['de', 'Müsli ohne Hafer', ['hafer']],
    ['et', 'ilma kaerata müsli', ['kaerata']],
    ['es', 'pienso sin avena', ['avena']],
  ])('are found in %s: %s', (code, text, denied) => {
    expect(list(code, text)).toEqual(denied);
  });

  it.each([
    ['de', 'getreidefreies', 'getreide'],
    ['nl', 'havervrij', 'haver'],
    ['et', 'teraviljavaba', 'teravilja'],
  ])('are found within one word in %s: %s', (code, word, part) => {
    expect(getNegatedPart({ typed: word }, getLanguageRules(code))?.typed).toBe(part);
  });
});

describe('words of a term', () => {
  it.each(['5 constructor', '5constructor', '0,5 CONSTRUCTOR', '5 __proto__', '1.5 hasOwnProperty'])(
    'are read as typed: %s',
    (term) => {
      for (const { typed } of readWords(term)) expect(term.toLowerCase()).toContain(typed);
    },
  );
});

describe('splitCompound', () => {
  const known = new Set(['senior', 'musli', 'stro', 'mix', 'zucht', 'stute', 'beet', 'pulp']);
  it.each([
    ['de', 'seniorenmusli', ['senior', 'musli']],
    ['de', 'zuchtstute', ['zucht', 'stute']],
    ['nl', 'stromix', ['stro', 'mix']],
    ['en', 'beetpulp', ['beet', 'pulp']],
    ['nl', 'seniorxmusli', undefined],
  ])('splits a word in %s: %s', (code, word, parts) => {
    expect(splitCompound(word, getLanguageRules(code), (part) => known.has(part))).toEqual(parts);
  });
});

describe('Estonian words', () => {
  it.each([
    ['kaerata', 'kaer'],
    ['mära', 'märale'],
    ['hobune', 'hobusele'],
  ])('have the same stem: %s and %s', (one, other) => {
    expect(stemEstonian(one)).toBe(stemEstonian(other));
  });
});
