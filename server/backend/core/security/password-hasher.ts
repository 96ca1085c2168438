import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { normalisePassword } from '../../../../shared/rules/account/password.ts';
import type { KeyRing, RingKey } from './key-ring.ts';

/**
 * Cost of one hash (OWASP, Password Storage Cheat Sheet): 19 MiB of memory and two passes. Increasing a value
 * makes older hashes outdated; they are recalculated at the next sign-in.
 */
export const HASH_COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
export type HashCost = Readonly<Record<keyof typeof HASH_COST, number>>;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum number of concurrent hashes. Each uses a core, and pages are served at the same time. */
const MAX_CONCURRENT = 2;
/** Maximum queue length, about a second of work. Further requests are refused immediately. */
const MAX_WAITING = 30;

/** All hashing workers are busy; retry later. */
export class HasherBusyError extends Error {
  constructor() {
    super('Too many passwords are being hashed');
    this.name = 'HasherBusyError';
  }
}

/** Result of a comparison. */
export interface PasswordMatch {
  readonly isRight: boolean;
  /** True if the hash has another cost or key than the present ones, or is not of the normalised password. */
  readonly isOutdated: boolean;
}

/**
 * Hashes passwords, so that they cannot be derived from the database. Both functions take the same time and
 * reject with HasherBusyError.
 */
export interface PasswordHasher {
  /** Returns the hash of a password as a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a stored hash.
   *
   * @param kept null if the account does not exist: takes as long, and never matches
   */
  verify(password: string, kept: string | null): Promise<PasswordMatch>;
  /** Returns true if the queue is at least half full. */
  isHalfFull(): boolean;
}

/**
 * Hashes a password again under the current key and cost.
 *
 * @returns null if all workers are busy; the former hash then stays until the next sign-in
 */
export async function rehash(
  passwordHasher: Pick<PasswordHasher, 'hash'>,
  password: string,
): Promise<string | null> {
  try {
    return await passwordHasher.hash(password);
  } catch (error) {
    if (error instanceof HasherBusyError) return null;
    throw error;
  }
}

interface ParsedHash {
  /** Undefined in a hash that was written when there was only one key. */
  readonly keyId: string | undefined;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const HASH_PATTERN =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})(?:,keyid=([\da-f]{8}))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** @throws Error if the text is not a hash written by a hasher */
function parseHash(text: string): ParsedHash {
  const [, memory, passes, parallelism, keyId, salt = '', hash = ''] = HASH_PATTERN.exec(text) ?? [];
  if (hash === '') throw new Error('The stored password hash is not an Argon2id hash');
  return {
    keyId,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

const deriveHash: (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer> =
  promisify(argon2);

/**
 * Creates the hasher of a backend.
 *
 * @param peppers secrets from outside the database, without which a hash cannot be tested
 * @param cost cost of a new hash, memory in KiB
 */
export function createPasswordHasher(peppers: KeyRing, cost: HashCost = HASH_COST): PasswordHasher {
  const queue = bulkhead(MAX_CONCURRENT, MAX_WAITING);
  // Releases before key rotation cannot read a hash with an id, and may use the same database as long as
  // there is one key.
  const keyIdParameter = peppers.keys.length > 1 ? `,keyid=${peppers.current.id}` : '';

  async function derive(
    password: string,
    { salt, hash, memory, passes, parallelism }: ParsedHash,
    { key: pepper }: RingKey,
  ): Promise<Buffer> {
    try {
      return await queue.execute(() =>
        deriveHash('argon2id', {
          message: password,
          nonce: salt,
          tagLength: hash.length,
          secret: pepper,
          memory,
          passes,
          parallelism,
        }),
      );
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw new HasherBusyError();
      throw error;
    }
  }

  const createDummyHash = (): ParsedHash => ({
    ...cost,
    keyId: peppers.current.id,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  });

  return {
    isHalfFull: () => queue.queueSlots <= MAX_WAITING / 2,
    async hash(password) {
      const empty = createDummyHash();
      const { memory, passes, parallelism, salt } = empty;
      const hash = await derive(normalisePassword(password), empty, peppers.current);
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}${keyIdParameter}$${toBase64(salt)}$${toBase64(hash)}`;
    },
    async verify(password, text) {
      const parsed = text === null ? createDummyHash() : parseHash(text);
      const pepper = peppers.find(parsed.keyId);
      const isKnown = text !== null && pepper !== undefined;
      // Computes the same number of hashes in every case, also if the key is unknown.
      const compare = async (form: string): Promise<boolean> => {
        const hash = await derive(form, parsed, pepper ?? peppers.current);
        return isKnown && timingSafeEqual(hash, parsed.hash);
      };
      const normal = normalisePassword(password);
      const matchesNormalised = await compare(normal);
      // Hashes of earlier releases are of the password as typed.
      const matchesAsTyped = normal !== password && (await compare(password));
      const { memory, passes, parallelism } = parsed;
      return {
        isRight: matchesNormalised || matchesAsTyped,
        isOutdated:
          matchesAsTyped ||
          memory !== cost.memory ||
          passes !== cost.passes ||
          parallelism !== cost.parallelism ||
          pepper?.id !== peppers.current.id,
      };
    },
  };
}
