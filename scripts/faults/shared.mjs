/** Faults of rules that servers and browser share. */
export const faultsInShared = [
  {
    id: 'discount-code-letter-case',
    file: 'shared/rules/cart/discount-code.ts',
    find: '    .toUpperCase()\n',
    replace: '',
    fault: 'A discount code in lower case is unknown.',
  },
  {
    id: 'calculate-cart-discounts-gift-cards',
    file: 'shared/rules/cart/calculate-cart.ts',
    find: 'const discountable = reduced.filter(({ line }) => !line.isVoucher);',
    replace: 'const discountable = reduced.filter(({ line }) => line.quantity > 0);',
    fault: 'An order discount reduces the price of gift cards.',
  },
  {
    id: 'prices-vat-rounded-down',
    file: 'shared/rules/prices.ts',
    find: '(BigInt(amountInclVat) * 2_000_000n + whole) / (whole * 2n)',
    replace: '(BigInt(amountInclVat) * 2_000_000n) / (whole * 2n)',
    fault: 'The VAT of a price is a cent too high because of wrong rounding.',
  },
  {
    id: 'canonical-url-sorted-backwards',
    file: 'shared/rules/canonical-url.ts',
    find: 'if (a.name !== b.name) return a.name < b.name ? -1 : 1;',
    replace: 'if (a.name !== b.name) return a.name < b.name ? 1 : -1;',
    fault: 'Links to filtered lists redirect because their parameters are in reverse order.',
  },
  {
    id: 'formats-date-in-own-time-zone',
    file: 'shared/i18n/create-formats.ts',
    find: "{ ...parts, timeZone: 'UTC' }",
    replace: '{ ...parts }',
    fault: 'Dates are a day early in time zones west of UTC.',
  },
  {
    id: 'feed-advice-starch-of-day',
    file: 'shared/rules/feed-advice/feed-advice.ts',
    find: 'return Math.min(byMeal, byStarchOfMeal, byStarchOfDay) * roundToG;',
    replace: 'return Math.min(byMeal, Math.max(byStarchOfMeal, byStarchOfDay)) * roundToG;',
    fault: 'A ration exceeds the daily starch limit.',
  },
  {
    id: 'comparison-one-too-many',
    file: 'shared/rules/product-comparison.ts',
    find: 'if (ids.length >= MAX_COMPARED_PRODUCTS) return',
    replace: 'if (ids.length > MAX_COMPARED_PRODUCTS) return',
    fault: 'A fifth product can be compared, and the comparison returns 404.',
  },
  {
    id: 'feed-advice-id-beyond-integer',
    file: 'shared/contract/primitives.ts',
    find: 'maximum: 2_147_483_647',
    replace: 'maximum: 21_474_836_470',
    fault: 'An id beyond the range of its column causes a 500 instead of a refusal.',
  },
];
