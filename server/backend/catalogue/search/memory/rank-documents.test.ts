import { describe, expect, it } from '@jest/globals';
import { getLanguageRules } from '../terms/language-rules.ts';
import { parseTerm } from '../terms/parse-term.ts';
import { createTermMeanings } from '../terms/term-meanings.ts';
import { createAttributeIndexBuilder } from './attribute-index.ts';
import { type Documents, rankDocuments } from './rank-documents.ts';
import { createWordIndexBuilder } from './word-index.ts';

const ENGLISH_ID = 4;
const rules = getLanguageRules('en');
const lexicon = createTermMeanings({
  languages: [{ languageId: ENGLISH_ID, code: 'en' }],
  synonyms: [
    { languageId: ENGLISH_ID, groupKey: 'mash', term: 'mash', position: 0 },
    { languageId: ENGLISH_ID, groupKey: 'treats', term: 'treats', position: 0 },
    { languageId: ENGLISH_ID, groupKey: 'sugar', term: 'low sugar', position: 0 },
    { languageId: ENGLISH_ID, groupKey: 'sugar', term: 'sugar', position: 1 },
  ],
  meanings: [
    { groupKey: 'mash', role: 'finds', facet: 'category', value: 'mash', position: 0 },
    { groupKey: 'treats', role: 'finds', facet: 'category', value: 'treats', position: 0 },
    { groupKey: 'sugar', role: 'finds', facet: 'flags', value: 'low-sugar', position: 0 },
    { groupKey: 'sugar', role: 'without', facet: 'flags', value: 'low-sugar', position: 0 },
    { groupKey: 'sugar', role: 'prefers', facet: 'flags', value: 'low-starch', position: 0 },
  ],
  names: [],
});

interface TestProduct {
  readonly name: string;
  readonly body?: string;
  readonly category?: string;
  readonly flags?: readonly string[];
}

const products: readonly TestProduct[] = [
  { name: 'Apple bites', category: 'treats' },
  { name: 'Herb bites', category: 'treats', flags: ['low-starch'] },
  { name: 'Warm porridge', category: 'mash' },
  { name: 'Soft porridge', category: 'mash' },
  { name: 'Lean muesli', flags: ['low-sugar'] },
  { name: 'Lean senior muesli', flags: ['low-sugar'] },
  { name: 'Lean pony muesli', flags: ['low-sugar'] },
  { name: 'Pony muesli' },
  { name: 'Breathing herbs', body: 'For the long winter in the stable.' },
  { name: 'Thrush balm' },
];

async function createDocuments(): Promise<Documents> {
  const words = createWordIndexBuilder(rules, () => false);
  const facts = createAttributeIndexBuilder();
  for (const [document, { name, body = '', category, flags = [] }] of products.entries()) {
    words.add(document, [
      { text: name, weight: 1 },
      { text: body, weight: 0.2 },
    ]);
    if (category !== undefined) facts.add(document, 'category', category, 1);
    for (const flag of flags) facts.add(document, 'flags', flag, 1);
  }
  return {
    size: products.length,
    words: await words.finish(() => Promise.resolve()),
    attributes: facts.finish(),
    getName: (document) => products[document]?.name.toLowerCase() ?? '',
  };
}

async function findProductNames(term: string, isSold: (name: string) => boolean = () => true) {
  const documents = await createDocuments();
  const { clauses: wishes } = parseTerm(term, {
    languageId: ENGLISH_ID,
    rules,
    lexicon,
    indexes: [documents.words],
    brands: new Set(),
    isUnfinished: false,
  });
  const { relevance: fits, unmatchedClauses: leftOut } = rankDocuments(documents, wishes, {
    lexicon,
    languageId: ENGLISH_ID,
    isAvailable: Uint8Array.from(products, ({ name }) => Number(isSold(name))),
  });
  const found = [...fits.entries()].filter(([, fit]) => fit > 0).sort(([, a], [, b]) => b - a);
  return {
    found: found.map(([document]) => products[document]?.name),
    leftOut: leftOut.map(({ typed }) => typed),
  };
}

describe('rankDocuments if some products match all clauses', () => {
  it('finds only these products and reports no unmatched clause', async () => {
    expect(await findProductNames('pony muesli low sugar')).toEqual({
      found: ['Lean pony muesli'],
      leftOut: [],
    });
  });
});

describe('rankDocuments if no product matches all clauses', () => {
  it('finds the products that match the rarest clauses together, and names the others', async () => {
    // One has 'senior', two 'pony', four 'muesli'.
    expect(await findProductNames('senior pony muesli')).toEqual({
      found: ['Lean senior muesli'],
      leftOut: ['pony'],
    });
    expect(await findProductNames('thrush pony muesli')).toMatchObject({ leftOut: ['thrush'] });
  });

  it('prefers several clauses that are more specific together to one rarer clause', async () => {
    const { found, leftOut } = await findProductNames('balm lean pony muesli');
    expect(found).toEqual(['Lean pony muesli']);
    expect(leftOut).toEqual(['balm']);
  });

  it('ignores a word without results', async () => {
    expect(await findProductNames('xqzwvkj senior')).toEqual({
      found: ['Lean senior muesli'],
      leftOut: ['xqzwvkj'],
    });
  });

  it('ignores products that are not sold when matching clauses', async () => {
    const { found, leftOut } = await findProductNames(
      'senior pony muesli',
      (name) => !name.includes('senior'),
    );
    expect(leftOut).toEqual(['senior']);
    expect(found).toHaveLength(2);
  });

  it('ranks a word that a text only mentions below what a product is', async () => {
    expect(await findProductNames('mash winter')).toMatchObject({
      found: expect.arrayContaining(['Warm porridge', 'Soft porridge']),
      leftOut: ['winter'],
    });
  });

  it.each(['low sugar treats', 'sugar free treats', 'treats without sugar'])(
    'ranks matches above products that only lack a negated subject, best match first: %s',
    async (term) => {
      const { found, leftOut } = await findProductNames(term);
      expect(found).toEqual(['Herb bites', 'Apple bites']);
      expect(leftOut).toHaveLength(1);
    },
  );

  it('finds products that lack a negated subject if nothing else is requested or available', async () => {
    const lean = ['Lean muesli', 'Lean senior muesli', 'Lean pony muesli'].toSorted();
    expect((await findProductNames('without sugar')).found.toSorted()).toEqual(lean);
    const { found, leftOut } = await findProductNames('xqzwvkj without sugar');
    expect(found.toSorted()).toEqual(lean);
    expect(leftOut).toEqual(['xqzwvkj']);
  });
});
