import { beforeAll, describe, expect, it } from '@jest/globals';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { readShopFiles, type ShopFiles } from '../shop-store/read-shop-files.ts';
import {
  getColourScheme,
  getDrawingOptions,
  hashDrawing,
  loadPackshots,
  type Packshots,
} from './pack-drawing.ts';

let packshots: Packshots;
let files: ShopFiles;

beforeAll(async () => {
  packshots = await loadPackshots(PACKSHOTS_FOLDER);
  files = await readShopFiles(SAMPLE_DATA_FOLDER);
});

const packText = { languageCode: 'en', culture: 'en-GB', brand: 'Havero', name: 'Own Mix', facets: {} };

describe('hashDrawing', () => {
  it('returns 32 hexadecimal digits, independent of the order of the options', () => {
    expect(hashDrawing({ a: 1, b: { c: 2, d: 3 } })).toMatch(/^[0-9a-f]{32}$/);
    expect(hashDrawing({ a: 1, b: { c: 2, d: 3 } })).toBe(hashDrawing({ b: { d: 3, c: 2 }, a: 1 }));
  });

  it('returns another hash for another picture', () => {
    expect(hashDrawing({ name: 'Müsli' })).not.toBe(hashDrawing({ name: 'Muesli' }));
  });
});

describe('getDrawingOptions', () => {
  it("prints name, size and claim in the customer's language", () => {
    const product = files.products.find(({ key }) => key === 'prado-balance')!;
    const options = getDrawingOptions(packshots, product, product.variants[0]!, {
      languageCode: 'sv',
      culture: 'sv-SE',
      brand: 'Hafero',
      name: 'Prado Balans',
      facets: { applications: { maintenance: 'Underhåll' } },
    });
    expect(options).toMatchObject({
      brand: 'HAFERO',
      name: 'Prado Balans',
      size: '20 kg',
      strap: 'Underhåll',
    });
  });

  it('draws a plain pack for a product without a specific drawing', () => {
    const product = { ...files.products[0]!, key: 'own-mix' };
    const options = getDrawingOptions(packshots, product, product.variants[0]!, packText);
    expect(options).toMatchObject({ type: 'bag', brand: 'HAVERO', name: 'Own Mix', size: '20 kg' });
    expect(getColourScheme(packshots, product)).toBe(options.way);
  });
});
