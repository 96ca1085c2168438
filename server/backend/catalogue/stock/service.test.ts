import { describe, expect, it } from '@jest/globals';
import type { SiteRecord } from '../../sites/site-record.ts';
import { getDeliveryTime, toDisplayedStock } from './service.ts';

describe('toDisplayedStock', () => {
  it.each([
    [null, { isAvailable: true, amountLeft: null, deliveryTimeDays: '1-2' }],
    [6, { isAvailable: true, amountLeft: null, deliveryTimeDays: '1-2' }],
    [5, { isAvailable: true, amountLeft: 5, deliveryTimeDays: '1-2' }],
    [1, { isAvailable: true, amountLeft: 1, deliveryTimeDays: '1-2' }],
    [0, { isAvailable: false, amountLeft: null, deliveryTimeDays: null }],
  ])('states pieces only if few are left: %p', (amount, told) => {
    expect(toDisplayedStock(amount, '1-2')).toEqual(told);
  });
});

describe('delivery time', () => {
  const [BE, LU, PT] = [4, 13, 9];
  const belgian = {
    site: { countryId: BE },
    setting: {
      deliveryTimes: new Map([
        [BE, '1-2'],
        [LU, '2-3'],
      ]),
    },
  } as unknown as SiteRecord;

  it.each([
    ['that of the country of the site while the destination is unknown', '1-2', undefined, '1-2'],
    ['that of the destination if it is longer', '1-2', LU, '2-3'],
    ['that of the product if it is longer', '3-5', LU, '3-5'],
    ['the longer of each bound', '1-7', LU, '2-7'],
    ['that of the product if the country states none', '1-2', PT, '1-2'],
    ['null if nothing is delivered', null, LU, null],
  ])('is %s', (_rule, goodsTime, countryId, expected) => {
    expect(getDeliveryTime(belgian, goodsTime, countryId)).toBe(expected);
  });
});
