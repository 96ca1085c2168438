import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const readSampleFile = (file: string) =>
  JSON.parse(readFileSync(new URL(`../sample-shop/data/${file}`, import.meta.url), 'utf8'));
const { products } = readSampleFile('catalogue.json') as {
  products: { feedType: string | null; variants: { deliveryTimeDays: string | null }[] }[];
};

/** Start of the word for delivery, as the stock message uses it. */
const deliveryWords: Record<string, RegExp> = {
  nl: /bezorg/i,
  de: /liefer/i,
  en: /deliver/i,
  da: /lever/i,
  it: /consegn/i,
  pt: /entreg/i,
  es: /entreg/i,
  sv: /lever/i,
  et: /tarne/i,
};

/** Returns the sentences of all texts in a value. */
const listSentences = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split(/\n|(?<=[.!?]) /)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(listSentences)
      : [];

describe.each(Object.entries(deliveryWords))('delivery times in %s', (code, word) => {
  const texts = readSampleFile(`texts/${code}.json`);
  const line: string = readSampleFile(`../../../../locales/${code}.json`)['stock.delivery'];

  it('have the same wording as the stock message in all texts', () => {
    const days = new Set(
      products.flatMap((product) =>
        product.feedType === null ? [] : product.variants.map(({ deliveryTimeDays }) => deliveryTimeDays),
      ),
    );
    expect([...days]).toEqual(['1-2']);
    expect(line).toMatch(word);
    const [, strip] = texts.navigation.usps;
    expect(strip.replace('{deliveryDays}', '%{days}')).toContain(line);
    const sentences = listSentences(texts);
    const promises = sentences.filter((sentence) => sentence.includes('{deliveryDays} '));
    expect(promises).toHaveLength(3);
    expect(promises.filter((sentence) => !word.test(sentence))).toEqual([]);
    // A time in digits would be wrong on sites for other countries.
    const inFigures = new RegExp(
      `(?<![\\d.,])1(?:-|–| [a-zà]{1,4} )2 ${line.split('%{days} ')[1]?.slice(0, 4)}`,
      'u',
    );
    expect(sentences.filter((sentence) => inFigures.test(sentence))).toEqual([]);
  });
});
