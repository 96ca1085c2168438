import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asc } from 'drizzle-orm';
import { account, accountToken, rateLimit } from '../../../server/backend/schema/schema.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { collectMails, type MailedLink, parseMailedLink } from '../../fixtures/account-mails.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';

type LinkPurpose = 'confirm' | 'reset';

let backend: BackendFixture;
let personCount = 0;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  await backend.database.delete(rateLimit);
});

afterEach(() => expect(backend.errors).toEqual([]));

/** Has a link mailed to a new person, and returns it. */
async function collectMailedLink(purpose: LinkPurpose): Promise<MailedLink> {
  personCount += 1;
  const emailAddress = `link-${personCount}@stal.example`;
  if (purpose === 'reset') {
    await createSignedInAccount(backend, { emailAddress });
    await call('forgotPassword', { query: { callbackUrl: '/account/reset/' }, body: { emailAddress } });
  } else {
    await call('registerAccount', {
      query: { callbackUrl: '/account/confirm/' },
      body: { ...callInputs.registerAccount.body, emailAddress },
    });
  }
  return parseMailedLink((await collectMails(backend)).at(-1));
}

/** Follows a link as its form does. */
async function followLink(purpose: LinkPurpose, { userId, token }: MailedLink): Promise<void> {
  const params = { userId };
  const { status } =
    purpose === 'reset'
      ? await call('resetPassword', { params, query: { token, newPassword: 'Another 12345' } })
      : await call('confirmAccount', { params, query: { token, newPassword: 'Another 12345' } });
  expect(status).toBe(204);
}

const check = (
  purpose: LinkPurpose,
  { userId, token }: Pick<MailedLink, 'userId' | 'token'>,
  headers: Readonly<Record<string, string>> = {},
) => call('checkAccountLink', { params: { userId }, query: { token, purpose } }, headers);

const openLinkResponse = { status: 200, body: { isOpen: true } };
const closedLinkResponse = { status: 200, body: { isOpen: false } };

describe.each<LinkPurpose>(['confirm', 'reset'])('the check of a link to %s', (purpose) => {
  const other = purpose === 'confirm' ? 'reset' : 'confirm';

  it('reports a valid link, and changes nothing', async () => {
    const link = await collectMailedLink(purpose);
    const read = async () => [
      await backend.database.select().from(accountToken).orderBy(asc(accountToken.tokenHash)),
      await backend.database.select().from(account).orderBy(asc(account.accountId)),
    ];
    const before = await read();
    for (let count = 0; count < 40; count++)
      expect(await check(purpose, link)).toMatchObject(openLinkResponse);
    expect(await read()).toEqual(before);
    await followLink(purpose, link);
  });

  it('has the same response for a used, an expired and an unknown token', async () => {
    const used = await collectMailedLink(purpose);
    await followLink(purpose, used);
    const expired = await collectMailedLink(purpose);
    const fresh = await collectMailedLink(purpose);
    const answers = [
      await check(purpose, used),
      await check(purpose, { ...fresh, token: 'x'.repeat(43) }),
      // Tokens of another account, another purpose and another site.
      await check(purpose, { userId: used.userId, token: fresh.token }),
      await check(other, fresh),
      await check(purpose, fresh, belgianShopHeaders),
    ];
    backend.setNow(new Date(FIXTURE_NOW.getTime() + DAY_MS));
    answers.push(await check(purpose, expired));
    for (const answer of answers) {
      expect(answer).toMatchObject(closedLinkResponse);
      expect(answer.text).toBe(answers[0]?.text);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it.each(['an unknown', 'a used'])(
    'limits how many times a visitor checks %s token, and does not limit checks of a valid link',
    async (which) => {
      const visitor = { 'x-forwarded-for': '203.0.113.20' };
      const link = await collectMailedLink(purpose);
      const shown = which === 'a used' ? link : { ...link, token: 'y'.repeat(43) };
      if (which === 'a used') await followLink(purpose, link);
      for (let count = 0; count < 30; count++) {
        expect(await check(purpose, shown, visitor)).toMatchObject(closedLinkResponse);
      }
      expect(await check(purpose, shown, visitor)).toMatchObject({
        status: 429,
        body: { code: 'too_many_attempts' },
      });
      expect(await check(purpose, await collectMailedLink(purpose), visitor)).toMatchObject(openLinkResponse);
    },
  );
});

it('a link check with the token in the address, or without a purpose, is refused', async () => {
  const { userId, token } = await collectMailedLink('reset');
  const { status } = await call('checkAccountLink', { params: { userId }, query: { token } });
  expect(status).toBe(400);
  const { default: request } = await import('supertest');
  await request(backend.app)
    .get(`/api/account/${userId}/checklink`)
    .query({ token, purpose: 'reset' })
    .set({ siteid: '1', languageid: '4' })
    .expect(405);
});
