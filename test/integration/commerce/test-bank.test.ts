import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { testBankPayment } from '../../../server/backend/schema/schema.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import {
  insertOrderPayment,
  insertPlacedOrder,
  type OrderOverrides,
  readPayment,
  readTestBankPayment,
  runPaymentJobs,
} from '../../fixtures/payments.ts';
import { findHtmlFaults } from '../../html/read-html.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

const dutchHeaders = { siteid: '1', languageid: '1' };
const austrianHeaders = { siteid: '11', languageid: '2' };

async function begin(details: OrderOverrides = {}): Promise<{ paymentId: string; id: string; url: string }> {
  const order = await insertPlacedOrder(backend, FIXTURE_NOW, details);
  const paymentId = await insertOrderPayment(backend, order.orderId, FIXTURE_NOW, details);
  const url = (await backend.shop.payments.begin(paymentId)) ?? '';
  return { paymentId, url, id: url.split('/').at(-1) ?? '' };
}

const openTestBankPage = (id: string, scope: Record<string, string> = dutchHeaders) =>
  request(backend.app).get(`/api/testbank/${id}`).set(scope);
const submitTestBankForm = (id: string, form: Record<string, string>) =>
  request(backend.app).post(`/api/testbank/${id}`).set(dutchHeaders).type('form').send(form);

describe('a page of the test bank', () => {
  it('shows amount, brand and order in the language of the shop, with forms that need no script', async () => {
    const { id } = await begin({ languageId: 1 });
    const { status, headers, text } = await openTestBankPage(id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://havero-nl.localhost:3000");
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(text).not.toMatch(/<script|\son\w+=|style=/);
    expect(text).toContain('<html lang="nl-NL">');
    expect(text).toContain('<h1>Testbank</h1>');
    expect(text).toContain('€\u00a042,50');
    expect(text).toContain('<dd>Havero</dd>');
    expect(text).toMatch(/<dd>Havero 2026-\d{6}<\/dd>/);
    expect(text).toContain('value="approve" name="decision"');
    expect(text).not.toMatch(/value="(authorise|later)"/);
    expect(text).toContain('checked="" value="once"');
    // The inline styles are allowed by their hash in the policy.
    expect(findHtmlFaults(text)).toEqual(['there is an inline <style>']);
    const styles = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(styles).digest('base64');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
  });

  it('requires the choice of a bank if the method needs one', async () => {
    const { id, paymentId } = await begin({ siteId: 11, languageId: 2, methodKey: 'eps' });
    const { text } = await openTestBankPage(id, austrianHeaders);
    expect(text).toContain('Wählen Sie Ihre Bank');
    expect(text).not.toContain('value="approve"');
    const [bank] = await backend.shop.payments.listIssuers((await backend.shop.sites.findSite(11))!, 'eps');
    expect((await submitTestBankForm(id, { decision: 'choose', issuer: 'no such bank' })).status).toBe(400);
    const answer = await submitTestBankForm(id, { decision: 'choose', issuer: bank!.issuer });
    expect([answer.status, answer.headers.location]).toEqual([303, `/api/testbank/${id}`]);
    const chosen = await openTestBankPage(id, austrianHeaders);
    expect(chosen.text).toContain(`<dd>${bank!.name}</dd>`);
    expect(chosen.text).toContain('value="approve"');
    expect((await readTestBankPayment(backend, paymentId)).issuer).toBe(bank!.issuer);
  });

  it('shows the bank that was chosen in the shop', async () => {
    const { id } = await begin({ siteId: 11, languageId: 2, methodKey: 'eps', issuer: 'donauhof' });
    const { text } = await openTestBankPage(id, austrianHeaders);
    expect(text).toContain('Bankhaus Donauhof');
    expect(text).toContain('value="approve"');
  });

  it.each(['klarna', 'invoice'])('of %s offers an authorisation and no approval', async (methodKey) => {
    const { id, paymentId } = await begin({ methodKey });
    expect((await openTestBankPage(id)).text).toContain('value="authorise"');
    expect((await submitTestBankForm(id, { decision: 'approve' })).status).toBe(400);
    expect((await submitTestBankForm(id, { decision: 'authorise' })).status).toBe(303);
    expect((await readTestBankPayment(backend, paymentId)).status).toBe('authorized');
  });

  it('of a bank transfer shows its reference, and can be settled on a later visit', async () => {
    const { id, paymentId } = await begin({ methodKey: 'sepa-transfer' });
    const { transferReference, transferIban } = await readPayment(backend, paymentId);
    const { text } = await openTestBankPage(id);
    expect(text).toContain(transferReference);
    expect(text).toContain(transferIban);
    const later = await submitTestBankForm(id, { decision: 'later' });
    expect(later.status).toBe(303);
    expect(later.headers.location).toContain('/checkout/complete/');
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).status).toBe('pending');
    await submitTestBankForm(id, { decision: 'approve' });
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).status).toBe('paid');
  });

  it('of a final payment shows the result and a link back, and accepts no decision', async () => {
    const { id, paymentId } = await begin();
    await submitTestBankForm(id, { decision: 'fail' });
    const { text } = await openTestBankPage(id);
    expect(text).toContain('De betaling is mislukt.');
    expect(text).toContain('Terug naar de winkel');
    expect(text).not.toContain('<form');
    const again = await submitTestBankForm(id, { decision: 'approve' });
    expect([again.status, again.headers.location]).toEqual([303, `/api/testbank/${id}`]);
    expect((await readTestBankPayment(backend, paymentId)).status).toBe('failed');
  });

  it('expires with its payment', async () => {
    const { id } = await begin();
    await backend.database
      .update(testBankPayment)
      .set({ expiresAt: FIXTURE_NOW })
      .where(eq(testBankPayment.testBankPaymentId, id));
    expect((await openTestBankPage(id)).text).toContain('De betaling is verlopen.');
  });

  it('escapes all names', async () => {
    const { id } = await begin();
    await backend.database
      .update(testBankPayment)
      .set({ reference: `"><script>alert(1)</script>&\u0000'` })
      .where(eq(testBankPayment.testBankPaymentId, id))
      .catch(() =>
        backend.database
          .update(testBankPayment)
          .set({ reference: `"><script>alert(1)</script>&'` })
          .where(eq(testBankPayment.testBankPaymentId, id)),
      );
    const { text } = await openTestBankPage(id);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
  });

  it('links only to hosts of the shop', async () => {
    const { id } = await begin();
    await backend.database
      .update(testBankPayment)
      .set({ redirectUrl: 'https://evil.example/checkout/complete/' })
      .where(eq(testBankPayment.testBankPaymentId, id));
    const { text, headers } = await openTestBankPage(id);
    expect(text + headers['content-security-policy']).not.toContain('evil.example');
    const answer = await submitTestBankForm(id, { decision: 'cancel' });
    expect(answer.headers.location).toBe(`/api/testbank/${id}`);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '..%2f', '%00'])('returns 404 for %s', async (id) => {
    expect((await openTestBankPage(id)).status).toBe(404);
    expect((await submitTestBankForm(id, { decision: 'approve' })).status).toBe(404);
  });

  it.each<Record<string, string>>([
    {},
    { decision: 'steal' },
    { decision: 'approve', notify: 'always' },
    { decision: '__proto__' },
  ])('refuses the form %j', async (form) => {
    const { id } = await begin();
    expect((await submitTestBankForm(id, form)).status).toBe(400);
  });

  it('is in English by default, and supports its own methods only', async () => {
    const { id } = await begin();
    expect((await openTestBankPage(id, {})).text).toContain('<h1>Test bank</h1>');
    const answer = await request(backend.app).put(`/api/testbank/${id}`);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('a shop on a public host', () => {
  it('has no test bank unless it is allowed explicitly', async () => {
    const siteDomains = new Map([['havero-nl.localhost', 'www.havero.example']]);
    const closed = await openBackendFixture({ siteDomains });
    const opened = await openBackendFixture({
      siteDomains,
      paymentSettings: { providers: undefined, allowTestBank: true },
    });
    try {
      for (const [shop, status] of [
        [closed, 404],
        [opened, 200],
      ] as const) {
        const order = await insertPlacedOrder(shop, FIXTURE_NOW);
        const paymentId = await insertOrderPayment(shop, order.orderId, FIXTURE_NOW);
        await shop.database.insert(testBankPayment).values({
          testBankPaymentId: order.orderId,
          idempotencyKey: order.orderId,
          amount: 1,
          currency: 'EUR',
          reference: '',
          methodKey: 'ideal-wero',
          status: 'pending',
          redirectUrl: 'http://havero-nl.localhost:3000/',
          webhookUrl: '',
          createdAt: FIXTURE_NOW,
          expiresAt: new Date(FIXTURE_NOW.getTime() + 1),
        });
        const answer = await request(shop.app).get(`/api/testbank/${order.orderId}`).set(dutchHeaders);
        expect(answer.status).toBe(status);
        expect((await shop.shop.payments.begin(paymentId)) === null).toBe(status === 404);
      }
      expect(closed.errors.splice(0)).toEqual([
        expect.objectContaining({ message: 'test_bank_not_allowed' }),
      ]);
    } finally {
      await closed.close();
      await opened.close();
    }
  });
});
