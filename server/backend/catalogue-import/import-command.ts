import path from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SettingsError } from '../../platform/environment.ts';
import { readConfig } from '../config.ts';
import { DataDirectoryError } from '../database/data-directory-error.ts';
import { openDatabase } from '../database/database.ts';
import { findMigrationsFolder, findSampleShopFolder } from '../shipped-folders.ts';
import { ALL_PAGES, forgetFromCommand } from '../web-caches.ts';
import { ImportError } from './import-error.ts';
import { importShop } from './import-shop.ts';

const USAGE = `Usage: npm run import -- <folder> [--retire <site key>]… [--again]

Imports a shop into the database that DATA_DIR or DATABASE_URL names. The folder holds sites.json, countries.json,
catalogue.json, articles.json, texts/<language>.json for each language that a site uses, group.json where a site is corporate,
and, where wanted, price-history.json, search-synonyms.json and landing-pages.json; the sample shop in
server/backend/sample-shop/data shows their form. Stop the backend first where it uses the embedded database.

--again compares every row, also where these very files were imported last.
--retire closes a site that the files have no more; may be given several times. What people left there is kept.
`;

setFlagsFromString('--expose-gc');
/** Of a large shop each step leaves some hundred megabytes behind, which would stay until as much again was made. */
const collectGarbage: () => void = runInNewContext('gc');

/** What a person who runs `npm run import` sees: the summary, or every fault of the files and exit code 1. */
async function main(args: string[]): Promise<number> {
  const wanted = readArguments(args);
  if (!wanted) {
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
    const summary = await importShop(opened.database, path.resolve(wanted.folder), {
      now: new Date(),
      retire: wanted.retire,
      again: wanted.again,
      packshotsFolder: path.join(findSampleShopFolder(), 'packshots'),
      onProgress: ({ step, done, total }) => {
        collectGarbage();
        process.stdout.write(`  ${done + 1} of ${total}  ${step}\n`);
      },
    });
    if (!summary) {
      process.stdout.write(`Nothing to do: these files were imported into ${opened.description} last.\n`);
      return 0;
    }
    process.stdout.write(
      `Imported into ${opened.description}: ${summary.sites} sites, ${summary.languages} languages, ` +
        `${summary.categories} categories, ${summary.products} products in ${summary.variants} variants, ` +
        `${summary.contentPages} pages and articles, ${summary.addresses} addresses, ` +
        `${summary.priceChanges} price changes.\n`,
    );
    if (summary.retiredSites.length > 0) {
      process.stdout.write(`Closed for good: ${summary.retiredSites.join(', ')}.\n`);
    }
    if (summary.withdrawnProducts.length > 0) {
      process.stdout.write(
        `No longer sold, since the files have them no more: ${summary.withdrawnProducts.join(', ')}.\n`,
      );
    }
    const { changedPages } = summary;
    if (changedPages.length > 0) {
      await forgetFromCommand(config, changedPages === 'all' ? [ALL_PAGES] : changedPages);
    }
    return 0;
  } finally {
    await opened.close();
  }
}

function readArguments(args: string[]): { folder: string; retire: string[]; again: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        retire: { type: 'string', multiple: true, default: [] },
        again: { type: 'boolean', default: false },
      },
    });
    const [folder] = positionals;
    return folder === undefined || positionals.length > 1
      ? null
      : { folder, retire: values.retire, again: values.again };
  } catch {
    return null;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof ImportError || error instanceof DataDirectoryError || error instanceof SettingsError;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
