import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type MollieServer, openMollieServer } from '../../../../../test/fixtures/mollie-server.ts';
import { type PaymentProvider, type PaymentToBegin, ProviderError } from '../provider.ts';
import { formatAmount, parseAmount } from './mollie-amounts.ts';
import { findMollieMethod } from './mollie-methods.ts';
import { createMollieProvider } from './mollie-provider.ts';

let server: MollieServer;
let mollie: PaymentProvider;

beforeAll(async () => {
  server = await openMollieServer();
  const apiKey = `test_${'a'.repeat(30)}`;
  mollie = createMollieProvider({ kind: 'mollie', apiKey, apiUrl: server.url }, { timeoutMs: 1500 });
});

afterAll(() => server?.close());

beforeEach(() => {
  server.fail('fine');
  server.requests.length = 0;
});

let lastPaymentNumber = 0;
function createPaymentToBegin(changes: Partial<PaymentToBegin> = {}): PaymentToBegin {
  lastPaymentNumber += 1;
  return {
    paymentId: `00000000-0000-4000-8000-${String(lastPaymentNumber).padStart(12, '0')}`,
    amount: 4205,
    methodKey: 'ideal-wero',
    issuer: null,
    description: 'Havero 2026-000001',
    orderNumber: '2026-000001',
    orderId: '00000000-0000-4000-8000-00000000000a',
    siteId: 1,
    billing: {
      firstName: 'Ada',
      lastName: 'Hengst',
      phoneNumber: '+31 6 12345678',
      emailAddress: 'ada@example.com',
      address: {
        zipcode: '7311 KZ',
        street: 'Haverweg',
        streetNumber: '1',
        streetNumberAddition: 'b',
        city: 'Apeldoorn',
        countryId: 1,
      },
    },
    lines: [
      {
        kind: 'goods',
        description: 'Mash, bag 15 kg',
        quantity: 2,
        unitAmount: 2195,
        discountAmount: 185,
        totalAmount: 4205,
        vatRatePercentage: 9,
        vatAmount: 347,
      },
    ],
    regionCode: 'NL',
    culture: 'nl-NL',
    redirectUrl: 'https://www.havero.example/kassa/complete/?orderId=1&token=t',
    webhookUrl: 'https://www.havero.example/api/payments/webhook',
    expiresAt: new Date('2026-11-15T12:00:00Z'),
    ...changes,
  };
}

/** Returns the message and permanence of the error of a call. */
async function fail(work: () => Promise<unknown>): Promise<{ message: string; isLasting: boolean }> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderError)) throw new Error(`Expected a ProviderError: ${error}`);
  expect(JSON.stringify([error.message, error.cause ?? null])).not.toContain('@');
  return { message: error.message, isLasting: error.isPermanent };
}

describe('Mollie amounts', () => {
  it('formats and parses every amount exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
        const { value } = formatAmount(cents);
        expect(value).toMatch(/^\d+\.\d{2}$/);
        expect(parseAmount(value)).toBe(cents);
      }),
    );
    expect([5, 50, 1999].map((cents) => formatAmount(cents).value)).toEqual(['0.05', '0.50', '19.99']);
  });

  it.each(['1', '1.5', '-1.00', '1,00', '1e2.00', ''])('rejects %j', (value) => {
    expect(parseAmount(value)).toBeNaN();
  });
});

describe('payment at Mollie', () => {
  it('is started with its id as idempotency key and returns its details', async () => {
    const payment = createPaymentToBegin();
    const started = await mollie.begin(payment);
    expect(started).toEqual({
      providerPaymentId: expect.stringMatching(/^tr_/),
      status: 'pending',
      amount: 4205,
      currency: 'EUR',
      paymentId: payment.paymentId,
      orderId: payment.orderId,
      siteId: 1,
      description: 'Havero 2026-000001',
      paymentUrl: `https://www.mollie.com/checkout/${started.providerPaymentId}`,
      transfer: null,
      refundedAmount: 0,
      chargedBackAmount: 0,
      refunds: [],
    });
    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: '/v2/payments',
        key: payment.paymentId,
        body: {
          amount: { currency: 'EUR', value: '42.05' },
          method: 'ideal',
          description: 'Havero 2026-000001',
          redirectUrl: payment.redirectUrl,
          webhookUrl: payment.webhookUrl,
          metadata: { paymentId: payment.paymentId, orderId: payment.orderId, siteId: 1 },
          locale: 'nl_NL',
        },
      },
    ]);
    expect((await mollie.begin(payment)).providerPaymentId).toBe(started.providerPaymentId);
  });

  it('includes personal data only for methods that require it', async () => {
    await mollie.begin(createPaymentToBegin({ methodKey: 'klarna' }));
    expect(server.requests[0]?.body).toMatchObject({
      method: 'klarna',
      captureMode: 'manual',
      billingAddress: { email: 'ada@example.com', streetAndNumber: 'Haverweg 1 b', country: 'NL' },
      lines: [
        {
          type: 'physical',
          description: 'Mash, bag 15 kg',
          quantity: 2,
          unitPrice: { currency: 'EUR', value: '21.95' },
          discountAmount: { currency: 'EUR', value: '1.85' },
          totalAmount: { currency: 'EUR', value: '42.05' },
          vatRate: '9.00',
          vatAmount: { currency: 'EUR', value: '3.47' },
        },
      ],
    });
  });

  it('has no webhook if Mollie cannot reach it', async () => {
    await mollie.begin(
      createPaymentToBegin({ webhookUrl: 'http://havero-nl.localhost:3000/api/payments/webhook' }),
    );
    expect(server.requests[0]?.body).not.toHaveProperty('webhookUrl');
  });

  it('returns the transfer details of a bank transfer', async () => {
    const { transfer } = await mollie.begin(createPaymentToBegin({ methodKey: 'sepa-transfer' }));
    expect(transfer).toEqual({
      accountHolder: 'Stichting Mollie Payments',
      iban: 'NL53ABNA0627535577',
      entity: null,
      reference: 'RF12-3456-7890-1234',
    });
    expect(server.requests[0]?.body).toMatchObject({ method: 'banktransfer', dueDate: '2026-11-15' });
  });

  it.each([
    ['open', 'pending'],
    ['pending', 'pending'],
    ['authorized', 'authorized'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['canceled', 'cancelled'],
  ])('maps status %s to %s', async (there, here) => {
    const { providerPaymentId } = await mollie.begin(createPaymentToBegin());
    server.payments.get(providerPaymentId)!.status = there;
    expect((await mollie.fetch(providerPaymentId))?.status).toBe(here);
  });

  it('throws for an unknown status', async () => {
    const { providerPaymentId } = await mollie.begin(createPaymentToBegin());
    server.payments.get(providerPaymentId)!.status = 'teleported';
    expect(await fail(() => mollie.fetch(providerPaymentId))).toEqual({
      message: 'mollie_unknown_status',
      isLasting: true,
    });
  });

  it('is cancelled while pending, released while authorised if allowed, and left unchanged once final', async () => {
    for (const [status, releases, after] of [
      ['open', true, 'canceled'],
      ['open', false, 'canceled'],
      ['authorized', true, 'canceled'],
      ['authorized', false, 'authorized'],
      ['paid', true, 'paid'],
      ['expired', true, 'expired'],
    ] as const) {
      const { providerPaymentId } = await mollie.begin(createPaymentToBegin());
      const there = server.payments.get(providerPaymentId)!;
      there.status = status;
      await mollie.cancel(providerPaymentId, { releases });
      expect([status, there.status]).toEqual([status, after]);
    }
  });

  it('is captured, and refunded once per key', async () => {
    const { providerPaymentId } = await mollie.begin(createPaymentToBegin());
    const there = server.payments.get(providerPaymentId)!;
    there.status = 'authorized';
    await mollie.capture(providerPaymentId, 4205);
    expect(there.status).toBe('paid');
    const refund = { refundId: `refund-${providerPaymentId}`, amount: 105, description: '2026-000001' };
    const first = await mollie.refund(providerPaymentId, refund);
    expect(await mollie.refund(providerPaymentId, refund)).toEqual(first);
    // Mollie forgets keys after some time.
    server.forgetKeys();
    expect(await mollie.refund(providerPaymentId, refund)).toEqual(first);
    expect(there.refunds).toHaveLength(1);
    expect((await mollie.fetch(providerPaymentId))?.refundedAmount).toBe(105);
  });

  it('returns null for a payment that Mollie does not know', async () => {
    expect(await mollie.fetch('tr_nothing')).toBeNull();
  });
});

describe('failures of Mollie', () => {
  it('retries once with the same key', async () => {
    server.fail({ status: 503 }, 'fine');
    const payment = createPaymentToBegin();
    const started = await mollie.begin(payment);
    expect(started.status).toBe('pending');
    expect(server.requests.map(({ key }) => key)).toEqual([payment.paymentId, payment.paymentId]);
  });

  it('does not retry twice', async () => {
    server.fail({ status: 500 });
    expect((await fail(() => mollie.begin(createPaymentToBegin()))).isLasting).toBe(false);
    expect(server.requests).toHaveLength(2);
  });

  it('stops a slow call at the timeout', async () => {
    // The server never responds.
    server.fail('slow');
    expect(await fail(() => mollie.fetch('tr_test1'))).toEqual({
      message: 'mollie_unreachable',
      isLasting: false,
    });
  });

  it.each(['cut', 'cut after', 'garbage'] as const)(
    'treats a response that is %s as a temporary failure',
    async (fault) => {
      server.fail(fault, 'fine');
      const payment = createPaymentToBegin();
      const before = server.payments.size;
      expect((await fail(() => mollie.begin(payment))).isLasting).toBe(false);
      server.fail('fine');
      await mollie.begin(payment);
      expect(server.payments.size).toBe(before + 1);
    },
  );

  it.each([
    [422, 'amount', 'mollie_422_amount', true],
    [401, undefined, 'mollie_401', true],
    [429, undefined, 'mollie_429', false],
    [422, 'ada@example.com', 'mollie_422', true],
  ] as const)('reports a response with %i %s as a code', async (status, field, message, isLasting) => {
    server.fail({ status, ...(field !== undefined && { field }) });
    expect(await fail(() => mollie.begin(createPaymentToBegin()))).toEqual({ message, isLasting });
  });
});

describe('payment methods', () => {
  it('are offered if Mollie supports them', () => {
    const offered = ['ideal-wero', 'bancontact', 'paypal', 'klarna', 'sepa-transfer', 'card', 'eps', 'bizum'];
    const others = ['gift-card', 'bank-link-ee', 'invoice', 'dankort', 'sepa-debit', 'constructor', ''];
    expect(offered.map((key) => mollie.supports(key))).toEqual(offered.map(() => true));
    expect(others.map((key) => findMollieMethod(key))).toEqual(others.map(() => undefined));
  });
});
