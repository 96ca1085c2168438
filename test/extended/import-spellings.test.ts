import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OpenDatabase } from '../../server/backend/core/database/open-database.ts';
import { exportShop } from '../../server/backend/import-export/export-shop.ts';
import { importCommand } from '../../server/backend/import-export/import-command.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import {
  dealer,
  legalProfile,
  parcelShop,
  shopRecord,
  site,
  siteSetting,
} from '../../server/backend/schema/schema.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  type Json,
  openSmallShopDatabase,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';

const LATER = new Date('2026-12-01T10:00:00Z');

interface CountrySpellings {
  readonly countryId: number;
  /** Latitude and longitude of a place in the country. */
  readonly at: readonly [number, number];
  /** The stored form, then typed forms. */
  readonly postcode: readonly [stored: string, ...typed: (string | number)[]];
  readonly phone: readonly [stored: string, ...typed: string[]];
}

const spellingsByCountry: Readonly<Record<string, CountrySpellings>> = {
  NL: {
    countryId: 1,
    at: [52.2, 5.9],
    postcode: ['7311 KZ', '7311KZ', 'nl-7311 kz', ' 7311\u00a0KZ '],
    phone: ['+31612345678', '06 12 34 56 78', '+31 (0)6-12345678', '0031 06 12345678'],
  },
  DE: {
    countryId: 2,
    at: [52.5, 13.4],
    postcode: ['48149', 'D-48149', 48149, '48 149'],
    phone: ['+491701234567', '0170/1234567', '+49 0170 1234567', 'Tel. 0049 170 1234567'],
  },
  DK: {
    countryId: 3,
    at: [56.2, 10.2],
    postcode: ['8000', 'DK-8000', 8000, 'dk 8000'],
    phone: ['+4520123456', '20 12 34 56', '0045 20123456', '45 20 12 34 56'],
  },
  BE: {
    countryId: 4,
    at: [51.2, 4.4],
    postcode: ['2300', 'B-2300', 2300, 'be 2300'],
    phone: ['+32470123456', '0470 12 34 56', '+32 (0)470 12.34.56', '32 470 123456'],
  },
  AT: {
    countryId: 5,
    at: [48.2, 16.3],
    postcode: ['4600', 'A-4600', 4600, 'at-4600'],
    phone: ['+436641234567', '0664 123 45 67', '+43 (0) 664 1234567', '0043-664-1234567'],
  },
  SE: {
    countryId: 6,
    at: [59.3, 18],
    postcode: ['114 55', '11455', 'SE-114 55', 11455],
    phone: ['+46701234567', '070-123 45 67', '+46 (0)70 123 45 67', '0046701234567'],
  },
  IT: {
    countryId: 7,
    at: [45.4, 9.1],
    postcode: ['20121', 'I-20121', 20121, 'it 20121'],
    phone: ['+393331234567', '333 123 4567', '0039 333 1234567', '+39 333.123.4567'],
  },
  ES: {
    countryId: 8,
    at: [40.4, -3.7],
    postcode: ['41001', 'E-41001', 41001, '41 001'],
    phone: ['+34612345678', '612 34 56 78', '0034 612345678', '34 612 345 678'],
  },
  PT: {
    countryId: 9,
    at: [38.7, -9.1],
    postcode: ['1250-096', '1250096', '1250 096', 'P-1250\u2013096'],
    phone: ['+351912345678', '912 345 678', '00351 912345678', '(+351) 912 345 678'],
  },
  EE: {
    countryId: 10,
    at: [59.4, 24.7],
    postcode: ['10111', 'EST-10111', 10111, 'ee 10111'],
    phone: ['+3725123456', '512 3456', '00372 5123456', '372 5123456'],
  },
  GB: {
    countryId: 11,
    at: [52.2, 0.4],
    postcode: ['CB8 7NR', 'cb87nr', 'GB-CB8 7NR', 'UK CB8 7NR'],
    phone: ['+447400123456', '07400 123456', '+44 (0)7400 123456', '0044 7400123456'],
  },
  IE: {
    countryId: 12,
    at: [53.3, -6.2],
    postcode: ['D02 X285', 'd02x285', 'IRL-D02 X285', 'D02-X285'],
    phone: ['+353850123456', '085 012 3456', '+353 (0)85 0123456', '00353 850123456'],
  },
  LU: {
    countryId: 13,
    at: [49.6, 6.1],
    postcode: ['1212', 'L-1212', 1212, 'lu 1212'],
    phone: ['+352628123456', '628 123 456', '00352 628123456', '+352 628-123-456'],
  },
  FR: {
    countryId: 14,
    at: [50.6, 3],
    postcode: ['59000', 'F-59000', 59000, '59 000'],
    phone: ['+33612345678', '06.12.34.56.78', '+33 (0)6 12 34 56 78', '0033612345678'],
  },
  FI: {
    countryId: 15,
    at: [60.2, 24.9],
    postcode: ['00100', 'FI-00100', 'FIN-00100', '00 100'],
    phone: ['+358412345678', '041 2345678', '+358 (0)41 234 5678', '00358 412345678'],
  },
};

/** One dealer for each spelling, with its expected row. */
const dealerRows = Object.entries(spellingsByCountry).flatMap(
  ([region, { countryId, at, postcode, phone }]) => {
    const [zipcode, ...postcodes] = postcode;
    const [phoneNumber, ...phones] = phone;
    return postcodes.map((typed, index) => ({
      region,
      countryId,
      dealerId: countryId * 100 + index,
      latitude: at[0],
      longitude: at[1],
      typed: { zipcode: typed, phoneNumber: phones[index] ?? phoneNumber },
      stored: { zipcode, phoneNumber },
    }));
  },
);

let openedDatabase: OpenDatabase;
let folder: ShopFilesFolder;
let workFolder: string;
beforeAll(async () => {
  openedDatabase = await openSmallShopDatabase();
  folder = await createSmallShopFolder();
  workFolder = await mkdtemp(path.join(tmpdir(), 'import-spellings-'));
  await folder.edit('dealers.json', (json) => {
    const [sample] = json.dealers;
    json.dealers = dealerRows.map(({ countryId, dealerId, latitude, longitude, typed }) => ({
      ...sample,
      dealerId,
      countryId,
      latitude,
      longitude,
      address: { ...sample.address, countryId, zipcode: typed.zipcode, streetNumberAddition: '' },
      phoneNumber: typed.phoneNumber,
      emailAddress: '\u200b Info@Dealer.example\u00a0',
    }));
    // A house with a name has no number, and JSON may contain a number.
    Object.assign(json.dealers.find(({ countryId }: Json) => countryId === 11).address, {
      street: 'The Old  Rectory ',
      streetNumber: '',
    });
    json.dealers[0].address.streetNumber = 12;
  });
  await folder.edit('pickup-points.json', (json) => {
    const point = json.points.find(({ parcelShopId }: Json) => parcelShopId === 'NL10001');
    point.address.zipcode = `nl-${point.address.zipcode.replace(' ', '').toLowerCase()}`;
    point.maxParcelWeightKg = '12,5';
  });
  await folder.edit('sites.json', (json) => {
    const [shop] = json.sites;
    shop.customerServicePhone = '+31 (0)88 000 00 10';
    shop.customerServiceEmailAddress = ' Service@Havero.example';
    shop.freeShippingFromInclVat = '€ 59,50';
    Object.assign(shop.legalEntity, { vatNumber: '0000.00.000.b00' });
    shop.legalEntity.address.zipcode = '7311aa';
  });
  await folder.edit('legal.json', (json) => {
    const { invoice } = json.legal[0];
    Object.assign(invoice, {
      vatNumber: 'nl 0000 00 000 B00',
      iban: 'nl26 exam 0000 0000 01',
      bic: 'exam nl 2a xxx',
    });
    invoice.address.zipcode = 'NL-7311AA';
  });
  await folder.edit('price-history.json', (json) => {
    json.priceHistory = [{ articleNumber: '1010111', priceExclVat: '17,50', validFrom: '1.9.2026' }];
  });
});
afterAll(async () => {
  await openedDatabase?.close();
  await folder?.remove();
  await rm(workFolder, { recursive: true, force: true });
});

const importAgain = () =>
  importShop(openedDatabase.database, folder.path, {
    now: LATER,
    packshotsFolder: PACKSHOTS_FOLDER,
    again: true,
  });

describe('importing values as people type them', () => {
  it('passes the check and stores the normal form of each country', async () => {
    const check = await runCommand(importCommand, [folder.path, '--check'], {
      database: openedDatabase.database,
      workingDirectory: workFolder,
      now: LATER,
    });
    expect(check).toMatchObject({ exit: 0, err: '' });

    await importAgain();
    const dealers = await openedDatabase.database
      .select()
      .from(dealer)
      .where(
        inArray(
          dealer.dealerId,
          dealerRows.map(({ dealerId }) => dealerId),
        ),
      )
      .orderBy(asc(dealer.dealerId));
    expect(dealers.map(({ dealerId, zipcode, phoneNumber }) => ({ dealerId, zipcode, phoneNumber }))).toEqual(
      dealerRows.map(({ dealerId, stored }) => ({ dealerId, ...stored })),
    );
    expect(new Set(dealers.map(({ emailAddress }) => emailAddress))).toEqual(
      new Set(['info@dealer.example']),
    );
    expect(new Set(dealers.map(({ streetNumberAddition }) => streetNumberAddition))).toEqual(new Set([null]));
    expect(dealers.find(({ dealerId }) => dealerId === 100)).toMatchObject({ streetNumber: '12' });
    expect(dealers.find(({ dealerId }) => dealerId === 1100)).toMatchObject({
      street: 'The Old Rectory',
      streetNumber: '',
    });
  });

  it('stores parcel points, sites and legal profiles in their normal form', async () => {
    expect(
      await openedDatabase.database.select().from(parcelShop).where(eq(parcelShop.parcelShopId, 'NL10001')),
    ).toMatchObject([{ zipcode: expect.stringMatching(/^\d{4} [A-Z]{2}$/), maxParcelWeightGrams: 12_500 }]);
    expect(await openedDatabase.database.select().from(site).where(eq(site.siteId, 1))).toMatchObject([
      {
        customerServicePhone: '+31880000010',
        customerServiceEmailAddress: 'service@havero.example',
      },
    ]);
    expect(
      await openedDatabase.database.select().from(siteSetting).where(eq(siteSetting.siteId, 1)),
    ).toMatchObject([{ freeShippingFromInclVat: 5950 }]);
    const [profile] = await openedDatabase.database
      .select()
      .from(legalProfile)
      .where(eq(legalProfile.siteId, 1));
    expect(profile?.invoice).toMatchObject({
      vatNumber: 'NL000000000B00',
      iban: 'NL26EXAM0000000001',
      bic: 'EXAMNL2AXXX',
      address: { zipcode: '7311 AA' },
    });
  });

  it('keeps the records in the stored form, so that a further import and one of an export change nothing', async () => {
    const [record] = await openedDatabase.database
      .select({ value: shopRecord.value })
      .from(shopRecord)
      .where(and(eq(shopRecord.file, 'dealers.json'), eq(shopRecord.key, '100')));
    expect(record?.value).toMatchObject({
      phoneNumber: '+31612345678',
      address: { zipcode: '7311 KZ', streetNumber: '12', streetNumberAddition: null },
    });
    expect(await importAgain()).toMatchObject({ differences: [], changedPages: [] });
    const exported = path.join(workFolder, 'shop');
    await exportShop(openedDatabase.database, exported, { now: LATER });
    const check = await runCommand(importCommand, [exported, '--check'], {
      database: openedDatabase.database,
      workingDirectory: workFolder,
      now: LATER,
    });
    expect(check?.out).toContain('Records: 0 added, 0 changed, 0 withdrawn.');
  });
});

describe('a value that no reader can read', () => {
  it.each<[what: string, file: string, change: (json: Json) => unknown, fault: object]>([
    [
      'a postcode',
      'pickup-points.json',
      (json) => (json.points[0].address.zipcode = '731'),
      {
        row: 'points.NL10001',
        field: 'address.zipcode',
        problem: expect.stringContaining('write it as 5281 KX'),
      },
    ],
    [
      'a phone number',
      'dealers.json',
      (json) => (json.dealers[0].phoneNumber = 'call us'),
      { row: 'dealers.100', field: 'phoneNumber', problem: expect.stringContaining('as +31…') },
    ],
    [
      'a VAT number',
      'sites.json',
      (json) => (json.sites[0].legalEntity.vatNumber = 'NL12'),
      {
        row: 'sites.havero-nl',
        field: 'legalEntity.vatNumber',
        problem: expect.stringContaining('write it as NL000000000B00'),
      },
    ],
    [
      'an e-mail address',
      'sites.json',
      (json) => (json.sites[0].customerServiceEmailAddress = 'service@havero'),
      {
        row: 'sites.havero-nl',
        field: 'customerServiceEmailAddress',
        problem: expect.stringContaining('write it as name@example.com'),
      },
    ],
    [
      'a phone number of a site',
      'sites.json',
      (json) => (json.sites[0].customerServicePhone = 'call us'),
      {
        row: 'sites.havero-nl',
        field: 'customerServicePhone',
        problem: expect.stringContaining('as +31 88 123 45 67'),
      },
    ],
    [
      'a date',
      'jobs.json',
      (json) => (json.jobs[0].publishedOn = '31-11-2026'),
      { field: 'publishedOn', problem: 'is no date: write it as 2026-11-30' },
    ],
    [
      'an amount with three decimals',
      'catalogue.json',
      (json) => (json.products[0].variants[0].priceExclVat = '1.234'),
      { field: 'variants.0.priceExclVat', problem: expect.stringContaining('number') },
    ],
    [
      'a house without a number',
      'dealers.json',
      (json) => (json.dealers[0].address.streetNumber = ''),
      {
        row: 'dealers.100',
        field: 'address.streetNumber',
        problem: expect.stringContaining('write it as 12'),
      },
    ],
  ])('is a fault with file, row, field and expected form: %s', async (_what, file, change, fault) => {
    const copy = await createSmallShopFolder();
    try {
      await copy.edit('dealers.json', (json) => (json.dealers[0].dealerId = 100));
      await copy.edit(file, change);
      const issues = await getImportIssues(
        importShop(openedDatabase.database, copy.path, {
          now: LATER,
          packshotsFolder: PACKSHOTS_FOLDER,
          again: true,
        }),
      );
      expect(issues).toContainEqual(expect.objectContaining({ file, ...fault }));
    } finally {
      await copy.remove();
    }
  });
});
