import type { BackendConfig } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { readSecret } from '../../security/secret-file.ts';
import { hasCards } from './queries.ts';

/**
 * Returns the content of a new `DATA_DIR/gift-card-key`. Before 1.0 the key was derived from KEEPER_TOKEN; a
 * data folder with cards of that time keeps that key.
 *
 * @returns undefined if there are no cards yet, so that any secret can be used
 */
export async function readFirstCardSecret(
  { keeperToken, dataDir }: Pick<BackendConfig, 'keeperToken' | 'dataDir'>,
  database: Database,
): Promise<string | undefined> {
  return (await hasCards(database))
    ? (keeperToken ?? (await readSecret(dataDir, 'keeper-token')))
    : undefined;
}
