import { useEffect, useSyncExternalStore } from 'react';
import { hasLocationParameter } from '../../shared/rules/dealers/location-parameters.ts';
import { useApi } from '../api/api-context.tsx';
import { usePages } from '../pages/pages-context.ts';
import type { AppState } from '../store/app-store.ts';
import { consent } from '../store/consent.ts';
import { placedOrderStore } from '../store/placed-order.ts';
import { useAppState, useAppStore, useShop } from '../store/shop.tsx';
import { createCategoryFinder } from './category-paths.ts';
import { closeDataLayer, openDataLayer, pushEvent } from './data-layer.ts';
import { watchImpressions } from './impressions.ts';
import {
  isTagManagerLoaded,
  loadTagManager,
  removeTrackingCookies,
  updateTagConsent,
} from './tag-manager.ts';

interface TrackingProps {
  /** Reloads this page. Tests pass their own function. */
  reload?: () => void;
}

/**
 * Whether the URL is secret: it contains the key of a roughage test result, even an invalid one, or a return
 * path with such a key, or the visitor's position.
 */
const hasSecretAddress = ({ data, virtualPath }: AppState['page']): boolean =>
  (data.kind === 'feedCalculator' && data.answers.rqs !== null) ||
  ((data.kind === 'accountLogin' || data.kind === 'checkoutLogin') &&
    data.returnPath?.includes('?') === true) ||
  /\/r?qs\/.|[?&]rqs=/i.test(virtualPath) ||
  hasLocationParameter(window.location.search);

const reloadWindow = () => window.location.reload();

/**
 * Tracks the visit while it is mounted, which is while the visitor allows statistics or marketing on a site
 * with a tag manager. Page views and impressions require statistics; without it only the tag manager is
 * loaded. On unmount the data is cleared. A running tag manager ends only with the document, so its cookies
 * are removed and the page is reloaded.
 */
export function Tracking({ reload = reloadWindow }: TrackingProps) {
  const { brand } = useShop();
  const api = useApi();
  const pages = usePages();
  const store = useAppStore();
  const containerId = useAppState((state) => state.scope.site.gtmContainerId);
  // Does not change when 'Show more' extends a list, although the URL changes: this is one view of one list.
  // The same applies to cart and checkout when the contents of the cart change.
  const view = useAppState(({ page }) =>
    page.data.kind === 'cart' || page.data.kind.startsWith('checkout') ? page.virtualPath : page.head,
  );
  const isSecret = useAppState(({ page }) => hasSecretAddress(page));
  useSyncExternalStore(consent.subscribe, consent.getSnapshot);
  const statistics = consent.isGranted('statistics');
  const marketing = consent.isGranted('marketing');

  useEffect(() => {
    openDataLayer();
    return () => {
      closeDataLayer();
      removeTrackingCookies();
      if (isTagManagerLoaded()) reload();
    };
  }, [reload]);

  useEffect(() => {
    updateTagConsent({ statistics, marketing });
    // Tags read the URL of the page, which may give access to a test result. Such pages are documents of
    // their own.
    if (!isSecret) loadTagManager(containerId, { statistics, marketing });
    if (!statistics) removeTrackingCookies();
  }, [containerId, statistics, marketing, isSecret]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view says that another page is seen
  useEffect(() => {
    if (!statistics || !api || !pages) return;
    const { page } = store.getState();
    pushEvent(
      isSecret
        ? { event: 'pageView', path: null, title: null, kind: page.data.kind }
        : { event: 'pageView', path: page.virtualPath, title: page.head.title, kind: page.data.kind },
    );
    const { data } = page;
    const seen =
      data.kind === 'cart'
        ? { event: 'viewCart' as const, calculated: data.loaded.calculatedCart }
        : data.kind === 'checkoutBilling'
          ? { event: 'beginCheckout' as const, calculated: data.frame.calculated }
          : null;
    if (seen) {
      void import('./cart-events.ts')
        .then(({ trackCartView }) =>
          trackCartView(seen.event, seen.calculated, {
            brand,
            findCategory: createCategoryFinder(api, data),
            send: (event, items) => pushEvent({ event, currency: 'EUR', items }),
          }),
        )
        .catch(() => undefined);
    }
    const root = document.getElementById('main');
    if (!root) return;
    return watchImpressions({
      root,
      brand,
      findProduct: (productId) =>
        pages.listProductCards(store.getState().page.data).find((product) => product.productId === productId),
      findCategory: createCategoryFinder(api, store.getState().page.data),
      send: (impressions) =>
        pushEvent({ event: 'productImpressions', list: page.data.kind, currency: 'EUR', impressions }),
    });
  }, [statistics, api, pages, store, brand, view, isSecret]);

  useEffect(() => {
    if (!statistics || !api) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Shares its code with the mini-cart. Visitors without a cart load neither.
    void Promise.all([
      import('./cart-events.ts'),
      import('../store/cart.ts'),
      import('../store/visitor-cart-id.ts'),
    ])
      .then(([{ trackCartChanges }, { cart }, { getBrowserCart, onCartChange }]) => {
        if (isGone) return;
        stop = trackCartChanges(cart, onCartChange, {
          hasCart: getBrowserCart(store.getState().scope).id !== null,
          brand,
          findCategory: createCategoryFinder(api, store.getState().page.data),
          send: (event, items) => pushEvent({ event, currency: 'EUR', items }),
        });
      })
      // Tracking failures are ignored.
      .catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [statistics, api, store, brand]);

  useEffect(() => {
    if (!statistics || !api) return;
    const trackOrder = () => {
      const { order } = placedOrderStore.getState();
      if (!order) return;
      void import('./purchase-event.ts')
        .then(({ trackPurchase }) =>
          trackPurchase(order, {
            brand,
            findCategory: createCategoryFinder(api, store.getState().page.data),
            send: pushEvent,
          }),
        )
        .catch(() => undefined);
    };
    trackOrder();
    return placedOrderStore.subscribe(trackOrder);
  }, [statistics, api, store, brand]);

  return null;
}
