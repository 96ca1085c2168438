import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Api } from '../../../shared/api/client.ts';
import { owner } from '../../../test/fixtures/client-accounts.ts';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { toListedProduct } from '../../store/listed-product.ts';
import { AccountSubscriptionsPage } from './AccountSubscriptionsPage.tsx';
import type { AccountSubscriptionsData } from './page.ts';

afterEach(cleanup);

const data: AccountSubscriptionsData = {
  kind: 'accountSubscriptions',
  owner,
  choices: { newsletter: true, offers: false, labResults: true },
  stockReminders: [
    { stockReminderId: 3, title: 'Sopra Classic Mash', product: toListedProduct(createProductSummary()) },
    { stockReminderId: 4, title: 'Sold no more', product: null },
  ],
};

function visitSubscriptions() {
  const updateSubscriptions = jest.fn(async (_input: unknown) => undefined);
  const fetchSubscriptions = async () => ({ ...data.choices, stockReminders: data.stockReminders });
  renderInShop(<AccountSubscriptionsPage data={data} />, {
    page: {
      virtualPath: '/account/subscriptions/',
      head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data,
    },
    path: '/account/subscriptions/',
    api: { updateSubscriptions, fetchSubscriptions } as unknown as Partial<Api>,
  });
  return updateSubscriptions;
}

describe('subscriptions', () => {
  it('are checkboxes of a plain form with their current state', () => {
    visitSubscriptions();
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ name, checked }) => [name, checked])).toEqual([
      ['newsletter', true],
      ['offers', false],
      ['labResults', true],
    ]);
    for (const form of document.querySelectorAll('form')) {
      expect(form.method).toBe('post');
      expect(form.querySelector<HTMLInputElement>('[name="formToken"]')?.value).toBe('form-token');
    }
  });

  it('are stored when they are changed, with a confirmation', async () => {
    const update = visitSubscriptions();
    fireEvent.click(screen.getByRole('checkbox', { name: /Offers/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Stable post/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save choices' }));
    const told = await screen.findByRole('status');
    expect(told.textContent).toBe('Your subscriptions have been updated.');
    expect(update.mock.calls[0]?.[0]).toEqual({
      body: { newsletter: false, offers: true, labResults: true },
    });
    await waitFor(() => expect(document.activeElement?.contains(told)).toBe(true));
  });

  it('can be ended individually for reminders', async () => {
    const update = visitSubscriptions();
    fireEvent.click(screen.getByRole('button', { name: 'Stop Sold no more' }));
    const told = await screen.findByRole('status');
    expect(update.mock.calls[0]?.[0]).toEqual({ body: { endedStockReminderIds: [4] } });
    await waitFor(() => expect(document.activeElement?.contains(told)).toBe(true));
  });

  it('can all be ended at once', async () => {
    const update = visitSubscriptions();
    fireEvent.click(screen.getByRole('button', { name: 'Unsubscribe all' }));
    await screen.findByRole('status');
    expect(update.mock.calls[0]?.[0]).toEqual({
      body: { newsletter: false, offers: false, labResults: false, endedStockReminderIds: [3, 4] },
    });
  });
});
