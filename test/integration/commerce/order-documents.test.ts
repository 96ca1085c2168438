import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { insertCredit } from '../../../server/backend/commerce/orders/credit-queries.ts';
import { enqueueOrderMessage } from '../../../server/backend/commerce/orders/order-messages.ts';
import {
  type customerOrder,
  invoice,
  numberSeries,
  orderMessage,
} from '../../../server/backend/commerce/orders/tables.ts';
import { payment, refund } from '../../../server/backend/commerce/payments/tables.ts';
import { listAttachments } from '../../../server/backend/core/mail/stored-documents.ts';
import { outboxMail, storedDocument } from '../../../server/backend/core/mail/tables.ts';
import { legalProfileTranslation } from '../../../server/backend/sites/legal/tables.ts';
import { siteLanguage } from '../../../server/backend/sites/sites/tables.ts';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { hostileTexts } from '../../fixtures/hostile-texts.ts';
import { listRows, readPdf } from '../../fixtures/read-pdf.ts';
import { selectOneTestPerGroup } from '../../fixtures/test-case-sampling.ts';
import {
  createLine,
  createOrderMessageSender,
  insertWholeOrder,
  setOrderStatus,
} from '../../fixtures/whole-orders.ts';

let backend: BackendFixture;
let currentTime = FIXTURE_NOW;
const sendMessage = (...message: Parameters<ReturnType<typeof createOrderMessageSender>>) =>
  createOrderMessageSender(backend.database, () => currentTime.getTime())(...message);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
beforeEach(() => {
  currentTime = FIXTURE_NOW;
});

/** Returns the newest mail with its documents. */
async function readLastMail() {
  const [mail] = await backend.database
    .select()
    .from(outboxMail)
    .orderBy(desc(outboxMail.outboxMailId))
    .limit(1);
  if (!mail) throw new Error('There is no mail');
  const documents = await listAttachments(backend.database, mail.outboxMailId);
  return { ...mail, documents, plain: `${mail.subject}\n${mail.text}`.replaceAll('\u00a0', ' ') };
}
const countMails = async () => (await backend.database.select().from(outboxMail)).length;
const listInvoices = (siteId: number) =>
  backend.database.select().from(invoice).where(eq(invoice.siteId, siteId)).orderBy(asc(invoice.invoiceId));

async function insertPayment(orderId: string, changes: Partial<typeof payment.$inferInsert> = {}) {
  const [row] = await backend.database
    .insert(payment)
    .values({
      paymentId: randomUUID(),
      orderId,
      providerConfigurationId: 'test',
      paymentMethodId: 1,
      status: 'paid',
      amount: 3195,
      createdAt: currentTime,
      changedAt: currentTime,
      ...changes,
    })
    .returning();
  if (!row) throw new Error('No payment');
  return row;
}

async function insertRefund(
  paymentId: string,
  amount: number,
  reason: 'cancelled' | 'late' | 'shop' = 'shop',
) {
  const refundId = randomUUID();
  await backend.database
    .insert(refund)
    .values({ refundId, paymentId, amount, reason, status: 'pending', createdAt: currentTime });
  return refundId;
}

describe('the order confirmation', () => {
  it('has the invoice as its attachment, with the data of the order', async () => {
    const order = await insertWholeOrder(backend.database, {
      changes: {
        subTotalAmount: 7490,
        orderDiscounts: [{ description: 'STAL10', promotionKey: 'stal10', amount: 749 }],
        originalShippingCosts: 695,
        shippingDiscounts: [{ description: 'Gratis bezorging', promotionKey: 'free', amount: 695 }],
        shippingCosts: 0,
        shippingCostsExclVat: 0,
        paymentCosts: 100,
        totalAmount: 6841,
        totalAmountExclVat: 5691,
        vatAmounts: [
          { vatType: 'high', vatRatePercentage: 21, amountExclVat: 4000, vatAmount: 840 },
          { vatType: 'low', vatRatePercentage: 9, amountExclVat: 1691, vatAmount: 310 },
        ],
        giftCardAmount: 2500,
        billing: {
          firstName: 'Marit',
          lastName: 'de Vries',
          phoneNumber: '',
          emailAddress: 'marit@example.com',
          address: {
            zipcode: '7311 KZ',
            street: 'Klaverweg',
            streetNumber: '12',
            streetNumberAddition: null,
            city: 'Apeldoorn',
            countryId: 1,
          },
          companyName: 'Stal Žižka',
          vatNumber: 'NL123456789B01',
        },
      },
      lines: [
        createLine({
          productDiscounts: [{ description: 'Herfst', promotionKey: 'h', amount: 500 }],
          totalAmount: 2000,
          originalAmount: 2500,
        }),
        createLine({
          position: 2,
          quantity: 1,
          description: 'Lepel',
          productLabel: '',
          originalAmount: 0,
          totalAmount: 0,
          isGift: true,
        }),
        createLine({
          position: 3,
          quantity: 2,
          description: 'Ruwvoertest RQS',
          productLabel: 'Testset',
          originalAmount: 5490,
          totalAmount: 5490,
          vatType: 'low',
          vatRatePercentage: 9,
        }),
      ],
      sampleNames: { 3: ['Wei achter', 'Hooi 2026'] },
    });
    // The text is from the shop's legal profile, not from the code.
    const words = and(
      eq(legalProfileTranslation.siteId, order.siteId),
      eq(legalProfileTranslation.languageId, order.languageId),
    );
    const setWords = (withdrawalButton: string) =>
      backend.database.update(legalProfileTranslation).set({ withdrawalButton }).where(words);
    await setWords('Herroepen, in de woorden van de winkel');
    await sendMessage(order.orderId, 'confirmed');
    const { plain, html, recipient, kind, documents } = await readLastMail();
    await setWords('Overeenkomst hier herroepen');
    expect([recipient, kind]).toEqual(['marit@example.com', 'order-confirmed']);
    // Required by law on a durable medium: goods, total, VAT, delivery, payment, withdrawal, and seller.
    for (const said of [
      order.orderNumber,
      'Grano Whole, Bag 25 kg',
      'Wei achter, Hooi 2026',
      'Totaal incl. btw',
      '€ 68,41',
      'waarvan btw 21 %',
      'waarvan btw 9 %',
      'Levertijd: 1-2 werkdagen',
      'Klaverweg 12 b, 7311 KZ Apeldoorn, Nederland',
      'binnen 14 dagen herroepen',
      'Herroepen, in de woorden van de winkel',
      'Modelformulier',
      'service@havero.example',
      'EXAMPLE-NL-0001',
    ]) {
      expect(plain.replaceAll(' %', '%')).toContain(said.replaceAll(' %', '%'));
    }
    expect(html).toContain('<th scope="col"');
    expect(documents.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([
      [expect.stringMatching(/^invoice-2026-V-\d{6}\.pdf$/), 'application/pdf'],
    ]);

    const pdf = await readPdf(documents[0]?.bytes ?? Buffer.alloc(0));
    expect(pdf).toMatchObject({ language: 'nl-NL', isMarked: true });
    expect(pdf.title).toMatch(/^Factuur 2026-V-\d{6}$/);
    const rows = listRows(pdf.elements);
    const facts = Object.fromEntries(rows.filter((row) => row.length === 2));
    expect(facts).toMatchObject({
      Factuurdatum: '5 november 2026',
      Bestelnummer: order.orderNumber,
      Besteldatum: '5 november 2026',
      Leverdatum: 'binnen 1-2 werkdagen na de factuurdatum',
      'Btw-nummer van de klant': 'NL123456789B01',
      Producten: '€ 74,90',
      STAL10: '− € 7,49',
      Bezorging: '€ 6,95',
      'Gratis bezorging': '− € 6,95',
      Betaalkosten: '€ 1,00',
      'Totaal incl. btw': '€ 68,41',
      Cadeaukaart: '€ 25,00',
      'iDEAL | Wero': '€ 43,41',
    });
    const figures = rows.map((row) => row.map((cell) => cell.replace(/\s*%/, '%')));
    expect(figures).toEqual(
      expect.arrayContaining([
        ['Klant', 'Bezorging', 'Verkoper'],
        [
          'Stal Žižka Marit de Vries Klaverweg 12 7311 KZ Apeldoorn Nederland',
          'Marit de Vries Klaverweg 12 b 7311 KZ Apeldoorn Nederland',
          expect.stringContaining('Havero B.V. (example) Haverweg 1 7311 AA Apeldoorn Nederland'),
        ],
        ['Product', 'Aantal', 'Prijs incl. btw', 'Btw-tarief', 'Bedrag'],
        ['Grano Whole Bag 25 kg', '2', '€ 12,50', '21%', '€ 25,00'],
        ['Herfst', '', '', '', '− € 5,00'],
        ['Lepel Cadeau', '1', '€ 0,00', '21%', '€ 0,00'],
        ['Ruwvoertest RQS Testset Monsters: Wei achter, Hooi 2026', '2', '€ 27,45', '9%', '€ 54,90'],
        ['21%', '€ 40,00', '€ 8,40', '€ 48,40'],
        ['9%', '€ 16,91', '€ 3,10', '€ 20,01'],
        ['Totaal', '€ 56,91', '€ 11,50', '€ 68,41'],
      ]),
    );
    const headings = pdf.elements.filter(({ role }) => /^H\d/.test(role)).map(({ role }) => role);
    expect(headings[0]).toBe('H1');
    const [kept] = await backend.database
      .select({ keepUntil: storedDocument.keepUntil })
      .from(storedDocument)
      .orderBy(desc(storedDocument.storedDocumentId))
      .limit(1);
    // Seven years in the Netherlands, from the end of the year on, in Amsterdam time.
    expect(kept?.keepUntil).toEqual(new Date('2033-12-31T23:00:00Z'));
    for (const said of [
      'Btw-nummer NLEXAMPLE001',
      'Kamer van Koophandel EXAMPLE-NL-0001',
      'service@havero.example',
      'IBAN NL26 EXAM 0000 0000 01',
      'BIC EXAMNL2AXXX',
    ]) {
      expect(pdf.text).toContain(said);
    }
  });

  it('has its invoice retained for the legal period, even if no mail refers to it', async () => {
    const order = await insertWholeOrder(backend.database);
    await sendMessage(order.orderId, 'confirmed');
    const [paper] = await backend.database.select().from(invoice).where(eq(invoice.orderId, order.orderId));
    const countDocumentRows = () =>
      backend.database.$count(storedDocument, eq(storedDocument.storedDocumentId, paper!.storedDocumentId));
    const forget = async (at: string, ...jobs: string[]) => {
      backend.setNow(new Date(at));
      for (const job of jobs) await backend.runJob(job);
    };
    await forget('2033-12-31T22:59:59Z', 'forget-orders', 'forget');
    expect(await countMails()).toBe(0);
    expect(await countDocumentRows()).toBe(1);
    // The period is over, but the order still refers to it.
    await forget('2033-12-31T23:00:00Z', 'forget');
    expect(await countDocumentRows()).toBe(1);
    await forget('2033-12-31T23:00:00Z', 'forget-orders', 'forget');
    expect(await countDocumentRows()).toBe(0);
    backend.setNow(FIXTURE_NOW);
  });

  it('is sent once, however often its job runs, also after an interruption', async () => {
    const order = await insertWholeOrder(backend.database);
    const [mails, invoices] = [await countMails(), (await listInvoices(1)).length];
    await expect(
      backend.database.transaction('tell-customer', async (transaction) => {
        await enqueueOrderMessage(transaction, { orderId: order.orderId, kind: 'confirmed' }, currentTime);
        throw new Error('the process has ended');
      }),
    ).rejects.toThrow('ended');
    await backend.runJob('queue');
    expect(await countMails()).toBe(mails);
    await enqueueOrderMessage(backend.database, { orderId: order.orderId, kind: 'confirmed' }, currentTime);
    await enqueueOrderMessage(backend.database, { orderId: order.orderId, kind: 'confirmed' }, currentTime);
    await backend.runJob('queue');
    await Promise.all([sendMessage(order.orderId, 'confirmed'), sendMessage(order.orderId, 'confirmed')]);
    expect(await countMails()).toBe(mails + 1);
    expect(await listInvoices(1)).toHaveLength(invoices + 1);
    expect(backend.errors).toEqual([]);
  });
});

describe('invoice numbers', () => {
  it('have no gap, also if documents fail in between, and for 20 concurrent orders', async () => {
    const before = (await listInvoices(4)).length;
    expect(before).toBe(0);
    const orders = await Promise.all(
      Array.from({ length: 20 }, () =>
        insertWholeOrder(backend.database, { changes: { siteId: 4, languageId: 4 } }),
      ),
    );
    // An invalid VAT rate makes the document fail after its number was assigned.
    const broken = await insertWholeOrder(backend.database, {
      changes: { siteId: 4, languageId: 4 },
      lines: [createLine({ productDiscounts: [null] as never })],
    });
    await sendMessage(orders[0]?.orderId ?? '', 'confirmed');
    await expect(sendMessage(broken.orderId, 'confirmed')).rejects.toThrow();
    await Promise.all(orders.map(({ orderId }) => sendMessage(orderId, 'confirmed')));
    await expect(sendMessage(broken.orderId, 'confirmed')).rejects.toThrow();
    expect((await listInvoices(4)).map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_invoice, index) => `2026-V-${String(index + 1).padStart(6, '0')}`),
    );
    const [series] = await backend.database.select().from(numberSeries).where(eq(numberSeries.siteId, 4));
    expect(series).toMatchObject({ kind: 'invoice', year: 2026, last: 20 });
    const told = await backend.database
      .select()
      .from(orderMessage)
      .where(eq(orderMessage.orderId, broken.orderId));
    expect(told).toEqual([]);
  });

  it('start again with the year in the time zone of the site', async () => {
    const [dutch, portuguese] = [
      await insertWholeOrder(backend.database, { changes: { siteId: 2 } }),
      await insertWholeOrder(backend.database, { changes: { siteId: 6, languageId: 6 } }),
    ];
    currentTime = new Date('2026-12-31T23:30:00Z');
    await sendMessage(dutch.orderId, 'confirmed');
    await sendMessage(portuguese.orderId, 'confirmed');
    expect((await listInvoices(2)).map(({ number }) => number)).toEqual(['2027-V-000001']);
    expect((await listInvoices(6)).map(({ number }) => number)).toEqual(['2026-V-000001']);
  });
});

describe('refunded money', () => {
  it('has a credit note for each refund, and all add up to the invoice to the cent', async () => {
    const order = await insertWholeOrder(backend.database, { changes: { siteId: 5, languageId: 5 } });
    const { paymentId } = await insertPayment(order.orderId);
    const vat: string[][] = [];
    for (const amount of [1000, 1001, 1194]) {
      await sendMessage(order.orderId, 'refunded', await insertRefund(paymentId, amount));
      const { documents, plain } = await readLastMail();
      expect(plain).toContain((amount / 100).toFixed(2).replace('.', ','));
      const pdf = await readPdf(documents[0]?.bytes ?? Buffer.alloc(0));
      expect(pdf.text).toContain('2026-V-000001');
      vat.push(listRows(pdf.elements).find((row) => row[0]?.startsWith('21')) ?? []);
    }
    const toCents = (text = '') => Math.round(Number(text.replace(/[^\d,]/g, '').replace(',', '.')) * 100);
    expect(vat.map((row) => toCents(row[3]))).toEqual([1000, 1001, 1194]);
    expect(vat.reduce((sum, row) => sum + toCents(row[1]), 0)).toBe(2640);
    expect(vat.reduce((sum, row) => sum + toCents(row[2]), 0)).toBe(555);
    expect(
      (await listInvoices(5)).map(({ number, kind, totalAmount }) => [number, kind, totalAmount]),
    ).toEqual([
      ['2026-V-000001', 'invoice', 3195],
      ['2026-C-000001', 'credit-note', 1000],
      ['2026-C-000002', 'credit-note', 1001],
      ['2026-C-000003', 'credit-note', 1194],
    ]);
  });

  it('has no credit note if the payment arrived after the cancellation of an order without an invoice', async () => {
    const order = await insertWholeOrder(backend.database, {
      statuses: ['created', 'open', 'cancelled'],
      changes: { cancelReason: 'unpaid' },
    });
    const { paymentId } = await insertPayment(order.orderId);
    await sendMessage(order.orderId, 'refunded', await insertRefund(paymentId, 3195, 'late'));
    const { documents, plain } = await readLastMail();
    expect(documents).toEqual([]);
    expect(plain).toContain('€ 31,95');
    expect(plain).toContain('nadat de bestelling was geannuleerd');
  });

  it('is stated with the cancellation: none, the gift card, the payment, or the authorisation', async () => {
    const cancelled = async (
      changes: Partial<typeof customerOrder.$inferInsert>,
      status: 'paid' | 'authorized' | null,
      credit?: { readonly giftCardAmount: number; readonly amount: number },
    ) => {
      const order = await insertWholeOrder(backend.database, {
        changes: { cancelReason: 'customer', ...changes },
        statuses: status === null ? ['created', 'open'] : ['created', 'open', 'paid'],
      });
      if (status !== null) {
        await insertPayment(order.orderId, { status });
      }
      if (credit) {
        const { amount, giftCardAmount } = credit;
        await insertCredit(backend.database, {
          orderCreditId: randomUUID(),
          orderId: order.orderId,
          reason: 'cancelled',
          giftCardAmount,
          createdAt: currentTime,
          parts: [{ kind: 'goodwill', position: null, quantity: null, amount, vatRatePercentage: 21 }],
        });
      }
      await setOrderStatus(backend.database, order.orderId, 'cancelled', new Date(currentTime.getTime() + 1));
      await sendMessage(order.orderId, 'cancelled');
      return readLastMail();
    };
    const unpaid = await cancelled({ cancelReason: 'unpaid' }, null);
    expect(unpaid.plain).toContain('Er is niets in rekening gebracht');
    expect(unpaid.documents).toEqual([]);
    const paid = await cancelled({ giftCardAmount: 1000 }, 'paid', { giftCardAmount: 1000, amount: 3195 });
    expect(paid.plain).toContain('We betalen € 21,95 binnen 14 dagen terug');
    expect(paid.plain).toContain('€ 10,00 staat weer op je cadeaukaart');
    const credit = await readPdf(paid.documents[0]?.bytes ?? Buffer.alloc(0));
    expect(listRows(credit.elements)).toContainEqual(['Cadeaukaart', '− € 10,00']);
    expect(listRows(credit.elements)).toContainEqual([expect.stringContaining('iDEAL'), '− € 21,95']);
    const partly = await cancelled({}, 'paid', { giftCardAmount: 0, amount: 2695 });
    expect(partly.plain).toContain('We betalen € 26,95 binnen 14 dagen terug');
    const reserved = await cancelled({}, 'authorized', { giftCardAmount: 0, amount: 3195 });
    expect(reserved.plain).toContain('Het gereserveerde bedrag van € 31,95 wordt vrijgegeven');
    expect((await readPdf(reserved.documents[0]?.bytes ?? Buffer.alloc(0))).text).toContain('− € 31,95');
  });
});

describe('the mails of an order', () => {
  it('state the reference and the due date of a bank transfer', async () => {
    const order = await insertWholeOrder(backend.database, {
      statuses: ['created', 'open'],
      changes: { paymentDueAt: new Date('2026-11-15T12:00:00Z'), paymentMethodId: 5 },
    });
    await insertPayment(order.orderId, {
      status: 'pending',
      transferAccountHolder: 'Stichting Test',
      transferIban: 'NL00TEST0123456789',
      transferReference: 'RF18 1234',
    });
    await sendMessage(order.orderId, 'received');
    const { plain, documents } = await readLastMail();
    for (const said of ['€ 31,95', 'Stichting Test', 'NL00TEST0123456789', 'RF18 1234', '15 november 2026']) {
      expect(plain).toContain(said);
    }
    expect(documents).toEqual([]);
  });

  it('have complete texts in every language and for both brands, and link to the host of the site only', async () => {
    const hosts = await backend.database.select().from(siteLanguage).where(ne(siteLanguage.siteId, 12));
    const languages = new Set<number>();
    const isGermanBrand = (siteId: number) => siteId === 10 || siteId === 11;
    const tried = selectOneTestPerGroup(
      hosts,
      ({ siteId, languageId }) => `${isGermanBrand(siteId)} ${languageId}`,
    );
    for (const { siteId, languageId, domain } of tried) {
      // A mailbox gets at most 40 mails a day.
      await backend.database.delete(outboxMail);
      languages.add(languageId);
      const order = await insertWholeOrder(backend.database, {
        changes: { siteId, languageId, trackingUrl: 'https://carrier.example/track/1', cancelReason: 'shop' },
      });
      const { paymentId } = await insertPayment(order.orderId);
      const refundId = await insertRefund(paymentId, 100);
      for (const [kind, subject] of [
        ['received', ''],
        ['confirmed', ''],
        ['sent', ''],
        ['cancelled', ''],
        ['refunded', refundId],
      ] as const) {
        await sendMessage(order.orderId, kind, subject);
        const { subject: line, text, html, documents } = await readLastMail();
        expect(`${line}${text}${html}`).not.toMatch(/%\{|undefined|\[object|NaN/);
        const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? '');
        const linked = new Set(
          links.filter((url) => !url.startsWith('tel:')).map((url) => new URL(url).host),
        );
        expect([...linked]).toEqual([`${domain}:3000`]);
        expect(links.some((url) => url.includes(`orderId=${order.orderId}`) && url.includes('token='))).toBe(
          true,
        );
        const papers = await Promise.all(documents.map(({ bytes }) => readPdf(bytes)));
        // An order with one line fits on one page.
        expect(papers.map(({ pages }) => pages)).toEqual(papers.map(() => 1));
        const all = [line, text, html, ...papers.map((pdf) => pdf.text + pdf.title)].join('\n');
        if (isGermanBrand(siteId)) expect(all).not.toMatch(/havero/i);
        else expect(text).toContain('Havero');
      }
    }
    expect(languages.size).toBe(LOCALES.length);
  });

  it('keep hostile names as text', async () => {
    // Excludes lone surrogates and NUL, which neither the database nor a validated form contains.
    for (const text of hostileTexts.filter((one) => !/[\0\p{Cs}]/u.test(one))) {
      const { orderId } = await insertWholeOrder(backend.database, {
        changes: {
          billing: {
            firstName: text,
            lastName: text,
            phoneNumber: '',
            emailAddress: 'marit@example.com',
            address: {
              zipcode: '1',
              street: text,
              streetNumber: '1',
              streetNumberAddition: null,
              city: text,
              countryId: 1,
            },
          },
          delivery: { kind: 'home', name: text, address: null, deliveryTimeDays: null },
        },
        lines: [createLine({ description: text, productLabel: text })],
      });
      await sendMessage(orderId, 'confirmed');
      const { html, subject, documents } = await readLastMail();
      expect(html).not.toMatch(/<(script|img (?!src="cid:)|svg|iframe)/i);
      expect(subject).not.toMatch(/[\r\n]/);
      expect((await readPdf(documents[0]?.bytes ?? Buffer.alloc(0))).pages).toBeGreaterThan(0);
    }
  });

  it('are given up for an unknown order, type or refund', async () => {
    const { orderId } = await insertWholeOrder(backend.database);
    await expect(sendMessage(randomUUID(), 'confirmed')).rejects.toMatchObject({ code: 'no_such_order' });
    await expect(sendMessage('1', 'confirmed')).rejects.toMatchObject({ code: 'no_order_message' });
    await expect(sendMessage(orderId, 'refunded', 'x')).rejects.toMatchObject({ code: 'no_such_refund' });
    await expect(sendMessage(orderId, 'gift-cards')).rejects.toMatchObject({ name: 'PermanentFailureError' });
  });
});
