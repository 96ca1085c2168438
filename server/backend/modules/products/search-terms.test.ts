import { describe, expect, it } from '@jest/globals';
import { createSearchTerms, listSynonymKeys } from './search-terms.ts';

describe('search terms', () => {
  it.each([null, '', '   ', '\t\n'])('asks for nothing where %p was typed', (term) => {
    expect(createSearchTerms(term)).toBeNull();
  });

  it('needs every word, each as a beginning', () => {
    expect(createSearchTerms(' Prado  muesl ')).toMatchObject({
      prefix: 'prado:* & (muesl:* | müsl:*)',
      exact: 'Prado muesl',
    });
  });

  it('lets no operator of the query language through', () => {
    expect(createSearchTerms("a' | !b:* & (c)")?.prefix).toBe('a:* & b:* & c:*');
    expect(createSearchTerms('!!!')?.prefix).toBeNull();
  });

  it.each(['"low sugar" muesli', 'muesli -oats', '-oats'])('takes the operators of %p', (term) => {
    expect(createSearchTerms(term)).toMatchObject({ websearch: term, prefix: null });
  });

  it.each(['low-sugar', 'muesli - pony', '- 2', 'B-12'])('finds no operator in %p', (term) => {
    expect(createSearchTerms(term)?.websearch).toBeNull();
    expect(createSearchTerms(term)?.prefix).not.toBeNull();
  });

  it('takes wildcards for the characters that they are', () => {
    expect(createSearchTerms('100%_\\')?.contains).toBe('%100\\%\\_\\\\%');
  });

  it('looks for a word typed without umlauts under its spelling with them as well', () => {
    expect(createSearchTerms('Muesli für Fohlen')?.prefix).toBe('(muesli:* | müsli:*) & für:* & fohlen:*');
  });

  it('takes what means the same for as good, words and pairs of words', () => {
    const synonyms = new Map([
      ['bix', ['brok', 'old horse']],
      ['hay cubes', ['cobs']],
    ]);
    expect(createSearchTerms('bix adult', synonyms)?.prefix).toBe(
      '(bix:* | brok:* | (old & horse)) & adult:*',
    );
    expect(createSearchTerms('dry hay cubes', synonyms)?.prefix).toBe('dry:* & ((hay:* & cubes:*) | cobs:*)');
    expect(listSynonymKeys('Dry hay  Cubes')).toEqual(['dry', 'hay', 'cubes', 'dry hay', 'hay cubes']);
  });

  it('looks inside names only for what is long enough to be found by an index', () => {
    expect(createSearchTerms('ab')?.contains).toBeNull();
    expect(createSearchTerms('abc')?.contains).toBe('%abc%');
  });
});
