import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import {
  type CrawledForm,
  createOddFields,
  getFormTypeKey,
  listStaticRoutePaths,
  oddFieldCaseNames,
  readForms,
} from '../../fixtures/crawled-forms.ts';
import { type Answer, fetchRaw } from '../../fixtures/fetch-raw.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { insertDispatchedOrder } from '../../fixtures/return-forms.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import { isLongTestRun, selectRotatedTestCases } from '../../fixtures/test-case-sampling.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const host = 'en.havero-nl.localhost';
/** Maximum length of a redirect chain that browsers follow. */
const MAX_HOPS = 5;

let backend: BackendFixture;
let web: TestWeb;
/** Each type of form once, with the visitor whose page has it. */
const forms = new Map<string, { readonly form: CrawledForm; readonly cookie: string }>();

let visitorCount = 0;
/** Returns another visitor for each request, so that no rate limit answers instead. */
const createVisitorAddress = () => {
  visitorCount += 1;
  return `10.${(visitorCount >> 16) & 255}.${(visitorCount >> 8) & 255}.${visitorCount & 255}`;
};

const get = (path: string, cookie: string): Promise<Answer> =>
  fetchRaw({
    port: web.port,
    path,
    headers: { host, 'x-forwarded-for': createVisitorAddress(), ...(cookie && { cookie }) },
  });

/** Returns some content paths of each route kind. */
async function listContentPaths(): Promise<string[]> {
  const index = (await get('/sitemap.xml', '')).text;
  const files = [...index.matchAll(/<loc>[^<]*?(\/[^/<]*\.xml[^<]*)<\/loc>/g)].map(([, file = '']) => file);
  const texts = await Promise.all(files.map(async (file) => (await get(file, '')).text));
  const paths = [index, ...texts].flatMap((text) =>
    [...text.matchAll(/<loc>https?:\/\/[^/<]+(\/[^<]*)<\/loc>/g)].map(([, path = '']) => path),
  );
  const groups = new Map<string, string[]>();
  for (const path of new Set(paths.filter((one) => one.endsWith('/')))) {
    const answer = await get(`/api/routing/getbyurl?url=${path}`, '');
    if (answer.status !== 200) continue;
    const { kind, searchType, contentType } = JSON.parse(answer.text);
    const group = [kind, searchType, contentType].join(' ');
    groups.set(group, [...(groups.get(group) ?? []), path]);
  }
  // Content pages have individual forms, so all are used; of the many products and lists, a few.
  return [...groups].flatMap(([group, of]) => (group.startsWith('content') ? of : of.slice(0, 4)));
}

async function crawl(paths: readonly string[], cookie: string): Promise<void> {
  for (const path of paths) {
    const answer = await get(path, cookie);
    if (answer.status >= 300 || !`${answer.headers['content-type']}`.includes('html')) continue;
    for (const form of readForms(answer.text, path)) {
      const kind = getFormTypeKey(form);
      if (!forms.has(kind)) forms.set(kind, { form, cookie });
    }
  }
}

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app, { TRUST_PROXY: 'true', ADDRESS_BODIES_LIMIT: '100000' });
  const orders = createOrderPlacer(createBackendCaller(() => backend));
  const owner = await createSignedInAccount(backend);
  await insertDispatchedOrder(backend, owner.accountId);
  const cart = await orders.openOrderableCart([
    [VARIANT, 2],
    [RQS, 1],
  ]);
  const screens = await listStaticRoutePaths('en');
  const links = screens.flatMap((path) => [
    `${path}?token=${'a'.repeat(43)}`,
    `${path}?token=${'a'.repeat(43)}&userId=${owner.accountId}`,
  ]);
  const asked = screens.flatMap((path) => [
    path,
    `${path}?q=hay`,
    `${path}?type=horse&work=light&roughage=hay`,
    `${path}?place=Apeldoorn`,
  ]);
  await crawl([...(await listContentPaths()), ...asked, ...links], '');
  await crawl(screens, `cart=${cart}`);
  await crawl(asked, `cart=${cart}; ${owner.cookie}`);
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

/** Sends a form and follows its redirects, as a browser does. */
async function sendForm(
  { method, target }: CrawledForm,
  cookie: string,
  fields: readonly (readonly [string, string])[],
): Promise<Answer> {
  const body = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  const isPost = method === 'POST';
  let answer = await (isPost
    ? fetchRaw({
        port: web.port,
        path: target,
        method,
        headers: {
          host,
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': createVisitorAddress(),
          ...(cookie && { cookie }),
        },
        body,
      })
    : get(`${target}?${body}`, cookie));
  let path = target;
  for (let hop = 0; answer.status >= 300 && answer.status < 400 && hop < MAX_HOPS; hop += 1) {
    const url = new URL(answer.headers.location ?? '', `http://${host}${path}`);
    // Redirects to the page of a payment provider or a map are not followed.
    if (url.hostname !== host) return answer;
    path = url.pathname + url.search;
    answer = await get(path, cookie);
  }
  return answer;
}

it('the crawl finds the forms of the shop on its pages', () => {
  // Forms that each shop has: this checks the crawl, not the shop.
  const names = new Set([...forms.values()].map(({ form }) => form.name));
  for (const name of [
    'newsletter',
    'cart-add',
    'account-login',
    'account-register',
    'checkout-billing',
    'review',
  ]) {
    expect(names).toContain(name);
  }
  expect(forms.size).toBeGreaterThan(30);
});

it('no field value of any form leads to a page that does not exist, or to a server error', async () => {
  const deadEnds: string[] = [];
  let tried = 0;
  const attempt = async (form: CrawledForm, cookie: string, names: readonly string[], way: string) => {
    tried += names.length;
    const { status, text } = await sendForm(form, cookie, createOddFields(form, names, way));
    const isPage = text.includes('<h1') || status < 400;
    if (status === 404 || status === 400 || status >= 500 || !isPage) {
      deadEnds.push(`${status}: ${form.name} of ${form.page}, ${names.join(' + ')}: ${way}`);
    }
  };
  let index = 0;
  for (const { form, cookie } of forms.values()) {
    if (form.names.length === 0) continue;
    // All fields at once, then each field alone. The short form samples the odd values, and uses others for
    // the next field.
    for (const way of selectRotatedTestCases(oddFieldCaseNames, forms.size + index, 5)) {
      // Long texts in all fields exceed the length limit of an address; in one field they do not.
      if (form.method === 'POST' || way !== 'a long text') await attempt(form, cookie, form.names, way);
    }
    for (const name of form.names) {
      index += 1;
      for (const way of selectRotatedTestCases(oddFieldCaseNames, index))
        await attempt(form, cookie, [name], way);
    }
  }
  expect(deadEnds).toEqual([]);
  expect(backend.errors).toEqual([]);
  expect(web.reported).toEqual([]);
  // Forms × fields × odd values.
  expect(tried).toBeGreaterThan(isLongTestRun ? 5000 : 1000);
  process.stdout.write(`dead ends: ${forms.size} forms, ${tried} fields filled with odd values\n`);
});
