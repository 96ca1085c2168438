import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import request from 'supertest';
import { withdrawal } from '../../../server/backend/commerce/withdrawals/tables.ts';
import { listAttachments } from '../../../server/backend/core/mail/stored-documents.ts';
import { outboxMail } from '../../../server/backend/core/mail/tables.ts';
import { callPaths } from '../../../shared/contract/paths.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { listRows, readPdf } from '../../fixtures/read-pdf.ts';
import { insertWholeOrder } from '../../fixtures/whole-orders.ts';

let backend: BackendFixture;
let visitorCount = 0;

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
beforeEach(() => {
  visitorCount += 1;
});

const validWithdrawal = {
  name: 'Marit de Vries',
  contract: '2026-000001',
  emailAddress: 'marit@example.com',
  lines: '1 × Grano Whole',
};
const sendWithdrawal = (body: object, { languageid = '1', siteid = '1' } = {}) =>
  request(backend.app)
    .post(callPaths.createWithdrawal.path)
    .set({ siteid, languageid, 'x-forwarded-for': `192.0.2.${visitorCount}` })
    .send(body);
const findWithdrawal = async (withdrawalId: string) => {
  const [row] = await backend.database
    .select()
    .from(withdrawal)
    .where(eq(withdrawal.withdrawalId, withdrawalId));
  return row;
};
const countMails = async () => (await backend.database.select().from(outboxMail)).length;

describe('a withdrawal', () => {
  it('is recorded as typed, confirmed with its time to the second, and acknowledged by mail immediately', async () => {
    backend.setNow(new Date('2026-11-05T12:00:00.789Z'));
    const answer = await sendWithdrawal(validWithdrawal);
    expect(answer.status).toBe(200);
    expect(answer.body.receivedAt).toBe('2026-11-05T12:00:00.000Z');
    expect(answer.body.timeZone).toBe('Europe/Berlin');
    expect(await findWithdrawal(answer.body.withdrawalId)).toMatchObject({
      ...validWithdrawal,
      siteId: 1,
      languageId: 1,
      orderId: null,
    });
    const [mail] = await backend.database
      .select()
      .from(outboxMail)
      .orderBy(desc(outboxMail.outboxMailId))
      .limit(1);
    expect(mail).toMatchObject({ recipient: validWithdrawal.emailAddress, kind: 'withdrawal-receipt' });
    const [attached] = await listAttachments(backend.database, mail?.outboxMailId ?? 0);
    const receipt = await request(backend.app).get(answer.body.receiptPath).responseType('blob');
    expect(receipt.status).toBe(200);
    expect(receipt.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-disposition': `attachment; filename="withdrawal-${answer.body.withdrawalId}.pdf"`,
    });
    expect(attached?.bytes.equals(receipt.body)).toBe(true);
    const pdf = await readPdf(receipt.body);
    expect(pdf).toMatchObject({ language: 'nl-NL', isMarked: true });
    const facts = Object.fromEntries(listRows(pdf.elements));
    expect(facts).toMatchObject({
      Ontvangen: expect.stringMatching(/5 november 2026.*13:00:00/),
      Naam: validWithdrawal.name,
      'E-mail': validWithdrawal.emailAddress,
      Producten: validWithdrawal.lines,
      'Bestelling of overeenkomst': validWithdrawal.contract,
    });
  });

  it('gets the same response whether the contract is known or not, and is assigned to its order', async () => {
    const order = await insertWholeOrder(backend.database);
    const known = await sendWithdrawal({
      ...validWithdrawal,
      contract: order.orderNumber,
      emailAddress: 'Marit@Example.com',
    });
    const unknown = await sendWithdrawal({
      ...validWithdrawal,
      contract: order.orderNumber,
      emailAddress: 'other@example.com',
    });
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect((await findWithdrawal(known.body.withdrawalId))?.orderId).toBe(order.orderId);
    expect((await findWithdrawal(unknown.body.withdrawalId))?.orderId).toBeNull();
  });

  it('has its text in the mail only if contract and address are those of an order', async () => {
    const order = await insertWholeOrder(backend.database);
    const typed = {
      ...validWithdrawal,
      name: 'Win a prize',
      lines: 'at prize.example',
      contract: order.orderNumber,
    };
    const readMail = async (emailAddress: string) => {
      visitorCount += 1;
      expect((await sendWithdrawal({ ...typed, emailAddress })).status).toBe(200);
      const [mail] = await backend.database
        .select()
        .from(outboxMail)
        .orderBy(desc(outboxMail.outboxMailId))
        .limit(1);
      const [receipt] = await listAttachments(backend.database, mail!.outboxMailId);
      return {
        mail: `${mail!.subject} ${mail!.text} ${mail!.html}`,
        pdf: (await readPdf(receipt!.bytes)).text,
      };
    };
    const own = await readMail('Marit@Example.com');
    const anonymousVisitor = await readMail('other@example.com');
    for (const text of [typed.name, typed.lines, typed.contract]) {
      expect(own.mail).toContain(text);
      expect(anonymousVisitor.mail).not.toContain(text);
      expect(anonymousVisitor.pdf).toContain(text);
    }
    expect(anonymousVisitor.mail).toContain('Wat je hebt verklaard, staat in de bijgevoegde pdf');
  });

  it('has a receipt that only the right key gives access to', async () => {
    const [first, second] = [
      (await sendWithdrawal({ ...validWithdrawal, emailAddress: 'a@example.com' })).body,
      (await sendWithdrawal({ ...validWithdrawal, emailAddress: 'b@example.com' })).body,
    ];
    const get = async (path: string) => (await request(backend.app).get(path)).status;
    const [path = '', query = ''] = first.receiptPath.split('?');
    expect(await get(first.receiptPath)).toBe(200);
    expect(await get(path)).toBe(404);
    expect(await get(`${path}?key=`)).toBe(404);
    expect(await get(`${path}?${query}&${query}`)).toBe(404);
    expect(await get(`${path}?${second.receiptPath.split('?')[1]}`)).toBe(404);
    expect(await get(`/api/withdrawals/x/receipt?${query}`)).toBe(404);
    expect((await request(backend.app).post(first.receiptPath)).status).toBe(405);
    const row = await findWithdrawal(first.withdrawalId);
    expect(query).not.toContain(row?.receiptTokenHash);
  });

  it('is recorded above the limit of mails, and its receipt can still be loaded', async () => {
    const before = await countMails();
    const send = async (emailAddress: string) =>
      (await sendWithdrawal({ ...validWithdrawal, emailAddress })).body;
    for (let n = 0; n < 4; n += 1) await send('often@example.com');
    expect(await countMails()).toBe(before + 3);
    const last = await send('often+tag@example.com');
    expect(await findWithdrawal(last.withdrawalId)).toBeDefined();
    expect((await request(backend.app).get(last.receiptPath)).status).toBe(200);
    visitorCount += 1;
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await send(`person-${n}@example.com`));
    expect(await countMails()).toBe(before + 13);
    expect(new Set(answers.map(({ withdrawalId }) => withdrawalId)).size).toBe(12);
  });

  it('is recorded once for an idempotency key', async () => {
    const before = await countMails();
    const send = () =>
      sendWithdrawal({ ...validWithdrawal, emailAddress: 'key@example.com' }).set(
        'idempotency-key',
        'the-same-key-for-both',
      );
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await countMails()).toBe(before + 1);
  });

  it.each([
    ['name', '', 'required'],
    ['name', 'x'.repeat(101), 'maxLength'],
    ['contract', ' ', 'required'],
    ['contract', 'x'.repeat(101), 'maxLength'],
    ['emailAddress', 'marit', 'format'],
    ['lines', 'x'.repeat(2001), 'maxLength'],
  ])('is refused with a wrong %s: %j', async (field, value, code) => {
    const { status, body } = await sendWithdrawal({ ...validWithdrawal, [field]: value });
    expect([status, body.errors]).toEqual([400, [{ field, code }]]);
  });

  it('is acknowledged in every language of the shop and for both brands', async () => {
    for (const [siteid, languageid] of [
      ['1', '1'],
      ['1', '4'],
      ['3', '3'],
      ['5', '5'],
      ['6', '6'],
      ['7', '7'],
      ['8', '8'],
      ['9', '9'],
      ['10', '2'],
    ]) {
      visitorCount += 1;
      const { body } = await sendWithdrawal(
        { ...validWithdrawal, emailAddress: `l${languageid}-${siteid}@example.com` },
        { siteid, languageid },
      );
      const receipt = await request(backend.app).get(body.receiptPath).responseType('blob');
      const pdf = await readPdf(receipt.body);
      const [mail] = await backend.database
        .select()
        .from(outboxMail)
        .orderBy(desc(outboxMail.outboxMailId))
        .limit(1);
      const all = `${pdf.text} ${pdf.title} ${mail?.subject} ${mail?.text} ${mail?.html}`;
      expect(all).not.toMatch(/%\{|undefined/);
      if (siteid === '10') expect(all).not.toMatch(/havero/i);
    }
  });

  it('does not exist on the corporate site', async () => {
    expect((await sendWithdrawal(validWithdrawal, { siteid: '12', languageid: '4' })).status).toBe(404);
  });
});
