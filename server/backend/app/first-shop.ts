import path from 'node:path';
import { NotReadyError } from '../../platform/health.ts';
import { assertPaymentProviders, type PaymentSettings } from '../commerce/payments/payment-settings.ts';
import type { Database } from '../core/database/database.ts';
import { findSampleShopFolder } from '../core/shipped-folders.ts';
import { importShop, isShopImported } from '../import-export/import-shop.ts';
import type { SiteRecord } from '../sites/site-record.ts';
import type { FirstShop } from './config.ts';

/** Message for operators while the database has no shop. */
const NO_SHOP_MESSAGE =
  'The database has no shop: import a folder with "npm run import" (in a container: "node dist/server/command.mjs import"). "npm run new-shop" writes the files of a small one.';

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
  if (firstShop.kind === 'none') {
    say(NO_SHOP_MESSAGE);
    return;
  }
  const sample = findSampleShopFolder();
  const [what, folder] =
    firstShop.kind === 'folder'
      ? [firstShop.folder, firstShop.folder]
      : ['the sample shop', path.join(sample, 'data')];
  say(`Importing ${what} into the new database`);
  await importShop(database, folder, {
    now,
    packshotsFolder: path.join(sample, 'packshots'),
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
