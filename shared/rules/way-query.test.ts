import { expect, it } from '@jest/globals';
import { addReturnPath } from './account/return-path.ts';
import { getResultPath } from './lab-result-path.ts';
import { hasSecret } from './way-query.ts';

const key = 'Ab3-_6789012345678901Z';
const calculator = `/feed-advice/?rqs=${key}&type=horse`;
const report = getResultPath('/roughage-tests/', 'qs', key);
const login = (path: string) => addReturnPath('/account/login/', path);

it.each([
  calculator,
  report,
  `https://havero.example${report}`,
  '/account/confirm/?token=abc',
  login(calculator),
  login(report),
  login(login(calculator)),
  `/account/login/?i=1&returnPath=%2Ffeed-advice%2F%3Frq%73%3D${key}`,
])('knows that %s is for its reader alone', (url) => {
  expect(hasSecret(url)).toBe(true);
});

it.each([
  '/feed-advice/?type=horse&work=light',
  '/roughage-tests/',
  '/account/login/',
  login('/account/orders/?p=2'),
  `/account/login/?returnPath=${'%2525'.repeat(5000)}`,
])('knows that %# is for anybody', (url) => {
  expect(hasSecret(url)).toBe(false);
});
