import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { createKeyRing, type SecretSet } from './key-ring.ts';
import { createPasswordHasher, HASH_COST, HasherBusyError } from './password-hasher.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)] as const;
const createRing = (secrets: Partial<SecretSet> & Pick<SecretSet, 'current'>) =>
  createKeyRing({ former: [], ...secrets }, 'passwords');
const pepper = createRing({ current: OLD });
const hasher = createPasswordHasher(pepper);
const PASSWORD = 'Haverstro 12';

/** Hashes a password under `pepper` without normalising it. */
async function hashAsTyped(password: string): Promise<string> {
  const { memory, passes, parallelism } = HASH_COST;
  const nonce = Buffer.alloc(16, 7);
  const hash = await promisify(argon2)('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    secret: pepper.current.key,
    memory,
    passes,
    parallelism,
  });
  const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(hash)}`;
}

describe('password hash', () => {
  it('is Argon2id with a new salt each time, and does not contain the password', async () => {
    const [one, other] = await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(`${one}${other}`).not.toContain('Haver');
  });

  it('matches this exact password only, including every space', async () => {
    const kept = await hasher.hash(PASSWORD);
    expect(await hasher.verify(PASSWORD, kept)).toEqual({ isRight: true, isOutdated: false });
    for (const other of ['haverstro 12', 'Haverstro12', ' Haverstro 12', 'Haverstro 12\0', '']) {
      expect((await hasher.verify(other, kept)).isRight).toBe(false);
    }
  });

  it('matches a password whose accents are encoded as other Unicode characters', async () => {
    const kept = await hasher.hash('Hå\u0308st 12é'.normalize('NFD'));
    expect(await hasher.verify('Hå\u0308st 12é'.normalize('NFC'), kept)).toEqual({
      isRight: true,
      isOutdated: false,
    });
    expect(await hasher.verify('Hå\u0308st 12é'.normalize('NFD'), kept)).toEqual({
      isRight: true,
      isOutdated: false,
    });
    expect((await hasher.verify('Hast 12e', kept)).isRight).toBe(false);
  });

  it('matches a password that an earlier release hashed without normalising it, and is outdated', async () => {
    const typed = 'a\u030a1234567';
    const earlier = await hashAsTyped(typed);
    expect(await hasher.verify(typed, earlier)).toEqual({ isRight: true, isOutdated: true });
    expect((await hasher.verify('a\u030a1234568', earlier)).isRight).toBe(false);
    const rehashed = await hasher.hash(typed);
    expect(await hasher.verify('\u00e51234567', rehashed)).toEqual({ isRight: true, isOutdated: false });
  });

  it('does not match without the pepper', async () => {
    const kept = await hasher.hash(PASSWORD);
    expect((await createPasswordHasher(createRing({ current: NEW })).verify(PASSWORD, kept)).isRight).toBe(
      false,
    );
  });

  it('is outdated if its cost is lower than the present one', async () => {
    const kept = await createPasswordHasher(pepper, { ...HASH_COST, memory: 8192 }).hash(PASSWORD);
    expect(await hasher.verify(PASSWORD, kept)).toEqual({ isRight: true, isOutdated: true });
  });

  it('matches under a former pepper, is outdated, and is hashed again with the id of the current one', async () => {
    const kept = await hasher.hash(PASSWORD);
    const rings = createRing({ current: NEW, former: [OLD] });
    const rotated = createPasswordHasher(rings);
    expect(await rotated.verify(PASSWORD, kept)).toEqual({ isRight: true, isOutdated: true });
    expect((await rotated.verify('Haverstro 13', kept)).isRight).toBe(false);
    const rehashed = await rotated.hash(PASSWORD);
    expect(rehashed).toContain(`,keyid=${rings.current.id}$`);
    expect(await rotated.verify(PASSWORD, rehashed)).toEqual({ isRight: true, isOutdated: false });
    // State after the former pepper is removed.
    const later = createPasswordHasher(createRing({ current: NEW }));
    expect(await later.verify(PASSWORD, rehashed)).toEqual({ isRight: true, isOutdated: false });
    expect((await hasher.verify(PASSWORD, rehashed)).isRight).toBe(false);
  });

  it('matches under the next pepper before a backend hashes with it', async () => {
    const prepared = createPasswordHasher(createRing({ current: OLD, next: NEW }));
    expect(await prepared.verify(PASSWORD, await hasher.hash(PASSWORD))).toEqual({
      isRight: true,
      isOutdated: false,
    });
    const ofAnother = await createPasswordHasher(createRing({ current: NEW, former: [OLD] })).hash(PASSWORD);
    expect((await prepared.verify(PASSWORD, ofAnother)).isRight).toBe(true);
  });

  it('costs one hash with any number of peppers', async () => {
    const many = createPasswordHasher(createRing({ current: NEW, former: [OLD, 'x'.repeat(32)] }));
    const kept = await hasher.hash(PASSWORD);
    const answers = await Promise.allSettled(
      Array.from({ length: 32 }, (_, index) => many.verify(PASSWORD, index % 2 === 0 ? null : kept)),
    );
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('is refused if it is malformed', async () => {
    await expect(hasher.verify(PASSWORD, '$2b$10$abc')).rejects.toThrow('not an Argon2id hash');
  });
});

it('never matches if the account does not exist', async () => {
  expect((await hasher.verify(PASSWORD, null)).isRight).toBe(false);
});

it('refuses exactly the requests that exceed the queue', async () => {
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => hasher.verify(PASSWORD, null)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  // Two are running and thirty are queued.
  expect(refused).toHaveLength(8);
  expect(refused.every((reason) => reason instanceof HasherBusyError)).toBe(true);
  expect((await hasher.verify(PASSWORD, null)).isRight).toBe(false);
});
