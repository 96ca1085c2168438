import { expect, it } from '@jest/globals';
import { getPhoneUrl } from './phone-url.ts';

it.each([
  ['+49 30 23125 010', 'tel:+493023125010'],
  ['+31 (88) 000-00 10', 'tel:+31880000010'],
])('converts %s to %s', (phone, url) => {
  expect(getPhoneUrl(phone)).toBe(url);
});
