import { useEffect } from 'react';
import { onPageRestored } from '../navigation/on-page-restored.ts';
import { onCartChange } from '../store/visitor-cart-id.ts';
import { usePages } from './pages-context.ts';

/**
 * Reloads the page when another tab changes the cart, and follows a resulting redirect. Reloads a page
 * restored from the back/forward cache, because the cart may have become an order.
 */
export function useReloadOnCartChange(): void {
  const pages = usePages();
  useEffect(() => {
    const follow = async () => {
      const address = (await pages?.invalidate(['cart'])) ?? null;
      // Opens a new document, because the layout of the target may differ.
      if (address !== null) window.location.replace(address);
    };
    const stopFollowing = onCartChange((isOtherTab) => {
      if (isOtherTab) void follow();
    });
    const stopWatching = onPageRestored(() => window.location.reload());
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [pages]);
}
