import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Compile } from 'typebox/compile';
import { runCommand } from '../../../test/fixtures/run-command.ts';
import { openEmptyDatabase } from '../../../test/fixtures/sample-database.ts';
import { getImportIssues } from '../../../test/fixtures/shop-folder.ts';
import type { OpenDatabase } from '../core/database/open-database.ts';
import { checkLegalCommand } from './check-legal-command.ts';
import { importCommand } from './import-command.ts';
import { NewShopError } from './new-shop.ts';
import { newShopCommand } from './new-shop-command.ts';
import { readCheckedShop } from './read-checked-shop.ts';

const LANGUAGES = ['da', 'de', 'en', 'es', 'et', 'it', 'nl', 'pt', 'sv'];
const COUNTRIES = 'NL DE DK BE AT SE IT ES PT EE GB IE LU FR FI'.split(' ');

let folder: string;
let opened: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-shop-'));
  opened = await openEmptyDatabase();
});
afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run new-shop` with relative paths in the test's folder. */
const run = (...words: string[]) =>
  runCommand(newShopCommand, words, { database: opened.database, workingDirectory: folder });

const readSite = async (name: string) => {
  const { sites } = JSON.parse(await readFile(path.join(folder, name, 'sites.json'), 'utf8'));
  return sites[0];
};

describe('npm run new-shop', () => {
  it.each(LANGUAGES)('writes a valid shop in %s', async (language) => {
    expect(await run(`in-${language}`, '--language', language)).toMatchObject({ exit: 0 });
    const { files } = await readCheckedShop(path.join(folder, `in-${language}`));
    expect([files.sites.length, [...files.texts.keys()], files.products.length]).toEqual([1, [language], 2]);
  });

  it.each(COUNTRIES)('writes a valid shop for %s', async (country) => {
    expect(await run(`for-${country}`, '--country', country)).toMatchObject({ exit: 0 });
    const { files } = await readCheckedShop(path.join(folder, `for-${country}`));
    expect(files.countries.map(({ regionCode }) => regionCode)).toEqual([country]);
    expect(files.sites[0]?.paymentMethodIds.length).toBeGreaterThan(1);
  });

  it('writes the JSON Schemas into the folder, and files that satisfy them', async () => {
    await run('checked');
    const read = async (file: string) =>
      JSON.parse(await readFile(path.join(folder, 'checked', file), 'utf8'));
    for (const file of ['sites.json', 'texts/en.json', 'feed-model.json', 'legal.json']) {
      const json = await read(file);
      const schema = await read(path.join(path.dirname(file), json.$schema));
      expect([file, [...Compile(schema).Errors(json)]]).toEqual([file, []]);
      expect([file, Compile(schema).Check({ ...json, misspelt: 1 })]).toEqual([file, false]);
    }
  });

  it('derives the key and the domain from the name of the site', async () => {
    await run('named', '--name', 'Écurie du Nord', '--country', 'FR');
    expect(await readSite('named')).toMatchObject({
      name: 'Écurie du Nord',
      key: 'ecurie-du-nord',
      domain: 'ecurie-du-nord.localhost',
      vatPercentageHigh: 20,
    });
  });

  it("uses the country's currency, the one requested, or euros if the currency is not supported", async () => {
    await run('danish', '--country', 'DK');
    await run('danish-in-euros', '--country', 'DK', '--currency', 'eur');
    await run('british', '--country', 'GB');
    const sites = [await readSite('danish'), await readSite('danish-in-euros'), await readSite('british')];
    expect(sites.map(({ currencyCode }) => currencyCode)).toEqual(['DKK', 'EUR', 'EUR']);
    expect(sites.map((site) => site.currencyConversionDisclaimer)).toEqual([true, false, false]);
  });

  it.each([
    [['--language', 'fr'], "The language 'fr' is unknown: choose one of nl, de, da, en, it, pt, es, sv, et."],
    [['--country', 'US'], "The country 'US' is unknown: choose one of NL, DE"],
    [['--currency', 'GBP'], "The currency 'GBP' is unknown: choose one of EUR, DKK, SEK."],
  ])('refuses %j and lists the choices', async (words, message) => {
    const attempt = run('refused', ...words);
    await expect(attempt).rejects.toThrow(NewShopError);
    await expect(attempt).rejects.toThrow(message);
    expect(await readdir(folder)).not.toContain('refused');
  });

  it.each([[[]], [['a', 'b']], [['a', '--name', ' ']], [['a', '--name', '<b>']], [['a', '--colour', 'red']]])(
    'does not accept the arguments %j',
    async (words) => {
      expect(await run(...words)).toBeNull();
    },
  );

  it('does not change a folder that is not empty', async () => {
    await run('full');
    await writeFile(path.join(folder, 'full', 'sites.json'), 'mine');
    await expect(run('full')).rejects.toThrow('is not empty');
    expect(await readFile(path.join(folder, 'full', 'sites.json'), 'utf8')).toBe('mine');
  });

  it('writes files that the user of a container can read', async () => {
    await run('shared');
    expect((await stat(path.join(folder, 'shared'))).mode & 0o555).toBe(0o555);
  });

  it('writes a shop that can be imported into an empty database and complies with the legal rules', async () => {
    await run('whole', '--name', 'Stal De Linde', '--language', 'nl');
    const place = { database: opened.database, workingDirectory: folder };
    expect(await runCommand(importCommand, ['whole', '--check'], place)).toMatchObject({ exit: 0 });
    expect(await runCommand(importCommand, ['whole'], place)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('1 sites, 1 languages, 4 categories, 2 products'),
    });
    expect(await runCommand(checkLegalCommand, [], place)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('1 shops: 0 rules broken'),
    });
  });

  it('writes files whose import reports a product without a name in one language', async () => {
    await run('changed');
    const file = path.join(folder, 'changed', 'texts/en.json');
    const texts = JSON.parse(await readFile(file, 'utf8'));
    delete texts.products['nuvo-daily'];
    await writeFile(file, JSON.stringify(texts));
    expect(await getImportIssues(readCheckedShop(path.join(folder, 'changed')))).toMatchObject([
      { file: 'texts/en.json', row: 'products.nuvo-daily', problem: 'is missing' },
    ]);
  });
});
