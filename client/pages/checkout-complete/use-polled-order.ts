import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { useApi } from '../../api/api-context.tsx';
import { placedOrderStore } from '../../store/placed-order.ts';
import { getOrderPageState, orderPollDelaysMs } from './order-page-state.ts';
import type { CheckoutCompleteData } from './page.ts';

type OrderAccess = NonNullable<CheckoutCompleteData['access']>;

const ORDER_ACCESS_STORAGE_KEY = 'order-access';

function readOrderAccess(): OrderAccess | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(ORDER_ACCESS_STORAGE_KEY) ?? 'null');
    if (typeof read !== 'object' || read === null) return null;
    const [orderId, token]: unknown[] = [Reflect.get(read, 'orderId'), Reflect.get(read, 'token')];
    return typeof orderId === 'string' && typeof token === 'string' ? { orderId, token } : null;
  } catch {
    return null;
  }
}

function storeOrderAccess(access: OrderAccess): boolean {
  try {
    sessionStorage.setItem(ORDER_ACCESS_STORAGE_KEY, JSON.stringify(access));
    return true;
  } catch {
    return false;
  }
}

export interface LoadedOrder {
  readonly order: Order | null;
  readonly access: OrderAccess | null;
  /** Whether the page is hydrated. Then it polls, also on request with `check`. */
  readonly isLive: boolean;
  /** 'gaveUp': polling has ended until the visitor requests it. */
  readonly state: 'idle' | 'checking' | 'unreachable' | 'gaveUp';
  readonly check: () => void;
}

/**
 * Returns the order of the page and polls it until it is paid, failed or cancelled. The token is removed from
 * the URL on hydration, so that tracking scripts cannot read it. After a reload it is read from the session
 * storage of this tab.
 */
export function usePolledOrder(data: CheckoutCompleteData): LoadedOrder {
  const api = useApi();
  const [order, setOrder] = useState(data.order);
  const [access, setAccess] = useState(data.access);
  const [isLive, setIsLive] = useState(false);
  const [state, setState] = useState<LoadedOrder['state']>('idle');
  const looks = useRef(0);
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => {
    if (data.access && storeOrderAccess(data.access)) {
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
    if (!data.access) setAccess(readOrderAccess());
    setIsLive(true);
  }, [data.access]);

  useEffect(() => {
    placedOrderStore.setState({ order });
    return () => placedOrderStore.setState({ order: null });
  }, [order]);

  const isWaiting = order === null ? access !== null && !data.order : getOrderPageState(order) === 'waiting';
  const loadOrder = useCallback(async () => {
    if (!api || !access) return;
    setState('checking');
    try {
      const { orderId, token } = access;
      setOrder(await api.fetchOrderStatus({ params: { orderId }, query: { token } }));
      setState('idle');
    } catch {
      setState('unreachable');
    }
  }, [api, access]);

  useEffect(() => {
    if (!isLive || !isWaiting || state === 'checking' || state === 'gaveUp') return;
    // An order that the server could not load is requested at once.
    const delay = order === null && looks.current === 0 ? 0 : orderPollDelaysMs[looks.current];
    if (delay === undefined) {
      setState('gaveUp');
      return;
    }
    timer.current = window.setTimeout(() => {
      looks.current += 1;
      void loadOrder();
    }, delay);
    return () => window.clearTimeout(timer.current);
  }, [isLive, isWaiting, state, loadOrder, order]);

  const check = () => {
    window.clearTimeout(timer.current);
    looks.current = 0;
    void loadOrder();
  };
  return { order, access, isLive, state, check };
}
