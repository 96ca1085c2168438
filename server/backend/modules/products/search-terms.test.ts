import { describe, expect, it } from '@jest/globals';
import { createSearchTerms } from './search-terms.ts';

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

  it('takes wildcards for the characters that they are', () => {
    expect(createSearchTerms('100%_\\')?.contains).toBe('%100\\%\\_\\\\%');
  });

  it('looks for a word typed without umlauts under its spelling with them as well', () => {
    expect(createSearchTerms('Muesli für Fohlen')?.prefix).toBe('(muesli:* | müsli:*) & für:* & fohlen:*');
  });
});
