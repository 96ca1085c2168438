import type { BackendConfig } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { readSecret } from '../../security/secret-file.ts';
import { hasCards } from './queries.ts';

/**
 * What a new `DATA_DIR/gift-card-key` holds. Until 1.0 the key was derived from KEEPER_TOKEN: a folder with cards of that time
 * keeps what they are known by.
 *
 * @returns undefined where there are no cards yet, so that any secret will do
 */
export async function readFirstCardSecret(
  { keeperToken, dataDir }: Pick<BackendConfig, 'keeperToken' | 'dataDir'>,
  database: Database,
): Promise<string | undefined> {
  return (await hasCards(database))
    ? (keeperToken ?? (await readSecret(dataDir, 'keeper-token')))
    : undefined;
}
