import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { account } from '../../server/backend/schema/schema.ts';
import { createSignedInAccount } from '../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { insertDispatchedOrder } from '../fixtures/return-forms.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

const host = 'en.havero-nl.localhost';
const REQUEST_COUNT = 300;
const CONCURRENT_REQUESTS = 8;

interface CustomerVisitor {
  readonly name: string;
  readonly cookie: string;
  /** Private strings of this customer: no response to another visitor may contain one. */
  readonly marks: readonly string[];
}

let backend: BackendFixture;
let web: TestWeb;
let visitors: readonly CustomerVisitor[];
let orderIds: readonly string[];

async function createCustomerVisitor(name: string): Promise<CustomerVisitor & { orderId: string }> {
  const mark = `mark-${name}`;
  const customer = await createSignedInAccount(backend, {
    firstName: `${mark}-first`,
    lastName: `${mark}-last`,
    emailAddress: `${mark}@stal.example`,
  });
  const orderId = await insertDispatchedOrder(backend, customer.accountId);
  await backend.database
    .update(account)
    .set({
      companyName: `${mark}-company`,
      address: {
        zipcode: '7311 KZ',
        street: `${mark}-street`,
        streetNumber: '1',
        streetNumberAddition: null,
        city: 'Apeldoorn',
        countryId: 1,
      },
    })
    .where(eq(account.accountId, customer.accountId));
  return { name, cookie: customer.cookie, marks: [mark, orderId, customer.accountId], orderId };
}

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app, { TRUST_PROXY: 'true' });
  const [anna, bert] = [await createCustomerVisitor('anna'), await createCustomerVisitor('bert')];
  orderIds = [anna.orderId, bert.orderId];
  visitors = [anna, bert, { name: 'an anonymous visitor', cookie: '', marks: [] }];
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

/**
 * Pages of accounts, calls of the API, cacheable pages, and addresses that caches may take for static files.
 */
const listCheckedPaths = (): readonly string[] => [
  '/account/',
  '/account/orders/',
  '/account/invoices/',
  '/account/returns/',
  '/account/information/',
  '/account/information/sessions/',
  '/account/subscriptions/',
  '/account/rqs-results/',
  '/account/feed-advice/',
  ...orderIds.map((orderId) => `/account/orders/${orderId}/`),
  '/api/account',
  '/api/account/sessions',
  '/api/orders',
  '/api/invoices',
  '/api/returns/products',
  '/api/subscriptions',
  '/api/feedadvice',
  ...orderIds.map((orderId) => `/api/orders/${orderId}`),
  '/',
  '/cart/',
  '/search/?q=muesli',
  '/media/',
  '/account/orders.css',
  '/account/information/photo.jpg',
  '/account/orders/x.js',
  '/account/orders/%2e%2e/',
  '/account/;a.css',
  '/account//orders/',
  '/ACCOUNT/ORDERS/',
  '/account/orders/?p=1&a=style.css',
  '/account/login/?returnPath=%2Faccount%2Forders%2F',
];

it('concurrent requests of two customers and an anonymous visitor never return data of another customer', async () => {
  const random = createSeededRandom(20_261_125);
  const paths = listCheckedPaths();
  const faults: string[] = [];
  let matchingResponses = 0;
  let asked = 0;
  const askOnce = async () => {
    const target = random.pick(paths);
    const visitor = random.pick(visitors);
    const answer = await fetchRaw({
      port: web.port,
      path: target,
      headers: {
        host,
        'x-forwarded-for': '10.3.0.1',
        ...(visitor.cookie !== '' && { cookie: visitor.cookie }),
      },
    });
    const sent = JSON.stringify(answer.headers) + answer.text;
    const fault = (what: string) => faults.push(`${target} for ${visitor.name}: ${what}`);
    for (const other of visitors) {
      if (other === visitor) continue;
      // A response may repeat a string from the visitor's own request, for example in a link back.
      for (const mark of other.marks)
        if (!target.includes(mark) && sent.includes(mark)) fault(`says ${mark}`);
    }
    const isOwn = visitor.marks.some((mark) => sent.includes(mark));
    if (isOwn) matchingResponses += 1;
    const policy = String(answer.headers['cache-control']);
    if (isOwn && !policy.includes('no-store')) fault(`is sent as ${policy}`);
    if (visitor.cookie !== '' && answer.status === 200 && !policy.includes('no-store')) {
      fault(`is sent as ${policy} to who is signed in`);
    }
    const foreign = orderIds.find((orderId) => target.includes(orderId) && !visitor.marks.includes(orderId));
    if (foreign !== undefined && answer.status === 200) fault('shows the order of another');
  };
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (asked < REQUEST_COUNT) {
        asked += 1;
        await askOnce();
      }
    }),
  );
  expect(faults).toEqual([]);
  // Ensures that customers did see their own data, so the check was meaningful.
  expect(matchingResponses).toBeGreaterThan(40);
  const log = JSON.stringify(web.lines);
  for (const mark of ['mark-anna', 'mark-bert', ...orderIds]) expect(log).not.toContain(mark);
  expect(web.reported).toEqual([]);
  expect(backend.errors).toEqual([]);
});
