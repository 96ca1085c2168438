import path from 'node:path';
import { parseArgs } from 'node:util';
import { commandActor } from '../core/audit/audit.ts';
import { createCommand } from '../core/cli/command.ts';
import { findSampleShopFolder } from '../core/shipped-folders.ts';
import { ALL_PAGES_KEY, notifyWebsFromCommand } from '../core/web-caches.ts';
import { describeComparison, describeImport } from './import-report.ts';
import { compareShop, importShop, isShopImported } from './import-shop.ts';

const USAGE = `Usage: npm run import -- <folder> [--check] [--overwrite] [--retire <site key>]… [--again]

Imports a shop from a folder of files. The running backend does the import; if none is running, the command writes to the
database of DATA_DIR or DATABASE_URL itself. The backend must be able to read the folder. It contains sites.json, countries.json,
catalogue.json, articles.json, texts/<language>.json for each language of a site, group.json if a site is corporate, and optionally
price-history.json, search-synonyms.json, landing-pages.json, pickup-points.json, dealers.json, promotions.json, text-pictures.json,
jobs.json and legal.json. The sample shop in server/backend/sample-shop/data is an example of each.

--check      lists what would be added, changed and withdrawn, or every error in the files. Writes nothing.
--overwrite  also imports values that staff have changed since the last import. Without it these are left as they are, and listed.
--again      compares every row even if these files were the last import.
--retire     closes a site that the files no longer contain; can be repeated. Its orders and accounts are retained.
`;

interface ImportArguments {
  readonly folder: string;
  readonly retire: readonly string[];
  readonly again: boolean;
  readonly check: boolean;
  readonly overwrite: boolean;
}

function parseArguments(words: readonly string[], workingDirectory: string): ImportArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        retire: { type: 'string', multiple: true, default: [] },
        again: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        overwrite: { type: 'boolean', default: false },
      },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return null;
    return { ...values, folder: path.resolve(workingDirectory, folder) };
  } catch {
    return null;
  }
}

/**
 * The command that imports a shop's files into the database. Prints what was imported, or every error of the
 * files.
 */
export const importCommand = createCommand<ImportArguments>({
  name: 'import',
  usage: USAGE,
  isHeavy: true,
  read: parseArguments,
  async run({ folder, retire, again, check, overwrite }, context) {
    const { print: say, collectGarbage } = context;
    const { database, description } = await context.openDatabase();
    if (check) {
      const comparison = await compareShop(database, folder, { now: context.now, retire, overwrite });
      for (const line of describeComparison(comparison)) say(line);
      return 0;
    }
    // No web process has pages of a shop that does not exist yet.
    const hasPages = await isShopImported(database);
    const summary = await importShop(database, folder, {
      now: context.now,
      actor: commandActor,
      retire,
      again,
      overwrite,
      packshotsFolder: path.join(findSampleShopFolder(), 'packshots'),
      onProgress: ({ step, done, total }) => {
        // Each step of a large import leaves some hundred megabytes of garbage, which would otherwise double
        // the memory use.
        collectGarbage();
        say(`  ${done + 1} of ${total}  ${step}`);
      },
    });
    if (!summary) {
      say(`Nothing to do: these files were imported into ${description} last.`);
      return 0;
    }
    say(
      `Imported into ${description}: ${summary.sites} sites, ${summary.languages} languages, ` +
        `${summary.categories} categories, ${summary.products} products in ${summary.variants} variants, ` +
        `${summary.contentPages} pages and articles, ${summary.addresses} addresses, ` +
        `${summary.priceChanges} price changes.`,
    );
    for (const line of describeImport(summary)) say(line);
    if (summary.retiredSites.length > 0) say(`Closed permanently:${summary.retiredSites.join(', ')}.`);
    if (summary.withdrawnProducts.length > 0) {
      say(
        `No longer sold, because the files no longer contain them: ${summary.withdrawnProducts.join(', ')}.`,
      );
    }
    const { changedPages } = summary;
    if (hasPages && changedPages.length > 0) {
      await notifyWebsFromCommand(context, changedPages === 'all' ? [ALL_PAGES_KEY] : changedPages);
    }
    return 0;
  },
});
