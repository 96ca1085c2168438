import { type ComponentType, useEffect, useState } from 'react';
import { visitorCookies } from '../../shared/contract/cookies.ts';
import {
  CART_CHANGED_EVENT,
  CART_CHANGED_STORAGE_KEY,
  CART_ID_STORAGE_KEY,
} from '../../shared/rules/cart/cart-storage.ts';
import { useApi } from '../api/api-context.tsx';
import { sendFormNatively } from '../forms/unsent-forms.ts';
import { useShop } from '../store/shop.tsx';
import type { MiniCartProps } from './MiniCart.tsx';

/**
 * Renders the mini-cart and the cart messages of every page. Their code is loaded when the first
 * product is added, or if the visitor has a cart. Without script, a form that adds a product
 * (`form[data-add-to-cart]`) opens the cart page.
 */
export function LazyMiniCart() {
  const api = useApi();
  const shop = useShop();
  const [loaded, setLoaded] = useState<(MiniCartProps & { MiniCart: ComponentType<MiniCartProps> }) | null>(
    null,
  );
  const isLoaded = loaded !== null;

  useEffect(() => {
    if (isLoaded) return;
    const pendingForms = new Set<HTMLFormElement>();
    const load = () => import('./MiniCart.tsx').then(({ MiniCart }) => setLoaded({ MiniCart, pendingForms }));
    const handleSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.dataset.addToCart === undefined) return;
      // While offline, `preventOfflineSubmits` keeps the form.
      if (!navigator.onLine) return;
      event.preventDefault();
      const { submitter } = event;
      if (submitter) submitter.ariaBusy = 'true';
      pendingForms.add(form);
      load().catch(async () => {
        pendingForms.delete(form);
        // Without the code the form is submitted natively.
        const isLeaving = await sendFormNatively(form, submitter);
        if (submitter && !isLeaving) submitter.ariaBusy = null;
      });
    };
    const handleChange = () => void load().catch(() => undefined);
    const handleStorage = ({ key }: StorageEvent) => {
      if (key === CART_CHANGED_STORAGE_KEY) handleChange();
    };
    document.addEventListener('submit', handleSubmit, true);
    window.addEventListener('storage', handleStorage);
    window.addEventListener(CART_CHANGED_EVENT, handleChange);
    if (hasCart()) load().catch(() => undefined);
    return () => {
      document.removeEventListener('submit', handleSubmit, true);
      window.removeEventListener('storage', handleStorage);
      window.removeEventListener(CART_CHANGED_EVENT, handleChange);
    };
  }, [isLoaded]);

  useEffect(() => {
    if (!api || !hasOpenOrder()) return;
    // Without the code the cart page still shows the order.
    import('./show-unpaid-order-mark.ts')
      .then(({ showUnpaidOrderMark }) => showUnpaidOrderMark(api, shop))
      .catch(() => undefined);
  }, [api, shop]);

  useEffect(() => {
    const { search } = window.location;
    if (!api || !search.includes('mailCampaignId=')) return;
    import('../store/mail-campaign.ts')
      .then(({ reportMailCampaign }) => reportMailCampaign(api, search))
      .catch(() => undefined);
  }, [api]);

  return loaded && <loaded.MiniCart pendingForms={loaded.pendingForms} />;
}

/** Whether the last order of this browser may be waiting for payment. */
const hasOpenOrder = (): boolean =>
  document.cookie.split('; ').includes(`${visitorCookies.openOrder.name}=1`);

/** Whether this browser may have a cart. The id is read by the code that is then loaded. */
function hasCart(): boolean {
  if (/(^|; )(__Host-)?cart=/.test(document.cookie)) return true;
  try {
    return localStorage.getItem(CART_ID_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}
