import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Compile } from 'typebox/compile';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  type Json,
  type ShopFilesFolder,
} from '../../../test/fixtures/shop-folder.ts';
import { readCheckedShop } from '../import-export/read-checked-shop.ts';
import { findNearestName, keepKnownFields, listUnknownFields } from './known-fields.ts';
import { isShopFile } from './record-shapes.ts';
import { fieldDescriptions } from './shop-file-field-descriptions.ts';
import { findShopFileFormat, shopFileFormats } from './shop-file-formats.ts';
import { createJsonSchemas, getSchemaName, renderFieldReference } from './shop-file-reference.ts';

let shop: ShopFilesFolder;
beforeAll(async () => {
  shop = await createSmallShopFolder();
});
afterAll(() => shop?.remove());

/** Returns the errors of the small shop after one file is changed. The change is undone afterwards. */
async function listFaultsOfChange(file: string, change: (json: Json) => void) {
  const before = await readFile(path.join(shop.path, file), 'utf8');
  await shop.edit(file, change);
  try {
    return await getImportIssues(readCheckedShop(shop.path));
  } finally {
    await shop.write(file, before);
  }
}

const formatFaults = (faults: Awaited<ReturnType<typeof listFaultsOfChange>>) =>
  faults.map(({ file, row, field, problem }) => `${file} · ${row} · ${field}: ${problem}`);

it('reports a file instead of the folder as one fault', async () => {
  const file = path.join(shop.path, 'sites.json');
  expect(formatFaults(await getImportIssues(readCheckedShop(file)))).toEqual([
    `${file} ·  · : is not a folder: name the one with the files of the shop`,
  ]);
});

describe('unknown fields', () => {
  it.each<[string, (json: Json) => void, string]>([
    [
      'catalogue.json',
      ({ products }) => {
        products[0].variants[0].color = 'red';
      },
      "catalogue.json · products.prado-balance · variants.0.color: is unknown: did you mean 'colour'?",
    ],
    [
      'sites.json',
      ({ sites }) => {
        sites[0].legalEntity.adress = {};
      },
      "sites.json · sites.havero-nl · legalEntity.adress: is unknown: did you mean 'address'?",
    ],
    [
      'sites.json',
      ({ sites }) => {
        sites[0].shippingMethods[1].label = 'Parcel';
      },
      'sites.json · sites.havero-nl · shippingMethods.1.label: is unknown: remove it, or use one of shippingMethod, priceInclVat',
    ],
    [
      'sites.json',
      (json) => {
        json.paymentmethods = [];
      },
      "sites.json ·  · paymentmethods: is unknown: did you mean 'paymentMethods'?",
    ],
    [
      'texts/nl.json',
      ({ pages }) => {
        pages.home.meta_description = 'Hooi';
      },
      "texts/nl.json · pages.home · meta_description: is unknown: did you mean 'metaDescription'?",
    ],
    [
      'texts/nl.json',
      ({ facets }) => {
        facets.horsetypes = {};
      },
      "texts/nl.json · facets · horsetypes: is unknown: did you mean 'horseTypes'?",
    ],
    [
      'texts/nl.json',
      ({ navigation }) => {
        navigation.footer.column = {};
      },
      "texts/nl.json · navigation.footer · column: is unknown: did you mean 'columns'?",
    ],
    [
      'countries.json',
      ({ countries }) => {
        countries[0].name.xx = 'Nowhere';
      },
      'countries.json · countries.NL · name.xx: is unknown: remove it',
    ],
    [
      'promotions.json',
      ({ promotions }) => {
        promotions[0].usagelimits = 5;
      },
      "usagelimits: is unknown: did you mean 'usageLimit'?",
    ],
    [
      'search-synonyms.json',
      (json) => {
        json.nll = {};
      },
      'search-synonyms.json ·  · nll: is unknown',
    ],
    [
      'articles.json',
      (json) => {
        json.schemaVersion = 2;
      },
      'articles.json ·  · schemaVersion: must be 1: this release reads no other version',
    ],
  ])('reports an unknown field of %s and suggests the nearest name', async (file, change, told) => {
    const faults = formatFaults(await listFaultsOfChange(file, change));
    expect(faults).toEqual([expect.stringContaining(told)]);
  });

  it('reports the unknown field together with the field that is therefore missing', async () => {
    const faults = await listFaultsOfChange('catalogue.json', ({ products }) => {
      const [variant] = products[0].variants;
      variant.priceExVat = variant.priceExclVat;
      delete variant.priceExclVat;
    });
    expect(faults.map(({ field, problem }) => [field, problem])).toEqual([
      ['variants.0.priceExVat', "is unknown: did you mean 'priceExclVat'?"],
      ['variants.0.priceExclVat', 'is missing'],
    ]);
  });

  it.each([
    ['promotion.json', "is not a file of a shop: did you mean 'promotions.json'?"],
    ['Price_History.json', "is not a file of a shop: did you mean 'price-history.json'?"],
    ['texts/dk.json', 'is not a language of the shop: use one of'],
  ])('reports the unknown file name %s', async (name, problem) => {
    await shop.write(name, '{}');
    expect(await getImportIssues(readCheckedShop(shop.path))).toMatchObject([
      { file: name, problem: expect.stringContaining(problem) },
    ]);
    await shop.delete(name);
  });

  it('accepts notes and editor settings next to the files', async () => {
    await shop.write('package.json', '{}');
    await shop.edit('sites.json', (json) => {
      json.$schema = './schemas/sites.schema.json';
      json.note = 'Ask Jan before a change.';
    });
    const { files } = await readCheckedShop(shop.path);
    expect(files.sites.length).toBe(3);
    await shop.delete('package.json');
  });
});

describe('formats of the files', () => {
  it('cover every file that an import reads', async () => {
    const names = (await readdir(SAMPLE_DATA_FOLDER)).filter((name) => name.endsWith('.json'));
    expect(names.filter((name) => !isShopFile(name))).toEqual(['feed-advice-cases.json']);
    expect(names.filter((name) => isShopFile(name) && !findShopFileFormat(name))).toEqual([]);
    expect(shopFileFormats.filter(({ file }) => file !== 'texts/*.json' && !isShopFile(file))).toEqual([]);
  });
});

describe('reference of the files', () => {
  const schemas = createJsonSchemas();

  it('has JSON Schemas that the sample shop satisfies', async () => {
    const names = (await readdir(SAMPLE_DATA_FOLDER, { recursive: true })).filter(findShopFileFormat);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const schema = schemas.get(getSchemaName(name.startsWith('texts/') ? 'texts' : name)) ?? false;
      const json = JSON.parse(await readFile(path.join(SAMPLE_DATA_FOLDER, name), 'utf8'));
      expect([name, [...Compile(schema).Errors(json)]]).toEqual([name, []]);
    }
  });

  it('describes only fields that exist', () => {
    const described = renderFieldReference();
    const missing = Object.entries(fieldDescriptions).filter(
      ([, note]) => !described.includes(`| ${note.replaceAll('|', '\\|')} |`),
    );
    expect(missing).toEqual([]);
  });
});

describe('listUnknownFields', () => {
  const { schema } = findShopFileFormat('catalogue.json') ?? { schema: {} };

  it('finds unknown fields at any depth and with any value', () => {
    const value = {
      products: [{ key: 'a', x: 1, scoop: null, feedAdvice: { scoop: { y: [] } } }, 7, null],
      z: {},
    };
    expect(listUnknownFields(schema, value).map(({ path: steps }) => steps.join('.'))).toEqual([
      'products.0.x',
      'products.0.scoop',
      'products.0.feedAdvice.scoop.y',
      'z',
    ]);
    expect(keepKnownFields(schema, value)).toEqual({
      products: [{ key: 'a', feedAdvice: { scoop: {} } }, 7, null],
    });
  });

  it('does not take inherited names such as "constructor" for known fields', () => {
    expect(
      listUnknownFields(schema, JSON.parse('{"__proto__":1,"constructor":2,"toString":3}')),
    ).toHaveLength(3);
  });
});

describe('findNearestName', () => {
  it.each([
    ['color', 'colour'],
    ['PRICEEXCLVAT', 'priceExclVat'],
    ['price-excl-vat', 'priceExclVat'],
    ['stcok', 'stock'],
    ['weight', undefined],
    ['x'.repeat(5000), undefined],
  ])('maps %s to %s', (word, nearest) => {
    expect(findNearestName(word, ['colour', 'priceExclVat', 'stock', 'a'])).toBe(nearest);
  });
});
