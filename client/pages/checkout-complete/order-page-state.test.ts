import { describe, expect, it } from '@jest/globals';
import { createOrder } from '../../../test/fixtures/client-orders.ts';
import { getOrderPageState, orderPollDelaysMs } from './order-page-state.ts';

const { payment } = createOrder();

describe('order view', () => {
  it.each([
    ['created', 'none', 'waiting'],
    ['open', 'pending', 'waiting'],
    ['open', 'failed', 'failed'],
    ['open', 'expired', 'failed'],
    ['open', 'cancelled', 'failed'],
    ['paid', 'authorized', 'paid'],
    ['paid', 'none', 'paid'],
    ['processing', 'paid', 'paid'],
    ['sent', 'paid', 'paid'],
    ['closed', 'paid', 'paid'],
    ['cancelled', 'refunded', 'cancelled'],
    ['cancelled', 'failed', 'cancelled'],
  ] as const)('of an order in state %s with a payment in state %s is %s', (status, paymentStatus, view) => {
    expect(getOrderPageState({ status, payment: { ...payment, status: paymentStatus } })).toBe(view);
  });

  it('is polled at increasing intervals', () => {
    expect(orderPollDelaysMs.toSorted((a, b) => a - b)).toEqual(orderPollDelaysMs);
  });
});
