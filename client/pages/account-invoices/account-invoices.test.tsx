import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { createAccountOrder, owner } from '../../../test/fixtures/client-accounts.ts';
import { ORDER_ID } from '../../../test/fixtures/client-orders.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { AccountInvoicesPage } from './AccountInvoicesPage.tsx';

afterEach(cleanup);

const [invoice] = createAccountOrder().invoices;

it('lists invoices and marks credit notes', () => {
  if (!invoice) throw new Error('No invoice');
  const note = {
    ...invoice,
    invoiceId: 8,
    number: '2026-C-000001',
    kind: 'credit-note' as const,
    path: '/api/invoices/8',
  };
  renderInShop(<AccountInvoicesPage data={{ kind: 'accountInvoices', owner, invoices: [note, invoice] }} />);
  const rows = screen.getAllByText(/^2026-[CV]/, { selector: 'strong' }).map((name) => name.closest('li'));
  expect(rows.map((row) => row?.textContent)).toEqual([
    expect.stringMatching(/2026-C-000001 Credit note18 November 2026.*−€50\.85/),
    expect.not.stringContaining('Credit note'),
  ]);
  const file = screen.getByRole('link', { name: 'Download 2026-C-000001 (PDF)' });
  expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual(['/api/invoices/8', true]);
  expect(screen.getAllByRole('link', { name: 'Order 2026-000001' })[0]?.getAttribute('href')).toBe(
    `/account/orders/${ORDER_ID}/`,
  );
});

it('shows next links if there are no documents', () => {
  renderInShop(<AccountInvoicesPage data={{ kind: 'accountInvoices', owner, invoices: [] }} />);
  expect(screen.getByText('You have no invoices yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Horse feed' })).toBeTruthy();
});
