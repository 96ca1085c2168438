import { beforeEach, describe, expect, it } from '@jest/globals';
import { createOrder } from '../../test/fixtures/client-orders.ts';
import { trackPurchase } from './purchase-event.ts';

const paid = createOrder({ status: 'paid' });

describe('trackPurchase', () => {
  let sent: Readonly<Record<string, unknown>>[];
  const tell = (order = paid) =>
    trackPurchase(order, {
      brand: 'Havero',
      findCategory: async () => ({ category: 'Feed', productGroup: 'Mash' }),
      send: (event) => sent.push(event),
    });

  beforeEach(() => {
    localStorage.clear();
    sent = [];
  });

  it('tracks each order once, with its amounts', async () => {
    await tell();
    await tell();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      event: 'purchase',
      transactionId: '2026-000001',
      value: 50.85,
      tax: 8.83,
      shipping: 6.95,
      currency: 'EUR',
      items: [{ id: 129, name: 'Sopra Classic Mash', price: 21.95, variant: 1031, quantity: 2 }],
    });
    await tell({ ...paid, orderId: 'another' });
    expect(sent).toHaveLength(2);
  });

  it('sends no customer data', async () => {
    await tell();
    expect(JSON.stringify(sent)).not.toMatch(/Marit|Vries|stal\.example|Klaverweg|0b6f3a52/);
  });

  it.each(['created', 'open', 'cancelled'] as const)(
    'tracks nothing while the order is %s',
    async (status) => {
      await tell({ ...paid, status });
      expect(sent).toEqual([]);
    },
  );
});
