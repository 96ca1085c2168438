import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isNull } from 'drizzle-orm';
import { setReviewTakenDown } from '../../../server/backend/catalogue/reviews/take-down.ts';
import { commandActor } from '../../../server/backend/core/audit/audit.ts';
import { createWebCaches } from '../../../server/backend/core/web-caches.ts';
import { review } from '../../../server/backend/schema/schema.ts';
import { startWebProcess, type WebProcess } from '../../faults/web-process.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { fetchRaw } from '../../fixtures/fetch-raw.ts';
import { findFreePort } from '../../fixtures/free-port.ts';
import { generousSettings } from '../../fixtures/generous-settings.ts';

const host = 'en.havero-nl.localhost';
const product = '/prado-balance-muesli/';

let backend: BackendFixture;
let backendServer: Server;
let web: WebProcess;
let adminPort: number;

beforeAll(async () => {
  backend = await openBackendFixture();
  backendServer = createServer(backend.app);
  await new Promise<void>((resolve) => backendServer.listen(0, '127.0.0.1', resolve));
  const { port } = backendServer.address() as AddressInfo;
  adminPort = await findFreePort();
  web = await startWebProcess({
    apiBaseUrl: `http://127.0.0.1:${port}`,
    // Pages are fresh for an hour, so a visible change is the effect of a purge.
    environment: { ...generousSettings, WEB_ADMIN_PORT: String(adminPort), PAGE_FRESH_SECONDS: '3600' },
  });
});

afterAll(async () => {
  await web?.stop();
  backendServer?.closeAllConnections();
  backendServer?.close();
  await backend?.close();
});

const fetchPage = (path: string, from = host) => fetchRaw({ port: web.port, path, headers: { host: from } });

/** Sends a form as a browser without script does. */
const sendForm = (path: string, values: Readonly<Record<string, string>>, from = 'same-origin') =>
  fetchRaw({
    port: web.port,
    path,
    method: 'POST',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': from },
    body: new URLSearchParams(values).toString(),
  });

/**
 * Follows the redirect of a successful form to the page with its message, with the cookie of the response.
 */
async function readConfirmationPage({
  status,
  headers,
}: Awaited<ReturnType<typeof sendForm>>): Promise<string> {
  expect(status).toBe(303);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  const page = await fetchRaw({
    port: web.port,
    path: headers.location ?? '',
    headers: { host, cookie: cookie.split(';')[0] ?? '' },
  });
  return page.text;
}

const form = {
  form: 'review',
  productId: '101',
  rating: '3',
  title: 'Clean bucket <b>',
  opinion: 'My mare leaves nothing.',
  text: 'She licks the bucket out while I muck out.',
  name: 'Marit',
  emailAddress: 'marit@example.com',
  website: '',
  openForMs: '',
};

describe('a review that is written without script', () => {
  it('is returned to its sender only, with its faults and all values', async () => {
    const answer = await sendForm(product, { ...form, text: 'Good stuff', emailAddress: 'nobody' });
    expect(answer.status).toBe(422);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.text).toContain('value="Clean bucket &lt;b&gt;"');
    expect(answer.text.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect((await fetchPage(product)).text).not.toContain('Clean bucket');
  });

  it('is refused from a page of another site', async () => {
    expect((await sendForm(product, form, 'cross-site')).status).toBe(403);
  });

  it('is on the page as soon as it is confirmed and checked, in spite of long caching', async () => {
    expect((await fetchPage(product)).text).toContain('Reviews (1)');
    expect(await readConfirmationPage(await sendForm(product, form))).toContain('Thank you for your review.');

    await backend.runJob('queue');
    const link = /\/review\/confirm\/\?token=[\w-]+/.exec(backend.mails[0]?.text ?? '')?.[0] ?? '';
    const asking = await fetchPage(link);
    expect(asking).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
    });
    // A mail scanner opens the link: this confirms nothing.
    await backend.runJob('publish-reviews');
    await backend.runJob('queue');
    expect(backend.forgotten).toEqual([]);

    const token = /name="token" value="([\w-]+)"/.exec(asking.text)?.[1] ?? '';
    const confirmed = await sendForm(link, { form: 'review-confirm', token });
    expect(await readConfirmationPage(confirmed)).toContain('Your review is confirmed.');
    await backend.runJob('publish-reviews');
    expect((await fetchPage(product)).text).toContain('Reviews (1)');

    const web = `http://localhost:${adminPort}/`;
    const caches = createWebCaches({ targets: [new URL(web)], token: undefined });
    await backend.runJob('queue');
    await caches.notify(web, backend.forgotten);
    const page = (await fetchPage(product)).text;
    expect(page).toContain('Reviews (2)');
    expect(page).toContain('Clean bucket &lt;b&gt;');
    expect(page).not.toContain('Clean bucket <b>');

    // After a take-down it disappears from the page, and from the average in lists, as soon as the product's
    // key is purged.
    const list = '/horse-feed/muesli/';
    const averages = async () => (await fetchPage(list)).text.match(/>4(\.0)? \(2\)</g)?.length ?? 0;
    const before = await averages();
    const [written] = await backend.database.select().from(review).where(isNull(review.importKey));
    await backend.database.transaction('take-review-down', (transaction) =>
      setReviewTakenDown(transaction, written?.reviewId ?? 0, 'fake', {
        actor: commandActor,
        now: FIXTURE_NOW,
      }),
    );
    expect((await fetchPage(product)).text).toContain('Reviews (2)');
    await caches.notify(web, ['product-101']);
    const without = (await fetchPage(product)).text;
    expect(without).toContain('Reviews (1)');
    expect(without).not.toContain('Clean bucket');
    expect(await averages()).toBe(before - 1);
  });

  it('reports an unknown link, whatever it contains', async () => {
    const strange = await fetchPage('/review/confirm/?token=%3Cscript%3E');
    expect(strange.text).toContain('This link is incomplete or unknown.');
    expect(strange.text).not.toContain('%3Cscript');
    const answer = await sendForm('/review/confirm/', { form: 'review-confirm', token: 'x'.repeat(43) });
    expect(answer.status).toBe(422);
  });

  it('cannot be confirmed on the corporate site, which has no reviews', async () => {
    const path = `/review/confirm/?token=${'x'.repeat(43)}`;
    expect((await fetchPage(path)).status).toBe(200);
    expect((await fetchPage(path, 'havero-corporate.localhost')).status).toBe(404);
  });

  it.each(['?p=2', '?sort=helpful', '?languages=all&languages=own'])(
    'has no page at %s of a product with one page of reviews',
    async (query) => {
      expect((await fetchPage(`${product}${query}`)).status).toBe(404);
    },
  );
});
