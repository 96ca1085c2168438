import { createStore } from 'zustand/vanilla';
import type { Order } from '../../shared/contract/orders.ts';

/** The order that the current page shows; null if it shows none. Tracking subscribes to it. */
export const placedOrderStore = createStore<{ readonly order: Order | null }>(() => ({ order: null }));
