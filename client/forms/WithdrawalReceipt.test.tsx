import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { WithdrawalReceipt } from './WithdrawalReceipt.tsx';

// The law requires the time to the second. It is shown in the shop's time zone.
it.each([
  ['Europe/Berlin', '13:00:09 GMT+1'],
  ['Europe/Tallinn', '14:00:09 GMT+2'],
  ['Europe/London', '12:00:09 GMT'],
] as const)('shows the receipt time of a withdrawal in the time zone %s, to the second', (timeZone, time) => {
  renderInShop(
    <WithdrawalReceipt
      receipt={{ receivedAt: '2026-11-05T12:00:09.000Z', timeZone, path: '/api/withdrawals/1/receipt' }}
    />,
  );
  expect(screen.getByText(new RegExp(`5 November 2026 at ${time.replace('+', '\\+')}\\.`))).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/withdrawals/1/receipt');
});
