import type { Database } from '../../core/database/database.ts';
import { readSecret } from '../../core/security/secret-file.ts';
import { hasGiftCards } from './queries.ts';

/**
 * Returns the content of a new `DATA_DIR/gift-card-key`. Before 1.0 the key was derived from ADMIN_TOKEN; a
 * data folder with cards of that time keeps that key.
 *
 * @returns undefined if there are no cards yet, so that any secret can be used
 */
export async function readInitialGiftCardKey(
  { adminToken, dataDir }: { readonly adminToken: string | undefined; readonly dataDir: string },
  database: Database,
): Promise<string | undefined> {
  return (await hasGiftCards(database))
    ? (adminToken ?? (await readSecret(dataDir, 'admin-token')))
    : undefined;
}
