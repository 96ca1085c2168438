import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { type OrderingShop, startOrderingShop } from '../faults/ordering/ordering-shop.ts';

const READER_COUNT = 5000;
const PROCESS_KILL_COUNT = 8;
const UNSUBSCRIBING_READER_COUNT = 20;
const TEST_TIME_LIMIT_MS = 1_800_000;

let shop: OrderingShop;
const folder = mkdtempSync(path.join(tmpdir(), 'horse-feed-letter-'));

beforeAll(async () => {
  shop = await startOrderingShop(undefined, { CAMPAIGN_MAILS_PER_MINUTE: '6000' });
}, TEST_TIME_LIMIT_MS);
afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
}, TEST_TIME_LIMIT_MS);

const createReaderKey = (number: number) => String(number).padStart(43, 'k');
const createReaderAddress = (number: number) => `reader-${number}@stal.example`;

/** Waits until a condition becomes true. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TEST_TIME_LIMIT_MS / 2;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`The expected state was not reached:\n${shop.backend.output}`);
    await sleep(50);
  }
}

const readCampaignStatus = async () =>
  (await shop.backend.ask('select status from campaign').catch(() => []))[0]?.status;

it(
  `a campaign reaches ${READER_COUNT} readers through a mail server while processes die: each once, and no unsubscribed one`,
  async () => {
    const { backend, mail } = shop;
    await backend.ask(`
      insert into newsletter_subscriber (site_id, language_id, email_address, newsletter, offers, unsubscribe_key, created_at)
      select 1, 4, 'reader-' || n || '@stal.example', true, false, lpad(n::text, 43, 'k'), now()
      from generate_series(1, ${READER_COUNT}) as n`);
    const file = path.join(folder, 'campaign.json');
    const texts = { en: { subject: 'Winter', markdown: 'Weigh **every** day: [read on](/media/).' } };
    writeFileSync(file, JSON.stringify({ name: 'Long', kind: 'newsletter', sites: ['havero-nl'], texts }));
    expect(await shop.command('campaign', 'save', file)).toContain('Campaign 1 is saved');
    expect(await shop.command('campaign', 'send', '1')).toContain('is being sent');

    const started = performance.now();
    const first = Math.floor(READER_COUNT / (PROCESS_KILL_COUNT + 2));
    await until(() => mail.received.length >= first);
    const perMinute = Math.round((mail.received.length / (performance.now() - started)) * MINUTE_MS);
    console.info(`Campaign mails per minute, including rendering and delivery: ${perMinute}`);

    // Some readers unsubscribe while their mail may be in the outbox: after that moment no further one is
    // reached.
    const mailedAddresses = new Set(mail.attempts);
    const leaving = Array.from({ length: READER_COUNT }, (_, at) => READER_COUNT - at)
      .filter((number) => !mailedAddresses.has(createReaderAddress(number)))
      .slice(0, UNSUBSCRIBING_READER_COUNT);
    for (const number of leaving) {
      const answer = await fetch(`http://127.0.0.1:${backend.port}/api/newsletter/unsubscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', siteid: '1', languageid: '4' },
        body: JSON.stringify({ token: createReaderKey(number) }),
      });
      expect(answer.status).toBe(204);
    }
    for (let death = 1; death <= PROCESS_KILL_COUNT; death += 1) {
      // Every other process dies between two statements, at any point.
      if (death % 2 === 0) await backend.arm(37 * death);
      else {
        const mark = Math.min(first * (death + 1), READER_COUNT - UNSUBSCRIBING_READER_COUNT - 200);
        await until(() => mail.received.length >= mark);
        await backend.kill();
      }
      if (death === PROCESS_KILL_COUNT / 2) {
        mail.answer = { at: 'recipient', code: 451 };
        await backend.start();
        await sleep(2000);
        mail.answer = 'take';
        await backend.pass(10 * MINUTE_MS);
      } else await backend.start();
    }
    const isSent = async () => (await readCampaignStatus()) === 'sent';
    await until(isSent);
    const isDone = async () => {
      await backend.pass(MINUTE_MS).catch(() => undefined);
      const [row] = await backend.ask('select count(*)::int as left from outbox_mail where sent_at is null');
      return row?.left === 0;
    };
    await until(isDone);

    const reached = Map.groupBy(mail.received, ({ to }) => to[0] ?? '');
    const expected = Array.from({ length: READER_COUNT }, (_, at) => at + 1).filter(
      (number) => !leaving.includes(number),
    );
    expect([...reached.keys()].toSorted()).toEqual(expected.map(createReaderAddress).toSorted());
    // A process that dies between the reply of the server and its own write sends again, with the same
    // Message-ID.
    const ids = [...reached.values()].map(
      (mails) => new Set(mails.map(({ message }) => /^Message-ID: (.+)$/im.exec(message)?.[1])).size,
    );
    expect(ids.filter((count) => count !== 1)).toEqual([]);
    const again = mail.received.length - reached.size;
    expect(again).toBeLessThanOrEqual(PROCESS_KILL_COUNT * 10);
    expect(await shop.command('campaign', 'report', '1')).toContain('sent');
  },
  TEST_TIME_LIMIT_MS,
);
