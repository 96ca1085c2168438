import { useEffect } from 'react';
import { onCartChange } from '../store/visitor-cart.ts';
import { usePages } from './pages-context.ts';

/** The page follows what another tab does with the cart, also where that leads to another page; one that the browser has kept is asked for anew, since the cart may have become an order. */
export function useFreshCart(): void {
  const pages = usePages();
  useEffect(() => {
    const handleReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    const follow = async () => {
      const address = (await pages?.invalidate(['cart'])) ?? null;
      // A document of its own: what stands around it may not be on this page.
      if (address !== null) window.location.replace(address);
    };
    const stopFollowing = onCartChange((isElsewhere) => {
      if (isElsewhere) void follow();
    });
    window.addEventListener('pageshow', handleReturn);
    return () => {
      stopFollowing();
      window.removeEventListener('pageshow', handleReturn);
    };
  }, [pages]);
}
