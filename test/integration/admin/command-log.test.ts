import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq, isNotNull } from 'drizzle-orm';
import { commands, findCommand } from '../../../server/backend/app/command-list.ts';
import {
  adminLog,
  cart,
  giftCard,
  queueItem,
  review,
  roughageSample,
} from '../../../server/backend/schema/schema.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { completeTestBankPayment } from '../../fixtures/payments.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { copySampleShop } from '../../fixtures/shop-folder.ts';

let backend: BackendFixture;
let folder: string;
const backendCaller = createBackendCaller(() => backend);
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  backend = await openBackendFixture();
  folder = await mkdtemp(path.join(tmpdir(), 'command-log-'));
});
afterAll(async () => {
  await backend?.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  expect(backend.errors.splice(0)).toEqual([]);
});

/** Runs a command, and returns the rows that it has added to the log. */
async function run(name: string, ...words: string[]) {
  const before = await backend.database.$count(adminLog);
  const command = findCommand(name);
  const done =
    command &&
    (await runCommand(command, words, {
      database: backend.database,
      workingDirectory: folder,
      reconciler: backend.shop.reconciler,
    }));
  if (!done) throw new Error(`${name} does not understand ${words.join(' ')}`);
  const added = (await backend.database.$count(adminLog)) - before;
  const rows = await backend.database.select().from(adminLog).orderBy(desc(adminLog.adminLogId)).limit(added);
  return { exit: done.exit, told: done.told, rows };
}

/** Runs a command that changes data, and returns its only row of the log. */
async function change(name: string, ...words: string[]) {
  const { exit, told, rows } = await run(name, ...words);
  expect([told, exit, rows.length]).toEqual([told, 0, 1]);
  const [row] = rows;
  // Commands have no staff member: they share one token.
  expect(row).toMatchObject({ staffMemberId: null, at: FIXTURE_NOW });
  return row!;
}

async function createTestOrder(variant: number, count = 2) {
  const { body } = await place(await openOrderableCart([[variant, count]]));
  const { orderId, orderNumber } = body as { orderId: string; orderNumber: string };
  await completeTestBankPayment(backend, orderId);
  return { orderId, orderNumber };
}

const commandProofsByName: Readonly<Record<string, () => Promise<void>>> = {
  async order() {
    const { orderId, orderNumber } = await createTestOrder(VARIANT);
    const named = [orderNumber, '--site', 'havero-nl'];
    expect(await change('order', 'refund', ...named, '1.50')).toMatchObject({
      operation: 'order.refund',
      resourceId: orderId,
      before: { number: orderNumber, refunded: 0 },
      after: { refunded: 150 },
    });
    expect(await change('order', 'ship', ...named, '--tracking', 'https://parcels.example/1')).toMatchObject({
      operation: 'order.ship',
      before: { status: 'paid' },
      after: { status: 'sent', trackingUrl: 'https://parcels.example/1' },
    });
    expect((await run('order', 'cancel', ...named)).rows).toEqual([]);
    const other = await createTestOrder(VARIANT);
    expect(await change('order', 'cancel', other.orderNumber, '--site', 'havero-nl')).toMatchObject({
      operation: 'order.cancel',
      after: { status: 'cancelled' },
    });
  },
  async promotion() {
    const words = ['--percentage', '10', '--code', 'LOG10', '--site', 'havero-en', '--name', "en='Ten'"];
    expect(await change('promotion', 'add', 'logged', ...words)).toMatchObject({
      operation: 'promotion.add',
      resourceId: 'logged',
      before: null,
      after: { code: 'LOG10' },
    });
    expect(await change('promotion', 'change', 'logged', '--code', 'LOG11')).toMatchObject({
      operation: 'promotion.change',
      before: { code: 'LOG10' },
      after: { code: 'LOG11' },
    });
    expect(await change('promotion', 'end', 'logged')).toMatchObject({ operation: 'promotion.end' });
    expect((await run('promotion', 'end', 'logged')).rows).toEqual([]);
  },
  async numbers() {
    expect(await change('numbers', 'skip', 'havero-nl', '2027-V-000012')).toMatchObject({
      operation: 'numbers.skip',
      resource: 'number-series',
      resourceId: 'havero-nl invoice 2027',
      before: { last: 0 },
      after: { last: 12 },
    });
    expect((await run('numbers', 'skip', 'havero-nl', '2027-V-000012')).rows).toEqual([]);
  },
  async reconcile() {
    expect(await change('reconcile', '--since', '2026-11-01')).toMatchObject({
      operation: 'reconcile.run',
      resource: 'payments',
      before: null,
      after: { since: '2026-11-01', joined: 0, reported: 0 },
    });
  },
  async giftcard() {
    const made = await change('giftcard', 'create', '25');
    expect(made).toMatchObject({ operation: 'giftcard.create', before: null, after: { amount: 2500 } });
    const [card] = await backend.database
      .select()
      .from(giftCard)
      .where(eq(giftCard.giftCardId, Number(made.resourceId)));
    const block = ['block', card!.lastFour, '--card', made.resourceId];
    expect(await change('giftcard', ...block)).toMatchObject({
      operation: 'giftcard.block',
      before: { blockedAt: null },
    });
    expect((await run('giftcard', ...block)).rows).toEqual([]);
  },
  async reviews() {
    const [shown] = await backend.database
      .select()
      .from(review)
      .where(isNotNull(review.publishedAt))
      .limit(1);
    const id = String(shown!.reviewId);
    expect(await change('reviews', 'hide', id, '--reason', 'advertising')).toMatchObject({
      operation: 'review.hide',
      before: { takenDownFor: null },
      after: { takenDownFor: 'advertising' },
    });
    expect(await change('reviews', 'show', id)).toMatchObject({ operation: 'review.show' });
    expect((await run('reviews', 'show', id)).rows).toEqual([]);
  },
  async cart() {
    await openOrderableCart([[VARIANT, 1]]);
    const [row] = await backend.database.select().from(cart).orderBy(desc(cart.cartId)).limit(1);
    const { cartId } = row!;
    const { rows } = await run('cart', 'impersonate', String(cartId));
    expect(rows).toMatchObject([{ operation: 'cart.makeKey', before: null, after: { cart: cartId } }]);
  },
  async outbox() {
    const dead = { name: 'price-turn', payload: {}, attempts: 1, deadAt: FIXTURE_NOW } as const;
    const at = { dueSince: FIXTURE_NOW, runAt: FIXTURE_NOW };
    for (const act of ['retry', 'discard'] as const) {
      const [row] = await backend.database
        .insert(queueItem)
        .values({ ...dead, ...at })
        .returning();
      expect(await change('outbox', act, `item-${row!.queueItemId}`)).toMatchObject({
        operation: `outbox.${act}`,
        resource: 'queue-item',
        before: { state: 'given up' },
      });
      await backend.database.delete(queueItem).where(eq(queueItem.queueItemId, row!.queueItemId));
    }
  },
  async campaign() {
    const file = path.join(folder, 'campaign.json');
    const content = (subject: string) => ({
      name: 'November',
      kind: 'newsletter',
      sites: ['havero-en'],
      texts: { en: { subject, markdown: 'Hay.' } },
    });
    await writeFile(file, JSON.stringify(content('Hay')));
    const { resourceId } = await change('campaign', 'save', file);
    await writeFile(file, JSON.stringify(content('Straw')));
    expect(await change('campaign', 'save', file, '--id', resourceId)).toMatchObject({
      operation: 'campaign.save',
      before: { en: 'Hay\nHay.' },
      after: { en: 'Straw\nHay.' },
    });
    expect(await change('campaign', 'test', resourceId, 'me@stal.example')).toMatchObject({
      operation: 'campaign.test',
      after: { test: 'sent' },
    });
    expect(await change('campaign', 'send', resourceId)).toMatchObject({
      before: { status: 'draft' },
      after: { status: 'sending' },
    });
    expect(await change('campaign', 'cancel', resourceId)).toMatchObject({ after: { status: 'cancelled' } });
    expect(await change('campaign', 'subscribers', '--export', 'readers.csv')).toMatchObject({
      operation: 'campaign.exportSubscribers',
      resource: 'subscriber',
    });
  },
  async lab() {
    const { orderId } = await createTestOrder(RQS, 1);
    await run('lab', 'export', 'waiting.csv');
    const { rows } = await run('lab', 'export', 'sent.csv', '--sent');
    const [sample] = await backend.database
      .select()
      .from(roughageSample)
      .where(eq(roughageSample.orderId, orderId));
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          operation: 'lab.send',
          resourceId: sample!.sampleNumber,
          before: { state: 'ordered' },
          after: { state: 'sent' },
        }),
      ]),
    );
    const day = FIXTURE_NOW.toISOString().slice(0, 10);
    await writeFile(
      path.join(folder, 'come.csv'),
      `sampleNumber,receiptDate\n${sample!.sampleNumber},${day}\n`,
    );
    expect(await change('lab', 'received', 'come.csv')).toMatchObject({
      operation: 'lab.take',
      resourceId: 'received',
      after: { added: 1 },
    });
    expect((await run('lab', 'received', 'come.csv')).rows).toEqual([]);
  },
  async import() {
    const files = await copySampleShop();
    await files.edit('texts/en.json', (texts) => {
      texts.products['fibra-straw'].name = 'Fibra Barley Straw';
    });
    expect(await change('import', files.path)).toMatchObject({
      operation: 'shop.import',
      resource: 'shop',
      after: { priceChanges: 0, differences: 1 },
    });
    expect((await run('import', files.path)).rows).toEqual([]);
    await files.remove();
  },
};

/** Commands that change no data of the shop; `admin` is tested through its operations. */
const commandsWithoutChanges = [
  'admin',
  'check:books',
  'check:labels',
  'check:legal',
  'export',
  'journal',
  'keys',
  'new-shop',
  'preview',
  'purge',
];

describe('every command that changes data', () => {
  it('is tested below, or known to change nothing', () => {
    expect(commands.map(({ name }) => name)).toEqual(
      [...Object.keys(commandProofsByName), ...commandsWithoutChanges].sort(),
    );
  });

  it.each(Object.keys(commandProofsByName))(
    '%s writes its changes into the log of the back office',
    async (name) => {
      await commandProofsByName[name]?.();
    },
  );
});
