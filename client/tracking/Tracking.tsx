import { useEffect, useSyncExternalStore } from 'react';
import { tellsPlace } from '../../shared/rules/dealers/place-parameters.ts';
import { useApi } from '../api/api-context.tsx';
import { usePages } from '../pages/pages-context.ts';
import type { AppState } from '../store/app-store.ts';
import { consent } from '../store/consent.ts';
import { placedOrder } from '../store/placed-order.ts';
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
  /** Loads this page anew; a test gives its own. */
  reload?: () => void;
}

/**
 * The address of such a page holds the key of a result of a roughage test, also where it could not be shown, or may lead back to one that
 * does; or it says where somebody is, also where that made no sense.
 */
const hasSecretAddress = ({ data, virtualPath }: AppState['page']): boolean =>
  (data.kind === 'feedCalculator' && data.answers.rqs !== null) ||
  ((data.kind === 'accountLogin' || data.kind === 'checkoutLogin') &&
    data.returnPath?.includes('?') === true) ||
  /\/r?qs\/.|[?&]rqs=/i.test(virtualPath) ||
  tellsPlace(window.location.search);

const reloadWindow = () => window.location.reload();

/**
 * Measures as long as it is there, which is as long as the visitor allows statistics or marketing on a site with a tag manager. Page views
 * and impressions are statistics: without those only the tag manager is loaded. When it goes, the data are cleared; a tag manager that
 * runs can only be ended with the document, so its cookies are removed and the page is loaded anew.
 */
export function Tracking({ reload = reloadWindow }: TrackingProps) {
  const { brand } = useShop();
  const api = useApi();
  const pages = usePages();
  const store = useAppStore();
  const containerId = useAppState((state) => state.scope.site.gtmContainerId);
  // Stays the same while 'Show more' makes a list longer, though its address changes: that is one view of one list.
  // So do the cart and the checkout while what is in it changes.
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
    // Its tags read the address of the page, which may be the right to read a result. Such pages are documents of their own.
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
        .then(({ tellCartView }) =>
          tellCartView(seen.event, seen.calculated, {
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
        pages.listCards(store.getState().page.data).find((product) => product.productId === productId),
      findCategory: createCategoryFinder(api, store.getState().page.data),
      send: (impressions) =>
        pushEvent({ event: 'productImpressions', list: page.data.kind, currency: 'EUR', impressions }),
    });
  }, [statistics, api, pages, store, brand, view, isSecret]);

  useEffect(() => {
    if (!statistics || !api) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Shares its code with the mini-cart; who has no cart waits for neither.
    void Promise.all([
      import('./cart-events.ts'),
      import('../store/cart.ts'),
      import('../store/visitor-cart.ts'),
    ])
      .then(([{ watchCart }, { cart }, { getBrowserCart, onCartChange }]) => {
        if (isGone) return;
        stop = watchCart(cart, onCartChange, {
          hasCart: getBrowserCart(store.getState().scope).id !== null,
          brand,
          findCategory: createCategoryFinder(api, store.getState().page.data),
          send: (event, items) => pushEvent({ event, currency: 'EUR', items }),
        });
      })
      // What cannot be measured is not missed.
      .catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [statistics, api, store, brand]);

  useEffect(() => {
    if (!statistics || !api) return;
    const tell = () => {
      const { order } = placedOrder.getState();
      if (!order) return;
      void import('./purchase-event.ts')
        .then(({ tellPurchase }) =>
          tellPurchase(order, {
            brand,
            findCategory: createCategoryFinder(api, store.getState().page.data),
            send: pushEvent,
          }),
        )
        .catch(() => undefined);
    };
    tell();
    return placedOrder.subscribe(tell);
  }, [statistics, api, store, brand]);

  return null;
}
