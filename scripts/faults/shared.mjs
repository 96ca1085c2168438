/** Faults of rules that servers and browser share. */
export const sharedFaults = [
  {
    id: 'discount-code-letter-case',
    file: 'shared/rules/cart/discount-code.ts',
    find: ".replace(unseen, '').toUpperCase().normalize('NFKC')",
    replace: ".replace(unseen, '').normalize('NFKC')",
    fault: 'A code is unknown where it is typed in small letters.',
  },
  {
    id: 'calculate-cart-discounts-gift-cards',
    file: 'shared/rules/cart/calculate-cart.ts',
    find: 'const discountable = reduced.filter(({ line }) => !line.isVoucher);',
    replace: 'const discountable = reduced.filter(({ line }) => line.quantity > 0);',
    fault: 'A discount of the order makes gift cards cheaper than what they are worth.',
  },
  {
    id: 'prices-vat-rounded-down',
    file: 'shared/rules/prices.ts',
    find: '(BigInt(amountInclVat) * 2_000_000n + whole) / (whole * 2n)',
    replace: '(BigInt(amountInclVat) * 2_000_000n) / (whole * 2n)',
    fault: 'The VAT of a price is a cent too much, since what is left is rounded down.',
  },
  {
    id: 'canonical-url-sorted-backwards',
    file: 'shared/rules/canonical-url.ts',
    find: 'if (a.name !== b.name) return a.name < b.name ? -1 : 1;',
    replace: 'if (a.name !== b.name) return a.name < b.name ? 1 : -1;',
    fault: 'Links of the shop to filtered lists lead to a redirect, since parameters are sorted backwards.',
  },
  {
    id: 'formats-date-in-own-time-zone',
    file: 'shared/i18n/create-formats.ts',
    find: "{ ...parts, timeZone: 'UTC' }",
    replace: '{ ...parts }',
    fault: 'Dates are a day early on machines west of Greenwich.',
  },
  {
    id: 'feed-advice-starch-of-day',
    file: 'shared/rules/feed-advice/feed-advice.ts',
    find: 'return Math.min(byMeal, byStarchOfMeal, byStarchOfDay) * roundToG;',
    replace: 'return Math.min(byMeal, Math.max(byStarchOfMeal, byStarchOfDay)) * roundToG;',
    fault: 'A horse is advised more starch a day than is good for it.',
  },
  {
    id: 'comparison-one-too-many',
    file: 'shared/rules/comparison.ts',
    find: 'if (ids.length >= MAXIMUM_COMPARED) return',
    replace: 'if (ids.length > MAXIMUM_COMPARED) return',
    fault: 'A fifth product can be chosen, and the page that compares them is not found.',
  },
  {
    id: 'feed-advice-id-beyond-integer',
    file: 'shared/contract/primitives.ts',
    find: 'maximum: 2_147_483_647',
    replace: 'maximum: 21_474_836_470',
    fault: 'An id that the database cannot hold is an error of the server instead of a refusal.',
  },
];
