import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hostileTexts } from '../../../test/fixtures/hostile-texts.ts';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { feedForms } from '../sample-shop/packshots/feed.mjs';
import { packshot } from '../sample-shop/packshots/packshot.mjs';
import { readShopFiles, type ShopFiles } from '../shop-store/read-shop-files.ts';
import { getFeedDrawingOptions, loadPackshots, type Packshots } from './pack-drawing.ts';

let packshots: Packshots;
let files: ShopFiles;

beforeAll(async () => {
  packshots = await loadPackshots(PACKSHOTS_FOLDER);
  files = await readShopFiles(SAMPLE_DATA_FOLDER);
});

const findProduct = (key: string) => files.products.find((product) => product.key === key)!;
const getMuesliDrawingOptions = () => getFeedDrawingOptions(packshots, findProduct('prado-balance'))!;

/** Returns the share of pixels that are not transparent. */
async function measureOpaqueShare(svg: string): Promise<number> {
  const { data } = await sharp(Buffer.from(svg)).resize({ width: 104 }).extractChannel(3).raw().toBuffer({
    resolveWithObject: true,
  });
  return data.filter((alpha) => alpha > 0).length / data.length;
}

describe('getFeedDrawingOptions', () => {
  it.each([
    ['prado-balance', 'loose', 1000],
    ['terno-sport', 'pellet', 1000],
    ['vira-core', 'pellet', 250],
    ['alba-milk', 'powder', 250],
    ['fibra-lucerne', 'chaff', 1000],
    ['fibra-cobs', 'cob', 1000],
    ['grano-crushed', 'rolled', 1000],
    ['nuvo-electro', 'powder', 50],
    ['oleo-linseed', 'oil', 50],
    ['bocco-apple', 'treat', null],
  ])('draws %s as %s, with the measure of its dose', (key, form, measure) => {
    expect(getFeedDrawingOptions(packshots, findProduct(key))).toMatchObject({ type: 'feed', form, measure });
  });

  it('knows all feed of the sample shop, and does not draw a feed again that its pack shows', () => {
    const undrawn = files.products.filter((product) => getFeedDrawingOptions(packshots, product) === null);
    expect(undrawn.filter(({ feedType }) => feedType !== null).map(({ key }) => key)).toEqual([
      'nuvo-lick',
      'nuvo-salt',
    ]);
    expect(undrawn.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['cura-hoof', 'stalla-scoop', 'gift-card', 'rqs-basic', 'qs-hygiene']),
    );
  });

  it.each(['constructor', '__proto__', 'hasOwnProperty', 'silage'])(
    'omits the picture of an unknown form: %s',
    (kind) => {
      expect(
        getFeedDrawingOptions(packshots, { ...findProduct('prado-balance'), key: kind, kind }),
      ).toBeNull();
    },
  );
});

describe('drawing of feed', () => {
  it('draws the same picture from the same options, and another one from others', () => {
    expect(packshot(getMuesliDrawingOptions())).toBe(packshot(structuredClone(getMuesliDrawingOptions())));
    expect(packshot({ ...getMuesliDrawingOptions(), measure: 250 })).not.toBe(
      packshot(getMuesliDrawingOptions()),
    );
    expect(packshot({ ...getMuesliDrawingOptions(), parts: [['oats', 100]] })).not.toBe(
      packshot(getMuesliDrawingOptions()),
    );
  });

  it.each(['loose', 'rolled', 'chaff', 'pellet', 'cob', 'powder', 'treat', 'oil'])(
    'draws %s in a scoop and in a bowl',
    async (form) => {
      expect(feedForms).toContain(form);
      const pictures = [1000, 25, null].map((measure) =>
        packshot({ ...getMuesliDrawingOptions(), form, measure }),
      );
      expect(new Set(pictures).size).toBe(3);
      for (const svg of pictures) {
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
        expect(await measureOpaqueShare(svg)).toBeGreaterThan(0.15);
      }
    },
  );

  it.each([0.5, 12.5, 1e-9, 1500, 20_000, 1e9])(
    'stays within its frame for a scoop of %d ml',
    async (measure) => {
      const svg = packshot({ ...getMuesliDrawingOptions(), measure });
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      const ink = await measureOpaqueShare(svg);
      expect(ink).toBeGreaterThan(0.15);
      expect(ink).toBeLessThan(0.8);
    },
  );

  it.each([
    ['materials with hostile names', hostileTexts.map((name) => [name, 5])],
    [
      'names inherited from Object.prototype',
      [
        ['__proto__', 50],
        ['constructor', 30],
        ['toString', 20],
      ],
    ],
    ['no material', []],
    [
      'materials without a share',
      [
        ['oats', 0],
        ['lucerne', 0],
      ],
    ],
  ])('draws a plain picture for %s, without their text', async (_what, parts) => {
    for (const form of feedForms) {
      const svg = packshot({ ...getMuesliDrawingOptions(), form, parts });
      expect(svg).not.toMatch(/NaN|undefined|Infinity|injected|script|onfocus|PAY HERE/);
      expect(await measureOpaqueShare(svg)).toBeGreaterThan(0.15);
    }
  });
});
