import { readInitialGiftCardKey } from '../commerce/gift-cards/service.ts';
import { SECOND_FACTOR_KEY_PURPOSE } from '../core/admin/second-factor.ts';
import type { Database } from '../core/database/database.ts';
import { createKeyRing, type KeyRing, type SecretSet } from '../core/security/key-ring.ts';
import { ensureSecrets, type SecretName } from '../core/security/secret-file.ts';
import type { BackendConfig, SecretSettings } from './config.ts';

/** Keys for all hashing, encryption and derivation with secrets from outside the database. */
export interface KeyRings {
  readonly passwords: KeyRing;
  /** Keys for the second factors of staff. */
  readonly secondFactors: KeyRing;
  readonly giftCards: KeyRing;
  /** Keys for the tokens of mailed links. */
  readonly links: KeyRing;
}

/** Returns the secrets of a setting, or of its file in DATA_DIR if the setting has no current one. */
async function readSecretSet(
  { current, next, former }: SecretSettings,
  file: {
    readonly dataDir: string;
    readonly name: SecretName;
    readonly readFirst?: () => Promise<string | undefined>;
  },
): Promise<SecretSet> {
  if (current !== undefined) return { current, next, former };
  const { dataDir, name, readFirst } = file;
  const [first, ...rest] = await ensureSecrets(dataDir, name, { readFirst, isPermanent: true });
  return { current: first, next, former: [...rest, ...former] };
}

/** Reads the keys of a shop. Creates files for those without setting and file. */
export async function readKeyRings(
  config: Pick<BackendConfig, 'giftCardKeys' | 'passwordPeppers' | 'linkKeys' | 'adminToken' | 'dataDir'>,
  database: Database,
): Promise<KeyRings> {
  const { dataDir, giftCardKeys, passwordPeppers, linkKeys } = config;
  const peppers = await readSecretSet(passwordPeppers, { dataDir, name: 'password-pepper' });
  const cardSecrets = await readSecretSet(giftCardKeys, {
    dataDir,
    name: 'gift-card-key',
    readFirst: () => readInitialGiftCardKey(config, database),
  });
  const linkSecrets = await readSecretSet(linkKeys, { dataDir, name: 'link-key' });
  return {
    passwords: createKeyRing(peppers, 'passwords'),
    secondFactors: createKeyRing(peppers, SECOND_FACTOR_KEY_PURPOSE),
    giftCards: createKeyRing(cardSecrets, 'gift cards'),
    links: createKeyRing(linkSecrets, 'links'),
  };
}
