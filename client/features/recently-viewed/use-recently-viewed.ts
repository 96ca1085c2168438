import { useEffect, useState } from 'react';
import {
  addRecentlyViewed,
  getRecentlyViewed,
  parseRecentlyViewed,
  RECENTLY_VIEWED_STORAGE_KEY,
} from '../../../shared/rules/recently-viewed.ts';
import { useApi } from '../../api/api-context.tsx';
import { consent } from '../../store/consent.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import { toListedProduct } from '../../store/listed-product.ts';

/** Reads the stored ids. A private window may have no storage; then the list is empty. */
function readStoredProductIds(): readonly number[] {
  try {
    return parseRecentlyViewed(localStorage.getItem(RECENTLY_VIEWED_STORAGE_KEY));
  } catch {
    return [];
  }
}

function storeProductIds(productIds: readonly number[] | null): void {
  try {
    if (productIds === null) localStorage.removeItem(RECENTLY_VIEWED_STORAGE_KEY);
    else localStorage.setItem(RECENTLY_VIEWED_STORAGE_KEY, JSON.stringify(productIds));
  } catch {
    // The storage is full or forbidden; this product is not remembered.
  }
}

/**
 * Returns the products that this browser viewed before, newest first. The list is empty until it is loaded.
 * Ids are stored only with the visitor's consent and are deleted when the visitor withdraws it.
 *
 * @param productId product of the page, which is added to the list; null on a page without one
 */
export function useRecentlyViewed(productId: number | null): readonly ListedProduct[] {
  const api = useApi();
  const [isAllowed, setIsAllowed] = useState(false);
  const [products, setProducts] = useState<readonly ListedProduct[]>([]);

  useEffect(() => {
    const update = () => {
      const isGranted = consent.isGranted('preferences');
      if (!isGranted) storeProductIds(null);
      setIsAllowed(isGranted);
    };
    update();
    return consent.subscribe(update);
  }, []);

  useEffect(() => {
    setProducts([]);
    if (!isAllowed || !api) return;
    const known = readStoredProductIds();
    const ids = productId === null ? known : addRecentlyViewed(known, productId);
    if (ids !== known) storeProductIds(ids);
    const others = getRecentlyViewed(ids, productId);
    if (others.length === 0) return;
    const controller = new AbortController();
    api
      .fetchProducts({ query: { ids: others.join(',') } }, { signal: controller.signal })
      .then((found) => {
        if (!controller.signal.aborted) setProducts(found.map(toListedProduct));
      })
      // The page is complete without these products.
      .catch(() => undefined);
    return () => controller.abort();
  }, [isAllowed, api, productId]);

  return products;
}
