import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { StockReminderPage } from '../stock-reminder/StockReminderPage.tsx';
import { ReviewConfirmPage } from './ReviewConfirmPage.tsx';

afterEach(cleanup);

const product = { title: 'Grano Whole, 25 kg', url: '/grano-whole/' };
const token = 'A'.repeat(43);

it.each([
  [
    'review',
    <ReviewConfirmPage key="review" data={{ kind: 'reviewConfirm', token }} />,
    { confirmReview: async () => ({ confirmed: true, product }) as const },
  ],
  [
    'wish',
    <StockReminderPage key="wish" data={{ kind: 'stockReminder', step: 'confirm', token }} />,
    { confirmStockReminder: async () => product },
  ],
])('names and links the product of a confirmed %s', async (_what, page, api) => {
  renderInShop(page, { api });
  expect(screen.queryByRole('navigation')).toBeNull();
  fireEvent.click(screen.getByRole('button'));
  const ways = within(await screen.findByRole('navigation', { name: 'Categories' }));
  expect(ways.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/grano-whole/',
    '/feed/',
    '/treats/',
    '/tests/',
  ]);
  expect(screen.getByRole('status').textContent).toContain('Grano Whole, 25 kg');
});

it('shows categories and the phone number if the link is invalid', () => {
  renderInShop(<ReviewConfirmPage data={{ kind: 'reviewConfirm', token: null }} />);
  expect(screen.getByRole('link', { name: 'Horse feed' }).getAttribute('href')).toBe('/feed/');
  expect(screen.getByRole('link', { name: '+31 88 000 00 10' })).toBeTruthy();
});
