import { createStore } from 'zustand/vanilla';
import type { Order } from '../../shared/contract/orders.ts';

/** The order that the page on the screen shows; null where it shows none. What is measured listens to it. */
export const placedOrder = createStore<{ readonly order: Order | null }>(() => ({ order: null }));
