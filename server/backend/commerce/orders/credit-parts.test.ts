import { describe, expect, it } from '@jest/globals';
import {
  type CreditBasis,
  type CreditPart,
  type CreditRequest,
  listCreditableParts,
  listRemainingParts,
  planCredit,
  splitCreditVat,
  spreadAmountOverRemainder,
} from './credit-parts.ts';

/** 3 × 19.95 at 6 % less a discount, 1 × 12.50 at 21 %, delivery of 6.95 spread over both rates. */
const creditBasis: CreditBasis = {
  lines: [
    { position: 1, quantity: 3, paidAmount: 5769, vatRatePercentage: 6 },
    { position: 2, quantity: 1, paidAmount: 1250, vatRatePercentage: 21 },
    { position: 3, quantity: 1, paidAmount: 0, vatRatePercentage: 21 },
  ],
  vatAmounts: [
    { vatRatePercentage: 21, amountExclVat: 1135, vatAmount: 239 },
    { vatRatePercentage: 6, amountExclVat: 5981, vatAmount: 359 },
  ],
  paymentCosts: [],
  credited: [],
};
const nothing: CreditRequest = { pieces: [], hasDelivery: false, hasPaymentCosts: false, goodwill: null };

const withEarlierCredits = (...credits: (readonly CreditPart[])[]): CreditBasis => ({
  ...creditBasis,
  credited: credits.flat(),
});
const planCreditOrThrow = (request: Partial<CreditRequest>, of = creditBasis) => {
  const parts = planCredit(of, { ...nothing, ...request });
  if ('code' in parts) throw new Error(parts.code);
  return parts;
};
const sumPartAmounts = (parts: readonly CreditPart[]) =>
  parts.reduce((total, { amount }) => total + amount, 0);

describe('listCreditableParts', () => {
  it('lists payment costs separately from delivery', () => {
    // 1.95 in addition to the goods: 0.35 at 21 % and 1.60 at 6 %.
    const paymentCosts = [
      { vatRatePercentage: 21, amount: 35 },
      { vatRatePercentage: 6, amount: 160 },
    ];
    const services = listCreditableParts({ ...creditBasis, paymentCosts }).slice(2);
    expect(services.map(({ kind, amount, vatRatePercentage }) => [kind, amount, vatRatePercentage])).toEqual([
      ['delivery', 89, 21],
      ['delivery', 411, 6],
      ['payment', 35, 21],
      ['payment', 160, 6],
    ]);
    const credited = planCreditOrThrow({ hasPaymentCosts: true }, { ...creditBasis, paymentCosts });
    expect(credited.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', 35],
      ['payment', 160],
    ]);
    const left = listCreditableParts({ ...creditBasis, paymentCosts, credited });
    expect(left.some(({ kind }) => kind === 'payment')).toBe(false);
    expect(sumPartAmounts(listRemainingParts({ ...creditBasis, paymentCosts, credited }))).toBe(7714 - 195);
  });

  it('lists paid lines and delivery by VAT rate', () => {
    expect(
      listCreditableParts(creditBasis).map(({ kind, position, amount }) => [kind, position, amount]),
    ).toEqual([
      ['line', 1, 5769],
      ['line', 2, 1250],
      ['delivery', null, 124],
      ['delivery', null, 571],
    ]);
  });

  it('leaves out what was already credited', () => {
    const left = listCreditableParts(
      withEarlierCredits(planCreditOrThrow({ pieces: [{ position: 1, quantity: 2 }], hasDelivery: true })),
    );
    expect(left).toEqual([
      { kind: 'line', position: 1, quantity: 1, amount: 1923, vatRatePercentage: 6 },
      { kind: 'line', position: 2, quantity: 1, amount: 1250, vatRatePercentage: 21 },
    ]);
  });
});

describe('planCredit', () => {
  it('credits a line at its own VAT rate only', () => {
    const parts = planCreditOrThrow({ pieces: [{ position: 1, quantity: 3 }] });
    expect(parts).toEqual([{ kind: 'line', position: 1, quantity: 3, amount: 5769, vatRatePercentage: 6 }]);
    expect(splitCreditVat(creditBasis, parts)).toEqual([
      { vatRatePercentage: 6, amountExclVat: 5442, vatAmount: 327 },
    ]);
  });

  it('credits the pieces of a line one by one to the exact cent', () => {
    const uneven = {
      ...creditBasis,
      lines: [{ position: 1, quantity: 3, paidAmount: 1000, vatRatePercentage: 6 }],
    };
    const credits: (readonly CreditPart[])[] = [];
    for (let piece = 0; piece < 3; piece += 1) {
      credits.push(
        planCreditOrThrow(
          { pieces: [{ position: 1, quantity: 1 }] },
          { ...uneven, credited: credits.flat() },
        ),
      );
    }
    expect(credits.map(sumPartAmounts)).toEqual([333, 333, 334]);
  });

  it.each([
    ['nothing', nothing, 'refund_nothing'],
    ['more pieces than were bought', { pieces: [{ position: 1, quantity: 4 }] }, 'refund_pieces'],
    ['a line that does not exist', { pieces: [{ position: 9, quantity: 1 }] }, 'refund_pieces'],
    ['a free gift', { pieces: [{ position: 3, quantity: 1 }] }, 'refund_pieces'],
    ['goodwill without a VAT rate', { goodwill: { amount: 1, vatRatePercentage: null } }, 'refund_vat_rate'],
    ['goodwill at another VAT rate', { goodwill: { amount: 1, vatRatePercentage: 9 } }, 'refund_vat_rate'],
    [
      'more goodwill than is left at the VAT rate',
      { goodwill: { amount: 1375, vatRatePercentage: 21 } },
      'order_refund_too_much',
    ],
  ] as const)('refuses %s', (_what, request, code) => {
    expect(planCredit(creditBasis, { ...nothing, ...request })).toMatchObject({ code });
  });

  it('credits the remainder of a line after goodwill at its VAT rate', () => {
    const goodwill = planCreditOrThrow({ goodwill: { amount: 500, vatRatePercentage: 21 } });
    const parts = planCreditOrThrow({ pieces: [{ position: 2, quantity: 1 }] }, withEarlierCredits(goodwill));
    expect(parts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['line', 1250],
      ['goodwill', 874 - 1250],
    ]);
    const all = planCreditOrThrow({ goodwill: { amount: 1374, vatRatePercentage: 21 } });
    const request = { ...nothing, pieces: [{ position: 2, quantity: 1 }] };
    expect(planCredit(withEarlierCredits(all), request)).toEqual({ code: 'refund_nothing' });
  });

  it('refuses a line that is named twice', () => {
    const pieces = [
      { position: 1, quantity: 2 },
      { position: 1, quantity: 2 },
    ];
    expect(planCredit(creditBasis, { ...nothing, pieces })).toMatchObject({ code: 'refund_pieces' });
  });
});

describe('listRemainingParts', () => {
  it('adds up to the invoice by VAT rate and cent after lines, delivery and goodwill were credited', () => {
    const line = planCreditOrThrow({ pieces: [{ position: 1, quantity: 2 }] });
    const goodwill = planCreditOrThrow(
      { goodwill: { amount: 333, vatRatePercentage: 21 } },
      withEarlierCredits(line),
    );
    const delivery = planCreditOrThrow({ hasDelivery: true }, withEarlierCredits(line, goodwill));
    const rest = listRemainingParts(withEarlierCredits(line, goodwill, delivery));
    const credits = [line, goodwill, delivery, rest];
    const shares = credits.flatMap((parts, index) =>
      splitCreditVat(withEarlierCredits(...credits.slice(0, index)), parts),
    );
    for (const { vatRatePercentage, amountExclVat, vatAmount } of creditBasis.vatAmounts) {
      const ofRate = shares.filter((share) => share.vatRatePercentage === vatRatePercentage);
      expect(ofRate.reduce((total, share) => total + share.vatAmount, 0)).toBe(vatAmount);
      expect(ofRate.reduce((total, share) => total + share.amountExclVat, 0)).toBe(amountExclVat);
    }
    expect(listRemainingParts(withEarlierCredits(...credits))).toEqual([]);
  });
});

describe('spreadAmountOverRemainder', () => {
  const left = withEarlierCredits(planCreditOrThrow({ pieces: [{ position: 2, quantity: 1 }] }));

  it('spreads an amount over the VAT rates in proportion to what is left at each', () => {
    const parts = spreadAmountOverRemainder(left, 1000);
    // 1.24 is left at 21 %, 63.40 at 6 %.
    expect(parts?.map(({ kind, vatRatePercentage, amount }) => [kind, vatRatePercentage, amount])).toEqual([
      ['goodwill', 21, 19],
      ['goodwill', 6, 981],
    ]);
  });

  it('credits everything that is left to the cent, and refuses more', () => {
    const parts = spreadAmountOverRemainder(left, 6464);
    expect(parts?.map(({ amount }) => amount)).toEqual([124, 6340]);
    expect(
      listRemainingParts({ ...left, credited: [...left.credited, ...(parts ?? [])] }).reduce(
        (total, { amount }) => total + amount,
        0,
      ),
    ).toBe(0);
    expect(spreadAmountOverRemainder(left, 6465)).toBeNull();
  });
});
