import path from 'node:path';
import { NotReadyError } from '../../platform/health.ts';
import { assertPaymentProviders, type PaymentSettings } from '../commerce/payments/payment-settings.ts';
import type { CommandOutput } from '../core/cli/command.ts';
import type { createSeparateProcessRunner } from '../core/cli/run-in-separate-process.ts';
import { type Database, hasDatabase } from '../core/database/database.ts';
import { findSampleShopFolder } from '../core/shipped-folders.ts';
import { importShop, isShopImported } from '../import-export/import-shop.ts';
import type { SiteRecord } from '../sites/site-record.ts';
import type { BackendConfig, FirstShop } from './config.ts';

/** Message for operators while the database has no shop. */
const NO_SHOP_MESSAGE =
  'The database has no shop: import a folder with "npm run import" (in a container: "node dist/server/command.mjs import"). "npm run new-shop" writes the files of a small one.';

/** Progress lines of the import: '  3 of 8  Menus'. */
const PROGRESS_PATTERN = /^ {2}\d+ of \d+ /;

/** Returns the name and the folder of the first shop; null if none is imported. */
function findFirstShop(firstShop: FirstShop): { readonly name: string; readonly folder: string } | null {
  if (firstShop.kind === 'none') return null;
  if (firstShop.kind === 'folder') return { name: firstShop.folder, folder: firstShop.folder };
  return { name: 'the sample shop', folder: path.join(findSampleShopFolder(), 'data') };
}

/**
 * Creates the database in `dataDir` and imports the first shop in a separate process, if there is no database
 * yet. The memory that both need, 150 MB after the garbage collection, would otherwise remain with the backend.
 * If the separate process fails or cannot be started, `importFirstShop` imports in this process and throws the
 * error, so the separate one reports none.
 *
 * @param runCommand undefined if the commands are not built; this function then does nothing
 * @param print prints one line, passed without line end
 * @param signal ends the separate process
 * @throws Error if the signal is aborted
 */
export async function createFirstDatabase(
  { dataDir, databaseUrl, firstShop }: Pick<BackendConfig, 'dataDir' | 'databaseUrl' | 'firstShop'>,
  runCommand: ReturnType<typeof createSeparateProcessRunner>,
  print: CommandOutput['print'],
  signal: AbortSignal,
): Promise<void> {
  const shop = findFirstShop(firstShop);
  if (!runCommand || !shop || databaseUrl !== undefined || (await hasDatabase(dataDir))) return;
  print(`Importing ${shop.name} into the new database`);
  await runCommand(
    'import',
    { words: [shop.folder], workingDirectory: process.cwd() },
    {
      // The summary of the import is for staff who know the former shop.
      print: (line) => PROGRESS_PATTERN.test(line) && print(line),
      warn: () => {},
    },
    signal,
  ).catch(() => 1);
  if (signal.aborted) throw new Error('Stopped during the first import; the next start repeats it.');
}

/**
 * Imports a shop into an empty database. Reports progress, because a person waits for it.
 *
 * @param say prints one line, passed without line end
 * @throws ImportError with every error of the files
 */
export async function importFirstShop(
  database: Database,
  {
    firstShop,
    now,
    say,
  }: { readonly firstShop: FirstShop; readonly now: Date; readonly say: (line: string) => void },
): Promise<void> {
  if (await isShopImported(database)) return;
  const shop = findFirstShop(firstShop);
  if (!shop) {
    say(NO_SHOP_MESSAGE);
    return;
  }
  say(`Importing ${shop.name} into the new database`);
  await importShop(database, shop.folder, {
    now,
    packshotsFolder: path.join(findSampleShopFolder(), 'packshots'),
    onProgress: ({ step, done, total }) => say(`  ${done + 1} of ${total}  ${step}`),
  });
}

/**
 * Creates the readiness check of a backend that may have started on an empty database. Once a shop could
 * open, the check always succeeds: a later import must not close open sites.
 */
export function createShopReadinessCheck({
  listSites,
  payments,
}: {
  readonly listSites: () => Promise<readonly SiteRecord[]>;
  readonly payments: PaymentSettings;
}): () => Promise<void> {
  let hasOpened = false;
  return async () => {
    if (hasOpened) return;
    const sites = await listSites();
    if (sites.length === 0) throw new NotReadyError(NO_SHOP_MESSAGE);
    try {
      assertPaymentProviders(sites, payments);
    } catch (error) {
      throw new NotReadyError(error instanceof Error ? error.message : String(error), { cause: error });
    }
    hasOpened = true;
  };
}
