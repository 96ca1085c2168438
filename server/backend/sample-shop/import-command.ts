import path from 'node:path';
import { SettingsError } from '../../platform/environment.ts';
import { readConfig } from '../config.ts';
import { DataDirectoryInUseError } from '../database/data-directory-lock.ts';
import { openDatabase } from '../database/database.ts';
import { findMigrationsFolder, findSampleShopFolder } from '../shipped-folders.ts';
import { ImportError } from './import-error.ts';
import { importShop } from './import-shop.ts';

const USAGE = `Usage: npm run import -- <folder>

Imports a shop into the database that DATA_DIR or DATABASE_URL names. The folder holds sites.json, countries.json,
catalogue.json, articles.json, texts/<language>.json for each language that a site uses, group.json where a site is corporate,
and, where wanted, search-synonyms.json and landing-pages.json; the sample shop in server/backend/sample-shop/data shows their form. Stop the backend first where it uses the
embedded database.
`;

/** What a person who runs `npm run import` sees: the summary, or every fault of the files and exit code 1. */
async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined || folder.startsWith('-')) {
    process.stderr.write(USAGE);
    return 1;
  }
  const config = readConfig();
  const opened = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    migrationsFolder: findMigrationsFolder(),
  });
  try {
    const summary = await importShop(opened.database, path.resolve(folder), {
      now: new Date(),
      packshotsFolder: path.join(findSampleShopFolder(), 'packshots'),
      onProgress: ({ step, done, total }) => process.stdout.write(`  ${done + 1} of ${total}  ${step}\n`),
    });
    process.stdout.write(
      `Imported into ${opened.description}: ${summary.sites} sites, ${summary.languages} languages, ` +
        `${summary.categories} categories, ${summary.products} products in ${summary.variants} variants, ` +
        `${summary.contentPages} pages and articles, ${summary.addresses} addresses, ` +
        `${summary.priceChanges} price changes.\n`,
    );
    return 0;
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  const isExpected =
    error instanceof ImportError ||
    error instanceof DataDirectoryInUseError ||
    error instanceof SettingsError;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
