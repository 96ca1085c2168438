import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { createSmtpTransport, parseSmtpUrl } from '../../../server/backend/core/mail/smtp-transport.ts';
import {
  newsletterSubscriber,
  outboxMail,
  stock,
  stockReminder,
} from '../../../server/backend/schema/schema.ts';
import { startWebProcess, type WebProcess } from '../../faults/web-process.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import {
  createTestCampaign,
  draft,
  insertNewsletterSubscribers,
  trySendCampaign,
} from '../../fixtures/campaigns.ts';
import { fetchRaw } from '../../fixtures/fetch-raw.ts';
import { generousSettings } from '../../fixtures/generous-settings.ts';
import { type MailServer, startMailServer } from '../../fixtures/mail-server.ts';

/** A real domain, so that addresses use https as RFC 8058 requires. */
const host = 'havero.example';
const otherHost = 'hafero-de.localhost';
/** Whole grain, 25 kg: the only sold-out variant of the sample shop. */
const SOLD_OUT_VARIANT_ID = 1042;
const oneClickBody = 'List-Unsubscribe=One-Click';
const formContentType = 'application/x-www-form-urlencoded';
const multipartBody = [
  '--edge',
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  '--edge--',
  '',
].join('\r\n');

let mailServer: MailServer;
let backend: BackendFixture;
let backendServer: Server;
let web: WebProcess;
let riderCount = 0;

beforeAll(async () => {
  mailServer = await startMailServer();
  backend = await openBackendFixture({
    siteDomains: new Map([['havero-nl.localhost', host]]),
    mailTransport: createSmtpTransport(parseSmtpUrl(`smtp://127.0.0.1:${mailServer.port}`)),
    mailFrom: 'shop@havero.example',
  });
  backendServer = createServer(backend.app);
  await new Promise<void>((resolve) => backendServer.listen(0, '127.0.0.1', resolve));
  web = await startWebProcess({
    apiBaseUrl: `http://127.0.0.1:${(backendServer.address() as AddressInfo).port}`,
    environment: { ...generousSettings, SITE_DOMAINS: JSON.stringify({ 'havero-nl.localhost': host }) },
  });
});

afterAll(async () => {
  await web?.stop();
  backendServer?.closeAllConnections();
  backendServer?.close();
  await backend?.close();
  await mailServer?.close();
});

afterEach(async () => {
  await backend.database
    .update(stock)
    .set({ amount: 0 })
    .where(eq(stock.productVariantId, SOLD_OUT_VARIANT_ID));
  await backend.database.delete(stockReminder);
  await backend.database.delete(outboxMail);
  mailServer.received.length = 0;
  expect(backend.errors).toEqual([]);
});

const callApi = (path: string, body: object) =>
  request(backend.app)
    .post(path)
    .set({ siteid: '1', languageid: '1', 'x-forwarded-for': `192.0.2.${riderCount}` })
    .send(body)
    .expect(({ status }) => expect([200, 204]).toContain(status));

/** Returns the newest mail that the mail server has received. */
async function collectReminderMail(): Promise<string> {
  await backend.runJob('stock-reminders');
  await backend.runJob('queue');
  const mail = mailServer.received.at(-1);
  if (!mail) throw new Error('No mail has arrived');
  return mail.message;
}

/** Returns path and query of the address in the header, which is on one line. */
function readHeaderPath(message: string): string {
  const url = /^List-Unsubscribe: <(https:\/\/\S+)>\r?$/m.exec(message)?.[1];
  if (url === undefined) throw new Error('The mail has no unsubscribe URL');
  const { pathname, search, host: named } = new URL(url);
  expect(named).toBe(host);
  return pathname + search;
}

/** Requests a stock reminder, and returns the address in the mail that ends it. */
async function createReminder(): Promise<string> {
  riderCount += 1;
  await callApi(`/api/products/${SOLD_OUT_VARIANT_ID}/stockreminder`, {
    emailAddress: `rider-${riderCount}@stal.example`,
  });
  return readHeaderPath(await collectReminderMail());
}

const countReminders = () => backend.database.$count(stockReminder);

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetchRaw({
    port: web.port,
    path,
    method: 'POST',
    headers: { host, 'content-type': formContentType, 'content-length': String(body.length), ...headers },
    body,
  });

describe('a mail with one-click unsubscribe', () => {
  it('has the headers for one POST over SMTP, both in the opt-in mail and in the reminder', async () => {
    riderCount += 1;
    await callApi(`/api/products/${SOLD_OUT_VARIANT_ID}/stockreminder`, {
      emailAddress: `rider-${riderCount}@stal.example`,
    });
    const question = await collectReminderMail();
    const token = new URLSearchParams(readHeaderPath(question).split('?')[1]).get('token');
    await callApi('/api/stockreminders/confirm', { token });
    await backend.database
      .update(stock)
      .set({ amount: 7 })
      .where(eq(stock.productVariantId, SOLD_OUT_VARIANT_ID));
    const answer = await collectReminderMail();
    expect(answer).not.toBe(question);
    for (const mail of [question, answer]) {
      expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    }
    expect((await post(readHeaderPath(answer), oneClickBody)).status).toBe(200);
    expect(await countReminders()).toBe(0);
  });

  it('ends the subscription by a POST of the mail provider with only the address', async () => {
    const path = await createReminder();
    const answer = await post(path, oneClickBody);
    expect(answer).toMatchObject({ status: 200, text: 'OK\n' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await countReminders()).toBe(0);
    // Providers may retry.
    expect((await post(path, oneClickBody)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, string]>([
    ['from another origin', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }, oneClickBody],
    ['from an opaque origin', { origin: 'null' }, oneClickBody],
    ['as multipart form', { 'content-type': 'multipart/form-data; boundary=edge' }, multipartBody],
  ])('ends the subscription by a POST %s', async (_how, headers, body) => {
    const path = await createReminder();
    expect((await post(path, body, headers)).status).toBe(200);
    expect(await countReminders()).toBe(0);
  });

  it('also exists for newsletters: in the opt-in mail, and in each campaign', async () => {
    riderCount += 1;
    const emailAddress = `rider-${riderCount}@stal.example`;
    const countReaders = () =>
      backend.database.$count(newsletterSubscriber, eq(newsletterSubscriber.emailAddress, emailAddress));
    await callApi('/api/newsletter', { emailAddress });
    const path = readHeaderPath(await collectReminderMail());
    await callApi('/api/newsletter/confirm', {
      token: new URLSearchParams(path.split('?')[1]).get('token'),
    });
    expect(await countReaders()).toBe(1);
    await fetchRaw({ port: web.port, path, headers: { host } });
    expect(await countReaders()).toBe(1);
    expect(await post(path, oneClickBody)).toMatchObject({ status: 200, text: 'OK\n' });
    expect(await countReaders()).toBe(0);

    const letters = { siteKeys: ['havero-nl'], texts: draft.texts.slice(0, 1) };
    await insertNewsletterSubscribers(backend, 1, {
      languageId: 1,
      prefix: emailAddress.split('@')[0] ?? '',
    });
    await trySendCampaign(backend, await createTestCampaign(backend, letters));
    await backend.runJob('campaigns');
    const letter = await collectReminderMail();
    expect(letter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect((await post(readHeaderPath(letter), oneClickBody)).status).toBe(200);
    expect(await backend.database.$count(newsletterSubscriber)).toBe(0);
  });

  it('does not end the subscription when the address is opened, which shows a button', async () => {
    const path = await createReminder();
    const page = await fetchRaw({ port: web.port, path, headers: { host } });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(page.text).toMatch(/<form[^>]*method="post"[\s\S]*<button[^>]*type="submit"/);
    await fetchRaw({ port: web.port, path, method: 'HEAD', headers: { host } });
    await fetchRaw({ port: web.port, path: `${path}&${oneClickBody}`, headers: { host } });
    expect(await countReminders()).toBe(1);
  });

  it.each<[string, number, Record<string, string>, string]>([
    ['a body with another command', 400, {}, 'List-Unsubscribe=Later'],
    ['an empty body', 400, {}, ''],
    [
      'a multipart body without the command',
      400,
      { 'content-type': 'multipart/form-data; boundary=edge' },
      '--edge--\r\n',
    ],
    ['a malformed multipart body', 400, { 'content-type': 'multipart/form-data' }, multipartBody],
    [
      'an endless multipart body',
      413,
      { 'content-type': 'multipart/form-data; boundary=edge' },
      'x'.repeat(5000),
    ],
    [
      'JSON',
      405,
      { 'content-type': 'application/json' },
      JSON.stringify({ 'List-Unsubscribe': 'One-Click' }),
    ],
    [
      'the form of the page from another origin',
      403,
      { 'sec-fetch-site': 'cross-site' },
      'form=stock-reminder-unsubscribe',
    ],
    ['a one-click request on another host', 200, { host: otherHost }, oneClickBody],
  ])('does not end the subscription by %s', async (_what, status, headers, body) => {
    const path = await createReminder();
    expect((await post(path, body, headers)).status).toBe(status);
    expect(await countReminders()).toBe(1);
  });

  it.each(['', '?token=', '?token=%00', "?token=' or true --", `?token=${'x'.repeat(2000)}`])(
    'does not end the subscription at the invalid address %j',
    async (query) => {
      await createReminder();
      const path = `/stock-reminder/unsubscribe/${query.replaceAll(' ', '%20')}`;
      const answer = await post(path, oneClickBody);
      expect([400, 414]).toContain(answer.status);
      expect(await countReminders()).toBe(1);
    },
  );

  it('has no equivalent on other pages, which refuse such a POST', async () => {
    expect((await post('/stock-reminder/confirm/?token=x', oneClickBody)).status).toBe(400);
    expect((await post('/', oneClickBody, { origin: 'https://mail.example' })).status).toBe(403);
  });
});
