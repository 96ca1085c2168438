import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import type { ArticleRow, ProductRow } from '../shop-store/shop-file-schemas.ts';
import { createCandidateFinder, listRelatedProducts } from './related-items.ts';

const readSampleFile = (file: string) =>
  JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, file), 'utf8'));
const { products }: { products: ProductRow[] } = readSampleFile('catalogue.json');
const { articles }: { articles: ArticleRow[] } = readSampleFile('articles.json');

function findRelated(key: string): ProductRow[] {
  const product = products.find((candidate) => candidate.key === key);
  if (!product) throw new Error(`No ${key}`);
  return listRelatedProducts(product, products, articles);
}

const isFeed = ({ ageGroups }: ProductRow) => ageGroups.length > 0;

describe('related products', () => {
  it('are empty for a gift card', () => {
    expect(findRelated('gift-card')).toEqual([]);
  });

  it('of a bucket are in the same category, and not feed', () => {
    const related = findRelated('stalla-bucket');
    expect(related.map(({ key }) => key)).toContain('stalla-net');
    expect(related.filter(isFeed)).toEqual([]);
  });

  it('of saddle soap are other care products, and not feed', () => {
    const related = findRelated('cura-leather');
    expect(related.length).toBeGreaterThan(0);
    expect(related.filter(({ applications }) => !applications.includes('care'))).toEqual([]);
  });

  it('exist for every feed', () => {
    for (const product of products.filter(isFeed)) {
      expect(listRelatedProducts(product, products, articles).length).toBeGreaterThan(0);
    }
  });
});

describe('related products of a feed', () => {
  it('never include feed for another stage of life only', () => {
    const strange = products.filter(isFeed).flatMap((product) =>
      findRelated(product.key)
        .filter((other) => isFeed(other) && !other.ageGroups.some((age) => product.ageGroups.includes(age)))
        .map(({ key }) => `${product.key}: ${key}`),
    );
    expect(strange).toEqual([]);
  });

  it('never include a scoop of another size, even if an article recommends both', () => {
    const article = { relatedProducts: products.map(({ key }) => key) };
    const offered = products.filter((product) =>
      listRelatedProducts(product, products.slice(-20), [article]).some(({ key }) => key === 'stalla-scoop'),
    );
    expect(offered.map(({ feedAdvice }) => feedAdvice.scoop?.volumeMl ?? feedAdvice.mode)).toEqual(
      expect.arrayContaining([1000]),
    );
    expect(
      offered.filter(({ feedAdvice: { mode, scoop } }) => mode !== 'none' && scoop?.volumeMl !== 1000),
    ).toEqual([]);
  });

  it('on the page of a scoop never include feed measured with another scoop', () => {
    const scoop = products.find(({ key }) => key === 'stalla-scoop');
    if (!scoop) throw new Error('No stalla-scoop');
    for (const { key, feedAdvice } of products) {
      if (feedAdvice.mode === 'none') continue;
      const offered = listRelatedProducts(
        scoop,
        products.filter((product) => product.key === key),
        [{ relatedProducts: [key, scoop.key] }],
      );
      expect([key, offered.length]).toEqual([key, feedAdvice.scoop?.volumeMl === 1000 ? 1 : 0]);
    }
  });
});

describe('related products in a large shop', () => {
  const many = Array.from({ length: 20 }, (_, copy) =>
    products.map((product) => ({ ...product, id: copy * 1000 + product.id, key: `${product.key}-${copy}` })),
  ).flat();
  const find = (key: string): ProductRow => {
    const product = many.find((candidate) => candidate.key === key);
    if (!product) throw new Error(`No ${key}`);
    return product;
  };
  const listKeys = (key: string, recommending: readonly Pick<ArticleRow, 'relatedProducts'>[]) => {
    const product = find(key);
    const candidates = createCandidateFinder(many, recommending)(product);
    return listRelatedProducts(product, candidates, recommending).map((other) => other.key);
  };

  it('include all products that an article recommends together, and are not affected otherwise', () => {
    const [one, other, third] = ['prado-balance-17', 'stalla-bucket-18', 'prado-nature-19'];
    const article = { relatedProducts: [one, other] };
    expect(listKeys(one, [])).not.toContain(other);
    expect(listKeys(one, [article])[0]).toBe(other);
    expect(listKeys(other, [article])[0]).toBe(one);
    expect(listKeys(third, [article])).toEqual(listKeys(third, []));
  });

  it('are selected from a part of the products only', () => {
    expect(many.length).toBeGreaterThan(500);
    for (const product of many.slice(0, 40))
      expect(createCandidateFinder(many, [])(product).length).toBeLessThan(many.length / 4);
  });
});
