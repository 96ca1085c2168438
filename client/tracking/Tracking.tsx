import { useEffect, useSyncExternalStore } from 'react';
import { useApi } from '../api/api-context.tsx';
import { usePages } from '../pages/pages-context.ts';
import { consent } from '../store/consent.ts';
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
  const view = useAppState((state) => state.page.head);
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
    loadTagManager(containerId, { statistics, marketing });
    if (!statistics) removeTrackingCookies();
  }, [containerId, statistics, marketing]);

  useEffect(() => {
    if (!statistics || !api || !pages) return;
    const { page } = store.getState();
    pushEvent({ event: 'pageView', path: page.virtualPath, title: view.title, kind: page.data.kind });
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
  }, [statistics, api, pages, store, brand, view]);

  return null;
}
