import { AsyncResource } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller, type LooseInput } from '../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../fixtures/call-inputs.ts';
import { PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import { createSmallShopFolder, type Json, openSmallShopDatabase } from '../fixtures/shop-folder.ts';

const VISITOR_COUNT = 200;
/** Statements of the import before which all visitors send their requests. */
const STATEMENTS_BEFORE_REQUESTS = [3, 120, 240];
const RENEWED_TITLE = 'Renewed';

const requestedCallNames = [
  'fetchProduct',
  'fetchProducts',
  'fetchContentPage',
  'fetchNavigation',
  'fetchRoute',
  'fetchCart',
  'calculateCart2',
] as const;
type RequestedCallName = (typeof requestedCallNames)[number];

it('the backend answers 200 concurrent visitors during an import with the state before or after it', async () => {
  const folder = await createSmallShopFolder();
  await folder.edit('texts/en.json', (json) => {
    for (const text of Object.values<Json>(json.products)) {
      text.name = `${RENEWED_TITLE} ${text.name}`;
      text.claim = `${RENEWED_TITLE} ${text.claim}`.slice(0, 70);
    }
    const { contact } = json.pages;
    contact.title = `${RENEWED_TITLE} ${contact.title}`;
    contact.metaDescription = `${RENEWED_TITLE} ${contact.metaDescription}`;
    for (const [key, label] of Object.entries(json.navigation.main))
      json.navigation.main[key] = `${RENEWED_TITLE} ${label}`;
  });

  let statements: number | undefined;
  const visits: Promise<{
    readonly name: RequestedCallName;
    readonly status: number;
    readonly body: Json;
  }>[] = [];
  let ofCart: LooseInput = {};
  const { call, openCart } = createBackendCaller(() => backend);
  const backend: BackendFixture = await openBackendFixture({
    openShop: openSmallShopDatabase,
    database: {
      onQuery: (statement) => {
        // Only the import writes, so these statements cannot be those of visitors.
        if (statements === undefined || !/^(insert|update|delete|with|create|drop)/.test(statement)) return;
        statements += 1;
        if (STATEMENTS_BEFORE_REQUESTS.includes(statements))
          for (let n = 0; n < VISITOR_COUNT; n += 1) visits.push(visit(n));
      },
    },
  });
  // Binds the visitors to the outer context: they are not part of the transaction whose statement triggers
  // them.
  const visit = AsyncResource.bind(async (number: number) => {
    const name = requestedCallNames[number % requestedCallNames.length]!;
    const input =
      name === 'fetchContentPage'
        ? { params: { contentPageId: 103 } }
        : name === 'fetchCart' || name === 'calculateCart2'
          ? ofCart
          : callInputs[name];
    const { status, body } = await call(name, input);
    return { name, status, body };
  });

  ofCart = { params: { id: await openCart([[VARIANT, 2]]) } };
  const options = { now: FIXTURE_NOW, packshotsFolder: PACKSHOTS_FOLDER };
  const earlier = await Promise.all(requestedCallNames.map((_, number) => visit(number)));
  statements = 0;
  await importShop(backend.database, folder.path, options);
  expect(statements).toBeGreaterThan(STATEMENTS_BEFORE_REQUESTS.at(-1)!);
  statements = undefined;
  const during = await Promise.all(visits);
  const later = await Promise.all(requestedCallNames.map((_, number) => visit(number)));

  expect(during).toHaveLength(STATEMENTS_BEFORE_REQUESTS.length * VISITOR_COUNT);
  const known = requestedCallNames.map((name, at) => [name, [earlier[at]!.body, later[at]!.body]] as const);
  for (const [name, [before, after]] of known) {
    if (name !== 'fetchRoute' && name !== 'fetchCart') expect(after).not.toEqual(before);
    for (const answer of during.filter((visited) => visited.name === name)) {
      expect(answer.status).toBe(200);
      expect([before, after]).toContainEqual(answer.body);
    }
  }
  await backend.close();
  await folder.remove();
});

it('an import blocks orders only at its end: it writes the stock last', async () => {
  const folder = await createSmallShopFolder();
  await folder.edit('catalogue.json', (json) => {
    for (const product of json.products) for (const variant of product.variants) variant.stock = 77;
  });
  const statements: string[] = [];
  const open = await openSmallShopDatabase({ onQuery: (statement) => statements.push(statement) });
  statements.length = 0;
  await importShop(open.database, folder.path, { now: FIXTURE_NOW, packshotsFolder: PACKSHOTS_FOLDER });
  const findLast = (pattern: RegExp) => statements.findLastIndex((statement) => pattern.test(statement));
  const [stock] = [findLast(/insert into stock/)];
  expect(stock).toBeGreaterThan(0);
  for (const others of [
    /"route"/,
    /"shop_record"/,
    /"navigation_item"/,
    /"product_variant"/,
    /refresh_product_listing/,
  ])
    expect(stock).toBeGreaterThan(findLast(others));
  await open.close();
  await folder.remove();
});
