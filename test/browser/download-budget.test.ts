import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { measureFirstVisit } from '../bench/measure-first-visit.ts';
import { readSampleTexts } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

const client = path.resolve(import.meta.dirname, '../../dist/client');
const host = 'havero-nl.localhost';
const categoryPath = `/${readSampleTexts('nl').categories.feed!.urlSlug}/`;

// 1 KB is 1,000 bytes, as in `npm run bench`.
it('a first visit loads at most 97.5 KB of script and 15 KB of styles', async () => {
  const { scripts, styles } = await measureFirstVisit(getShopUrl(host, categoryPath), client);
  expect(scripts.files).toBeGreaterThan(1);
  expect(scripts.whole).toBeLessThanOrEqual(97_500);
  expect(styles.files).toBeGreaterThan(0);
  expect(styles.whole).toBeLessThanOrEqual(15_000);
});

it('the HTML loads at most 12 KB of script; all other script waits until the page is idle or touched', async () => {
  const { body } = await fetchFromShop(host, categoryPath);
  const named = [...body.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/assets\/([^"]+\.js)"/g)];
  const sizes = named.map(([, file]) => statSync(path.join(client, `${file}.br`)).size);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12_000);
});
