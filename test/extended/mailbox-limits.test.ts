import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { count, isNull } from 'drizzle-orm';
import request from 'supertest';
import { reviewRateLimits } from '../../server/backend/catalogue/reviews/service.ts';
import { stockReminderRateLimits } from '../../server/backend/commerce/stock-reminders/service.ts';
import { outboxMail, review, stockReminder } from '../../server/backend/schema/schema.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { callInputs, PRODUCT, SOLD_OUT } from '../fixtures/call-inputs.ts';

let backend: BackendFixture;
let statements: string[] = [];
let visitorCount = 0;

beforeAll(async () => {
  backend = await openBackendFixture({
    database: { onQuery: (statement) => void statements.push(statement) },
  });
});

afterAll(() => backend?.close());

const post = (path: string, body: object) => {
  visitorCount += 1;
  return request(backend.app)
    .post(path)
    .set({ siteid: '1', languageid: '4', 'x-forwarded-for': `198.51.100.${visitorCount}` })
    .send(body);
};

const countRows = async (table: typeof outboxMail): Promise<number> => {
  const [row] = await backend.database.select({ rows: count() }).from(table);
  return row?.rows ?? 0;
};

it('reviews are limited per mailbox, whether they are concurrent or use plus addresses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      post(`/api/products/${PRODUCT}/reviews`, {
        ...callInputs.writeReview.body,
        opinion: `My mare leaves nothing, ${index} times.`,
        emailAddress: index % 2 === 0 ? 'marit@stal.example' : `marit+${index}@stal.example`,
      }),
    ),
  );
  const { maxAttempts: limit } = reviewRateLimits.perAddress;
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(limit);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - limit);
  const [stored] = await backend.database
    .select({ rows: count() })
    .from(review)
    .where(isNull(review.importKey));
  expect(stored?.rows).toBe(limit);
  expect(await countRows(outboxMail)).toBe(limit);
  await backend.database.delete(outboxMail);
});

const requestStockReminder = (emailAddress: string) =>
  post(`/api/products/${SOLD_OUT}/stockreminder`, { emailAddress });

it('reminder mails are limited per mailbox, hour and day, including plus addresses', async () => {
  const { perAddress, perAddressAndDay } = stockReminderRateLimits;
  let taken = 0;
  for (let hour = 0; hour < 4; hour += 1) {
    backend.setNow(new Date(FIXTURE_NOW.getTime() + hour * 1.5 * HOUR_MS));
    for (let at = 0; at < 8; at += 1) {
      const { status } = await requestStockReminder(`owner+${hour}-${at}@stal.example`);
      expect([204, 429]).toContain(status);
      if (status === 204) taken += 1;
    }
    expect(taken).toBe(Math.min((hour + 1) * perAddress.maxAttempts, perAddressAndDay.maxAttempts));
  }
  expect(await countRows(outboxMail)).toBe(perAddressAndDay.maxAttempts);
  backend.setNow(new Date(FIXTURE_NOW.getTime() + 48 * HOUR_MS));
  expect((await requestStockReminder('owner@stal.example')).status).toBe(204);
  await backend.database.delete(outboxMail);
});

it('a reminder request runs the same statements for a waiting address as for an unknown one', async () => {
  const listStatements = async (emailAddress: string) => {
    statements = [];
    const { status, body } = await requestStockReminder(emailAddress).expect(204);
    return { status, body, statements };
  };
  await requestStockReminder('known@stal.example').expect(204);
  await backend.database.update(stockReminder).set({ confirmedAt: FIXTURE_NOW });
  await backend.database.delete(outboxMail);
  const known = await listStatements('known@stal.example');
  expect(await countRows(outboxMail)).toBe(0);
  const unknown = await listStatements('unknown@stal.example');
  expect(await countRows(outboxMail)).toBe(1);
  expect(known).toEqual(unknown);
});
