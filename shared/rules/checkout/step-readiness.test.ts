import { describe, expect, it } from '@jest/globals';
import {
  type CheckoutDetails,
  type CheckoutStep,
  checkoutSteps,
  findOpenStep,
  findReadyStep,
  getLastStep,
  isStepReady,
  listNeededSteps,
} from './step-readiness.ts';

/** Properties of a cart with all their relevant values. */
const columns = {
  products: { none: { productCount: 0 }, one: { productCount: 1 }, many: { productCount: 7 } },
  billing: { 'no country': { billingCountryId: null }, country: { billingCountryId: 1 } },
  goods: { 'no parcel': { needsDelivery: false }, parcel: { needsDelivery: true } },
  method: {
    unchosen: { shippingMethod: null },
    address: { shippingMethod: 0 },
    'parcel service': { shippingMethod: 1 },
  },
  point: { unset: { parcelShopId: null }, empty: { parcelShopId: '' }, set: { parcelShopId: 'NL10001' } },
  place: {
    unset: { parcelShopZipcodeOrCity: null },
    empty: { parcelShopZipcodeOrCity: '' },
    set: { parcelShopZipcodeOrCity: 'Apeldoorn' },
  },
  other: {
    'no address': { hasAlternativeAddress: false, alternativeCountryId: null },
    'no country': { hasAlternativeAddress: true, alternativeCountryId: null },
    country: { hasAlternativeAddress: true, alternativeCountryId: 2 },
  },
  total: { nothing: { totalAmount: 0 }, cents: { totalAmount: 1 }, euros: { totalAmount: 4250 } },
  payment: { unchosen: { isPaymentChosen: false }, chosen: { isPaymentChosen: true } },
} as const;
type CartProperty = keyof typeof columns;
type CartCase = Readonly<Record<CartProperty, string>>;

/** The table 'Checkout readiness' of the specification. A row applies to all values of omitted columns. */
const specifiedRows: readonly {
  readonly when: Partial<Record<CartProperty, readonly string[]>>;
  readonly valid: readonly CheckoutStep[];
}[] = [
  { when: { products: ['none'] }, valid: [] },
  { when: { products: ['one', 'many'], billing: ['no country'] }, valid: ['billing'] },
  {
    when: { products: ['one', 'many'], billing: ['country'], goods: ['no parcel'] },
    valid: ['billing', 'delivery', 'payment'],
  },
  ...(
    [
      [{ method: ['parcel service'], point: ['set'], place: ['set'] }, true],
      [{ method: ['parcel service'], point: ['set'], place: ['unset', 'empty'] }, false],
      [{ method: ['parcel service'], point: ['unset', 'empty'] }, false],
      [{ method: ['unchosen', 'address'], other: ['no address', 'country'] }, true],
      [{ method: ['unchosen', 'address'], other: ['no country'] }, false],
    ] as const
  ).map(([when, isPaymentValid]) => ({
    when: { products: ['one', 'many'], billing: ['country'], goods: ['parcel'], ...when },
    valid: isPaymentValid
      ? (['billing', 'delivery', 'payment'] as const)
      : (['billing', 'delivery'] as const),
  })),
];

const propertyNames = Object.keys(columns) as CartProperty[];
const cases = propertyNames.reduce<Record<string, string>[]>(
  (known, name) =>
    known.flatMap((row) => Object.keys(columns[name]).map((value) => ({ ...row, [name]: value }))),
  [{}],
) as CartCase[];

const toCheckoutDetails = (row: CartCase): CheckoutDetails =>
  Object.assign({}, ...propertyNames.map((name) => Reflect.get(columns[name], row[name])));

const findSpecifiedRows = (row: CartCase) =>
  specifiedRows.filter(({ when }) => propertyNames.every((name) => when[name]?.includes(row[name]) ?? true));

/**
 * Returns the expected result of the table. Skipped steps cannot be entered: delivery without a parcel,
 * payment of a total of 0.
 */
function getExpectedResult(row: CartCase) {
  const valid = findSpecifiedRows(row)[0]!.valid;
  const skipped: CheckoutStep[] = [
    ...(row.goods === 'no parcel' ? (['delivery'] as const) : []),
    ...(row.total === 'nothing' ? (['payment'] as const) : []),
  ];
  const needed = checkoutSteps.filter((step) => !skipped.includes(step));
  return { valid, needed, entered: needed.filter((step) => valid.includes(step)) };
}

/** Lists cases that differ from the table. */
const listMismatches = (isRight: (row: CartCase, facts: CheckoutDetails) => boolean): CartCase[] =>
  cases.filter((row) => !isRight(row, toCheckoutDetails(row))).slice(0, 3);

const hasSameItems = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);

describe('checkout readiness of every combination of properties', () => {
  it('matches exactly one row of the table', () => {
    expect(cases).toHaveLength(3 * 2 * 2 * 3 * 3 * 3 * 3 * 3 * 2);
    expect(cases.filter((row) => findSpecifiedRows(row).length !== 1)).toEqual([]);
  });

  it('determines the steps that a cart needs', () => {
    expect(
      listMismatches((row, facts) => hasSameItems(listNeededSteps(facts), getExpectedResult(row).needed)),
    ).toEqual([]);
    expect(
      listMismatches((row, facts) => getLastStep(facts) === getExpectedResult(row).needed.at(-1)),
    ).toEqual([]);
  });

  it.each(checkoutSteps)('determines whether the step %s can be entered', (step) => {
    expect(
      listMismatches(
        (row, facts) => isStepReady(step, facts) === getExpectedResult(row).entered.includes(step),
      ),
    ).toEqual([]);
  });

  it.each([
    ['billing', ['billing']],
    ['delivery', ['billing', 'delivery']],
    ['payment', ['billing', 'delivery', 'payment']],
  ] as const)('leads from the requested step %s to the last step of %j that can be entered', (step, upTo) => {
    expect(
      listMismatches((row, facts) => {
        const { entered } = getExpectedResult(row);
        const last = upTo.filter((candidate) => entered.includes(candidate)).at(-1) ?? null;
        return findReadyStep(step, facts) === last;
      }),
    ).toEqual([]);
  });

  it('finds the first step with missing details', () => {
    const open = (row: CartCase): CheckoutStep | null => {
      const { valid } = getExpectedResult(row);
      if (!valid.includes('delivery')) return 'billing';
      if (!valid.includes('payment')) return 'delivery';
      return row.total === 'nothing' || row.payment === 'chosen' ? null : 'payment';
    };
    expect(listMismatches((row, facts) => findOpenStep(facts) === open(row))).toEqual([]);
  });
});
