import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { newsletterRateLimits } from '../../../server/backend/customers/newsletter/service.ts';
import {
  newsletterConsent,
  newsletterSubscriber,
  outboxMail,
  queueItem,
  rateLimit,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { locales } from '../../../shared/rules/localised-segments.ts';
import { createSignedInAccount, PASSWORD, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { createSeededRandom } from '../../fixtures/seeded-random.ts';
import { selectTestCases } from '../../fixtures/test-case-sampling.ts';

let backend: BackendFixture;
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, place } = createOrderPlacer(backendCaller);
let personCount = 0;
const createEmailAddress = () => `reader-${++personCount}@stal.example`;

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
afterEach(async () => {
  backend.setNow(FIXTURE_NOW);
  backend.mails.length = 0;
  await backend.database.delete(queueItem);
  await backend.database.delete(outboxMail);
});

const sendNewsletterRequest = (emailAddress: string, headers: Readonly<Record<string, string>> = {}) =>
  call('requestNewsletter', { body: { emailAddress } }, headers);
const confirm = (token: string) => call('confirmNewsletter', { body: { token } });
const end = (token: string) => call('endNewsletter', { body: { token } });

async function collectMails() {
  await backend.runJob('queue');
  await backend.runJob('queue');
  return backend.mails.splice(0);
}

/** Returns the token of the opt-in mail; undefined if none was sent. */
async function collectToken(): Promise<string | undefined> {
  const mail = (await collectMails()).find(({ kind }) => kind === 'newsletter-confirm');
  return /newsletter\/confirm\/\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
}

const findSubscriber = async (emailAddress: string) =>
  (
    await backend.database
      .select()
      .from(newsletterSubscriber)
      .where(eq(newsletterSubscriber.emailAddress, emailAddress))
  )[0];

const listConsents = (emailAddress: string) =>
  backend.database
    .select()
    .from(newsletterConsent)
    .where(eq(newsletterConsent.emailAddress, emailAddress))
    .orderBy(newsletterConsent.consentId);

async function subscribe(emailAddress: string): Promise<string> {
  await sendNewsletterRequest(emailAddress);
  const token = (await collectToken()) ?? '';
  expect((await confirm(token)).status).toBe(204);
  return token;
}

describe('a subscription to the newsletter', () => {
  it('is valid after the confirmation; its text, time and truncated IP address are stored', async () => {
    const address = createEmailAddress();
    const answer = await sendNewsletterRequest(` ${address.toUpperCase()} `, {
      'x-forwarded-for': '198.51.100.77',
    });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await findSubscriber(address)).toBeUndefined();
    const [mail] = await collectMails();
    expect(mail).toMatchObject({ kind: 'newsletter-confirm', recipient: address, culture: 'en-GB' });
    const words = 'Send me the Havero newsletter by email, once a month. I can unsubscribe at any time.';
    expect(mail?.text).toContain(words);
    const token = /confirm\/\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.unsubscribeUrl).toBe(
      `http://en.havero-nl.localhost:3000/newsletter/unsubscribe/?token=${token}`,
    );
    backend.setNow(new Date(FIXTURE_NOW.getTime() + HOUR_MS));
    expect(await confirm(token)).toMatchObject({ status: 204, text: '' });
    expect(await findSubscriber(address)).toMatchObject({
      siteId: 1,
      languageId: 4,
      newsletter: true,
      offers: false,
    });
    expect(await listConsents(address)).toMatchObject([
      {
        source: 'footer',
        kind: 'newsletter',
        words,
        network: '198.51.100.0/24',
        createdAt: FIXTURE_NOW,
        confirmedAt: new Date(FIXTURE_NOW.getTime() + HOUR_MS),
        endedAt: null,
      },
    ]);
    // The same button, pressed again.
    expect((await confirm(token)).status).toBe(204);
  });

  it('has the same response for known and unknown addresses; a subscriber gets no mail', async () => {
    const address = createEmailAddress();
    await subscribe(address);
    const known = await sendNewsletterRequest(address);
    expect(await collectMails()).toEqual([]);
    const anonymousVisitor = await sendNewsletterRequest(createEmailAddress());
    expect([known.status, known.text]).toEqual([anonymousVisitor.status, anonymousVisitor.text]);
    expect(await listConsents(address)).toHaveLength(1);
  });

  it.each([
    '',
    'marit',
    'marit@stal',
    'a@b.example\r\nBcc: c@d.example',
    '<script>@stal.example',
    `${'x'.repeat(280)}@a.example`,
  ])('is refused for an invalid address: %j', async (address) => {
    expect((await sendNewsletterRequest(address)).status).toBe(400);
    expect(await collectMails()).toEqual([]);
  });

  it('is refused after too many requests of a mailbox, in any spelling, or of a visitor', async () => {
    const address = createEmailAddress();
    const tagged = address.replace('@', '+tag@');
    for (let at = 0; at < newsletterRateLimits.perAddress.maxAttempts; at += 1) {
      expect((await sendNewsletterRequest(at === 1 ? tagged : address)).status).toBe(204);
    }
    const refused = await sendNewsletterRequest(address);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const visitor = { 'x-forwarded-for': '198.51.100.200' };
    for (let at = 0; at < newsletterRateLimits.perVisitor.maxAttempts; at += 1)
      await sendNewsletterRequest(createEmailAddress(), visitor);
    expect((await sendNewsletterRequest(createEmailAddress(), visitor)).status).toBe(429);
  });

  it('reports an invalid, expired or ended link', async () => {
    const refusal = (code: string, status: number) => ({ status, body: { code } });
    expect(await confirm('x'.repeat(43))).toMatchObject(refusal('token_invalid', 400));
    const late = createEmailAddress();
    await sendNewsletterRequest(late);
    const token = (await collectToken()) ?? '';
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 49 * HOUR_MS));
    expect(await confirm(token)).toMatchObject(refusal('token_expired', 410));
    backend.setNow(FIXTURE_NOW);
    const ended = createEmailAddress();
    const used = await subscribe(ended);
    await end(used);
    expect(await confirm(used)).toMatchObject(refusal('token_expired', 410));
    expect(await findSubscriber(ended)).toBeUndefined();
  });

  it('is confirmed and ended on the site of the link only', async () => {
    const address = createEmailAddress();
    await sendNewsletterRequest(address);
    const token = (await collectToken()) ?? '';
    const elsewhere = belgianShopHeaders;
    expect((await call('confirmNewsletter', { body: { token } }, elsewhere)).status).toBe(400);
    await confirm(token);
    expect((await call('endNewsletter', { body: { token } }, elsewhere)).status).toBe(204);
    expect(await findSubscriber(address)).toBeDefined();
  });

  it('is deleted after a week without a confirmation, and three years after its end', async () => {
    const [pending, ended, staying] = [createEmailAddress(), createEmailAddress(), createEmailAddress()];
    await sendNewsletterRequest(pending);
    await collectMails();
    await end(await subscribe(ended));
    await subscribe(staying);
    expect(await listConsents(ended)).toMatchObject([{ endedAt: FIXTURE_NOW }]);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 8 * DAY_MS));
    await backend.runJob('newsletter-consents');
    expect(await listConsents(pending)).toEqual([]);
    expect(await listConsents(ended)).toHaveLength(1);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 1096 * DAY_MS));
    await backend.runJob('newsletter-consents');
    expect(await listConsents(ended)).toEqual([]);
    expect(await listConsents(staying)).toHaveLength(1);
  });
});

describe('the stored consent text', () => {
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(path.join(import.meta.dirname, `../../../locales/${name}.json`), 'utf8'));

  it.each(locales)('is the text next to the buttons: %s', (locale) => {
    const [shop, mail] = [read(locale), read(`mail.${locale}`)];
    expect(mail['consent.newsletter']).toBe(shop['newsletter.consent']);
    expect(mail['consent.accountNewsletter']).toBe(
      `${shop['subscriptions.newsletter']}: ${shop['subscriptions.newsletterNote']}`,
    );
    expect(mail['consent.accountOffers']).toBe(
      `${shop['subscriptions.offers']}: ${shop['subscriptions.offersNote']}`,
    );
  });
});

describe('a newsletter checkbox', () => {
  it('in the checkout leads to an opt-in mail once the order is placed', async () => {
    const emailAddress = createEmailAddress();
    const id = await openOrderableCart([[VARIANT, 1]]);
    const body = { ...callInputs.setBilling.body, emailAddress };
    await call('setBilling', { params: { id }, body });
    await call('setNewsletter', { params: { id }, query: { subscribe: true } });
    expect(await collectMails()).toEqual([]);
    expect((await place(id)).status).toBe(200);
    const token = await collectToken();
    expect(token).toBeDefined();
    expect(await findSubscriber(emailAddress)).toBeUndefined();
    await confirm(token ?? '');
    expect(await findSubscriber(emailAddress)).toMatchObject({ newsletter: true });
    expect(await listConsents(emailAddress)).toMatchObject([{ source: 'checkout' }]);
  });

  async function register(emailAddress: string, newsletterSubscribe: boolean) {
    await call('registerAccount', {
      query: { callbackUrl: '/account/confirm/' },
      body: { ...callInputs.registerAccount.body, emailAddress, password: PASSWORD, newsletterSubscribe },
    });
    const [mail] = await collectMails();
    const url = new URL(/http:\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none.example');
    return {
      token: url.searchParams.get('token') ?? '',
      userId: url.searchParams.get('userId') ?? '',
    };
  }

  it('at registration is valid once the account is activated with the password of the registration', async () => {
    const address = createEmailAddress();
    const { token, userId } = await register(address, true);
    expect(await findSubscriber(address)).toBeUndefined();
    const activated = await call('confirmAccount', {
      params: { userId },
      query: { token, password: PASSWORD },
    });
    expect(activated.status).toBe(204);
    expect(await findSubscriber(address)).toMatchObject({ newsletter: true, languageId: 4 });
    expect(await listConsents(address)).toMatchObject([
      { source: 'registration', confirmedAt: FIXTURE_NOW, words: expect.stringContaining('Havero') },
    ]);
  });

  it.each([
    ['of a person who registers the address of another', true, { newPassword: 'Haverstro 99' }],
    ['that was not given', false, { password: PASSWORD }],
  ])('%s subscribes to no newsletter', async (_case, isTicked, proof) => {
    const address = createEmailAddress();
    const { token, userId } = await register(address, isTicked);
    await call('confirmAccount', { params: { userId }, query: { token, ...proof } });
    expect(await findSubscriber(address)).toBeUndefined();
  });
});

describe('subscriptions of an account and of its address', () => {
  const fetchChoices = async ({ cookie }: SignedInCustomer) => {
    const { body } = await call('fetchSubscriptions', undefined, { cookie });
    return { newsletter: body.newsletter, offers: body.offers };
  };
  const choose = (owner: SignedInCustomer, body: object) =>
    call('updateSubscriptions', { body }, { cookie: owner.cookie });

  it('are the same if the address subscribed before it had an account', async () => {
    const emailAddress = createEmailAddress();
    await subscribe(emailAddress);
    const owner = await createSignedInAccount(backend, { emailAddress });
    expect(await fetchChoices(owner)).toEqual({ newsletter: true, offers: false });
    const { body } = await call('fetchAccount', undefined, { cookie: owner.cookie });
    expect(body.newsletterSubscribe).toBe(true);
  });

  it('end separately by type, and keep the proof of both', async () => {
    const owner = await createSignedInAccount(backend);
    await choose(owner, { newsletter: true, offers: true });
    await choose(owner, { newsletter: false });
    expect(await fetchChoices(owner)).toEqual({ newsletter: false, offers: true });
    expect(await listConsents(owner.emailAddress)).toMatchObject([
      { kind: 'newsletter', source: 'account', endedAt: FIXTURE_NOW },
      { kind: 'offers', words: 'Offers and new products: At most every two weeks.', endedAt: null },
    ]);
    await choose(owner, { offers: false });
    expect(await findSubscriber(owner.emailAddress)).toBeUndefined();
  });

  it('are deleted with the address when the account is closed', async () => {
    const owner = await createSignedInAccount(backend);
    await choose(owner, { newsletter: true });
    await call('deleteAccount', { body: { password: PASSWORD } }, { cookie: owner.cookie });
    expect(await findSubscriber(owner.emailAddress)).toBeUndefined();
    expect(await listConsents(owner.emailAddress)).toEqual([]);
  });

  it.each(selectTestCases([1, 2, 3, 4, 5, 6], 3))(
    'are consistent in any order of events: seed %i',
    async (seed) => {
      const random = createSeededRandom(seed).next;
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      let emailAddress = createEmailAddress();
      let owner = await createSignedInAccount(backend, { emailAddress });
      /** The latest choice of the owner, according to the specification. */
      let expected = { newsletter: false, offers: false };
      let waiting: { token: string; isOver: boolean }[] = [];
      let key: string | undefined;
      const steps = {
        footer: async () => {
          // Rate limits have separate tests.
          await backend.database.delete(rateLimit);
          await sendNewsletterRequest(emailAddress);
          const token = await collectToken();
          expect(token === undefined).toBe(expected.newsletter);
          if (token !== undefined) waiting.push({ token, isOver: false });
        },
        checkout: async () => {
          const id = await openOrderableCart([[VARIANT, 1]]);
          const body = { ...callInputs.setBilling.body, emailAddress };
          await call('setBilling', { params: { id }, body });
          await call('setNewsletter', { params: { id }, query: { subscribe: true } });
          expect((await place(id)).status).toBe(200);
          const token = await collectToken();
          expect(token === undefined).toBe(expected.newsletter);
          if (token !== undefined) waiting.push({ token, isOver: false });
        },
        /**
         * Unsubscribes by the link of every mail, including the opt-in mail: with the button of a page, or
         * with one click.
         */
        leaveByQuestion: async () => {
          const asked = waiting.findLast(({ isOver }) => !isOver);
          if (!asked) return;
          expect((await end(asked.token)).status).toBe(204);
          expected = { newsletter: false, offers: false };
          waiting = waiting.map((other) => ({ ...other, isOver: true }));
        },
        /** Closes the account, and registers its address again. */
        register: async () => {
          const closed = await call(
            'deleteAccount',
            { body: { password: PASSWORD } },
            { cookie: owner.cookie },
          );
          expect(closed.status).toBe(204);
          await collectMails();
          expect(await findSubscriber(emailAddress)).toBeUndefined();
          const newsletterSubscribe = random() < 0.5;
          await backend.database.delete(rateLimit);
          await call('registerAccount', {
            query: { callbackUrl: '/account/confirm/' },
            body: {
              ...callInputs.registerAccount.body,
              emailAddress,
              password: PASSWORD,
              newsletterSubscribe,
            },
          });
          const [mail] = await collectMails();
          const url = new URL(/http:\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none.example');
          const [token, userId] = [url.searchParams.get('token') ?? '', url.searchParams.get('userId') ?? ''];
          await call('confirmAccount', { params: { userId }, query: { token, password: PASSWORD } });
          const signedIn = await call('signIn', {
            body: { emailAddress, password: PASSWORD, keepSignedIn: false },
          });
          expect(signedIn.status).toBeLessThan(300);
          const cookie = String(signedIn.headers['set-cookie'])
            .split(/,(?=\s*[\w-]+=)/)
            .map((line) => line.split(';')[0]?.trim())
            .join('; ');
          owner = { accountId: userId, emailAddress, cookie };
          waiting = [];
          expected = { newsletter: newsletterSubscribe, offers: false };
        },
        confirm: async () => {
          const asked = waiting.at(-1);
          if (!asked) return;
          const { status } = await confirm(asked.token);
          expect([asked.isOver, status]).toEqual([asked.isOver, asked.isOver ? status : 204]);
          if (status === 204) expected = { ...expected, newsletter: true };
          else expect(asked.isOver).toBe(true);
        },
        account: async () => {
          const choice = pick([
            { newsletter: true },
            { newsletter: false },
            { offers: true },
            { offers: false },
            { newsletter: true, offers: false },
          ]);
          expect((await choose({ ...owner, emailAddress }, choice)).status).toBe(204);
          expected = { ...expected, ...choice };
          if (choice.newsletter === false) waiting = waiting.map((asked) => ({ ...asked, isOver: true }));
        },
        unsubscribe: async () => {
          if (key === undefined) return;
          const wasKnown = (await findSubscriber(emailAddress))?.unsubscribeKey === key;
          expect((await end(key)).status).toBe(204);
          if (!wasKnown) return;
          expected = { newsletter: false, offers: false };
          waiting = waiting.map((asked) => ({ ...asked, isOver: true }));
        },
        move: async () => {
          const former = emailAddress;
          const next = createEmailAddress();
          if (random() < 0.5) {
            await subscribe(next);
            expected = { ...expected, newsletter: true };
          }
          await call(
            'changeEmailAddress',
            { query: { callbackUrl: '/account/confirm/' }, body: { emailAddress: next, password: PASSWORD } },
            { cookie: owner.cookie },
          );
          const mails = await collectMails();
          const text = mails.find(({ recipient }) => recipient === next)?.text ?? '';
          const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
          const moved = await call(
            'confirmAccount',
            { params: { userId: owner.accountId }, query: { token } },
            { cookie: owner.cookie },
          );
          expect(moved.status).toBe(204);
          await collectMails();
          emailAddress = next;
          waiting = [];
          expect(await findSubscriber(former)).toBeUndefined();
        },
      };
      for (let at = 0; at < 25; at += 1) {
        const step = pick(Object.keys(steps) as (keyof typeof steps)[]);
        await steps[step]();
        const row = await findSubscriber(emailAddress);
        key = row?.unsubscribeKey ?? key;
        expect({ step, ...(await fetchChoices(owner)) }).toEqual({ step, ...expected });
        const { body } = await call('fetchAccount', undefined, { cookie: owner.cookie });
        expect(body.newsletterSubscribe).toBe(expected.newsletter);
        expect(row !== undefined).toBe(expected.newsletter || expected.offers);
      }
    },
  );
});
