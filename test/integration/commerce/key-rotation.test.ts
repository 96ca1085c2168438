import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { keysCommand } from '../../../server/backend/app/keys-command.ts';
import {
  createCardHasher,
  createCardSecrets,
  hashCardSecrets,
} from '../../../server/backend/commerce/gift-cards/card-secrets.ts';
import { findCard, insertCards } from '../../../server/backend/commerce/gift-cards/queries.ts';
import { createGiftCardService } from '../../../server/backend/commerce/gift-cards/service.ts';
import { createSecondFactors } from '../../../server/backend/core/admin/second-factor.ts';
import { addStaffMember, createStaffAccounts } from '../../../server/backend/core/admin/staff-accounts.ts';
import {
  createKeyRing,
  type KeyRing,
  type SecretSet,
} from '../../../server/backend/core/security/key-ring.ts';
import { createPasswordHasher } from '../../../server/backend/core/security/password-hasher.ts';
import { updateAccount } from '../../../server/backend/customers/accounts/queries.ts';
import { account, giftCard, rateLimit, staffMember } from '../../../server/backend/schema/schema.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount, PASSWORD } from '../../fixtures/accounts.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureKeyRings,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { runCommand } from '../../fixtures/run-command.ts';

const former = 'the former key of 32 characters or more';
const current = 'the current key of 32 characters or more';
const lostKey = 'a key that was removed, of 32 characters or more';
const HASHING_COST = { memory: 64, passes: 1, parallelism: 1 };

const pepperKeyRing = createKeyRing({ current, former: [former] }, 'passwords');
const formerHasher = createPasswordHasher(
  createKeyRing({ current: former, former: [] }, 'passwords'),
  HASHING_COST,
);
const rotatedHasher = createPasswordHasher(pepperKeyRing, HASHING_COST);

let backend: BackendFixture;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture({ passwordHasher: rotatedHasher });
});

afterAll(() => backend?.close());

beforeEach(() => backend.database.delete(rateLimit));

const findAccount = async (accountId: string) => {
  const [row] = await backend.database.select().from(account).where(eq(account.accountId, accountId));
  return row;
};

/** Inserts a card of a key, as stored by a release without key ids or by this one. */
async function insertKeyedCard(keys: KeyRing, hasId: boolean) {
  const secrets = createCardSecrets();
  const { numberHash, pinHash } = await hashCardSecrets(createCardHasher(keys), secrets);
  const stored = hasId ? pinHash : pinHash.split('.').slice(0, 2).join('.');
  const [giftCardId] = await insertCards(backend.database, [
    {
      numberHash,
      pinHash: stored,
      lastFour: secrets.number.slice(-4),
      initialAmount: 1000,
      balance: 1000,
      createdAt: FIXTURE_NOW,
    },
  ]);
  if (giftCardId === undefined) throw new Error('No card');
  return { giftCardId, ...secrets };
}

describe('a rotated pepper', () => {
  it('accepts a customer password hashed with the former one, and hashes it with the current one', async () => {
    const { accountId, emailAddress } = await createSignedInAccount(backend);
    const passwordHash = await formerHasher.hash(PASSWORD);
    await updateAccount(backend.database, accountId, { passwordHash });
    const signIn = (password: string) => call('signIn', { body: { emailAddress, password } });
    expect((await signIn('Haverstro 13')).status).toBe(401);
    expect((await findAccount(accountId))?.passwordHash).toBe(passwordHash);
    expect((await signIn(PASSWORD)).status).toBe(204);
    const rehashed = (await findAccount(accountId))?.passwordHash ?? '';
    expect(rehashed).toContain(`,keyid=${pepperKeyRing.current.id}$`);
    expect((await signIn(PASSWORD)).status).toBe(204);
    expect((await findAccount(accountId))?.passwordHash).toBe(rehashed);
  });

  it('accepts a staff member, and stores both secrets with the current key', async () => {
    const { database, limiter } = backend;
    const formerFactors = createSecondFactors(createKeyRing({ current: former, former: [] }, 'staff'));
    const secondFactors = createSecondFactors(createKeyRing({ current, former: [former] }, 'staff'));
    const secondFactor = formerFactors.create();
    const { secret } = formerFactors.describe(secondFactor, 'anna');
    const added = await database.transaction('admin-operation', (transaction) =>
      addStaffMember(transaction, { name: 'anna', secondFactor, now: FIXTURE_NOW }),
    );
    if (!added) throw new Error('The staff member anna exists already');
    const isAnna = eq(staffMember.staffMemberId, added.staffMemberId);
    await database
      .update(staffMember)
      .set({ passwordHash: await formerHasher.hash(PASSWORD) })
      .where(isAnna);
    const people = createStaffAccounts({ database, passwordHasher: rotatedHasher, secondFactors, limiter });
    const signIn = (now: Date) => {
      const figures = new TOTP({ secret }).generate({ timestamp: now.getTime() });
      return people.signIn({ name: 'anna', password: PASSWORD, figures }, now);
    };
    expect(await signIn(FIXTURE_NOW)).not.toBeNull();
    const [row] = await database.select().from(staffMember).where(isAnna);
    if (!row) throw new Error('The staff member anna does not exist');
    expect(row.passwordHash).toContain(`,keyid=${pepperKeyRing.current.id}$`);
    expect(() => formerFactors.describe(row.secondFactor, 'anna')).toThrow('No key');
    expect(await signIn(new Date(FIXTURE_NOW.getTime() + MINUTE_MS))).not.toBeNull();
    await database
      .delete(staffMember)
      .where(isAnna)
      .catch(() => undefined);
  });
});

describe('a rotated key of the cards', () => {
  const ring = (secrets: SecretSet) => createKeyRing(secrets, 'gift cards');
  const only = (secret: string) => ring({ current: secret, former: [] });
  const rotated = ring({ current, former: [former] });

  const callWithPassword = (keys: KeyRing, card: { readonly number: string; readonly pin: string }) =>
    createGiftCardService({
      database: backend.database,
      hasher: createCardHasher(keys),
      limiter: backend.limiter,
    }).verifyCard(card, { visitorAddress: null, now: FIXTURE_NOW });

  it.each([true, false])(
    'finds a card of the former key and stores it with the current one (with an id: %s)',
    async (hasId) => {
      const card = await insertKeyedCard(only(former), hasId);
      await expect(callWithPassword(rotated, { ...card, pin: '0' })).rejects.toMatchObject({
        code: 'gift_card_refused',
      });
      const readCard = () => findCard(backend.database, card.giftCardId);
      const before = await readCard();
      expect(await callWithPassword(rotated, card)).toBe(card.giftCardId);
      const after = await readCard();
      expect(after?.numberHash).toBe(createCardHasher(only(current)).hashNumber(card.number));
      expect(after?.pinHash.split('.')[2]).toBe(rotated.current.id);
      expect(after).toMatchObject({ balance: before?.balance, lastFour: before?.lastFour });
      // The former key is no longer needed for it, and no longer opens it.
      expect(await callWithPassword(only(current), card)).toBe(card.giftCardId);
      await expect(callWithPassword(only(former), card)).rejects.toMatchObject({ code: 'gift_card_refused' });
    },
  );

  it('is accepted by a backend that does not use it yet, which leaves the card unchanged', async () => {
    const card = await insertKeyedCard(only(current), true);
    const prepared = ring({ current: former, next: current, former: [] });
    expect(await callWithPassword(prepared, card)).toBe(card.giftCardId);
  });
});

it('the command counts the values of each key', async () => {
  const { database } = backend;
  await database.update(giftCard).set({ blockedAt: FIXTURE_NOW });
  await database.update(account).set({ passwordHash: null });
  const cardKeys = createKeyRing({ current, former: [former] }, 'gift cards');
  const cards = [
    [former, true],
    [former, false],
    [current, true],
    [lostKey, true],
  ] as const;
  for (const [secret, hasId] of cards) {
    await insertKeyedCard(createKeyRing({ current: secret, former: [] }, 'gift cards'), hasId);
  }
  for (const hasher of [formerHasher, formerHasher, rotatedHasher]) {
    const { accountId } = await createSignedInAccount(backend);
    await updateAccount(database, accountId, { passwordHash: await hasher.hash(PASSWORD) });
  }
  const keyRings = { ...fixtureKeyRings, passwords: pepperKeyRing, giftCards: cardKeys };
  const counted = await runCommand(keysCommand, [], { database, keyRings });
  expect(counted?.exit).toBe(0);
  const lines = counted?.out.split('\n') ?? [];
  const [formerPepper, formerCardKey] = [pepperKeyRing.find(undefined)?.id, cardKeys.find(undefined)?.id];
  expect(lines).toEqual(
    expect.arrayContaining([
      `passwords of customers · current key ${pepperKeyRing.current.id} · 1`,
      `passwords of customers · other key ${formerPepper} · 2`,
      `gift cards · current key ${cardKeys.current.id} · 1`,
      `gift cards · other key ${formerCardKey} · 2`,
      'gift cards · key that is not in the settings · 1',
    ]),
  );
  expect(lines.at(-1)).toBe('4 values use another key than the current one: leave that key in the settings.');
  expect(await runCommand(keysCommand, ['all'], { database })).toBeNull();
});
