import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { listRelatedProducts } from './related.ts';
import type { ArticleRow, ProductRow } from './shop-file-schemas.ts';

const read = (file: string) => JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, file), 'utf8'));
const { products }: { products: ProductRow[] } = read('catalogue.json');
const { articles }: { articles: ArticleRow[] } = read('articles.json');

function findRelated(key: string): ProductRow[] {
  const product = products.find((candidate) => candidate.key === key);
  if (!product) throw new Error(`No ${key}`);
  return listRelatedProducts(product, products, articles);
}

const isFeed = ({ ageGroups }: ProductRow) => ageGroups.length > 0;

describe('what goes well with a product', () => {
  it('is nothing for a gift card', () => {
    expect(findRelated('gift-card')).toEqual([]);
  });

  it('is what stands beside it for a bucket, and no feed', () => {
    const related = findRelated('stalla-bucket');
    expect(related.map(({ key }) => key)).toContain('stalla-net');
    expect(related.filter(isFeed)).toEqual([]);
  });

  it('is other care, and no feed, for saddle soap', () => {
    const related = findRelated('cura-leather');
    expect(related.length).toBeGreaterThan(0);
    expect(related.filter(({ applications }) => !applications.includes('care'))).toEqual([]);
  });

  it('is something at all for every feed', () => {
    for (const product of products.filter(isFeed)) {
      expect(listRelatedProducts(product, products, articles).length).toBeGreaterThan(0);
    }
  });
});
