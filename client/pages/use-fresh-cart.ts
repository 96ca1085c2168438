import { useEffect } from 'react';
import { onCartChange } from '../store/visitor-cart.ts';
import { usePages } from './pages-context.ts';

/** The page follows what another tab does with the cart; one that the browser has kept is asked for anew, since the cart may have become an order. */
export function useFreshCart(): void {
  const pages = usePages();
  useEffect(() => {
    const handleReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    const stopFollowing = onCartChange((isElsewhere) => {
      if (isElsewhere) void pages?.invalidate(['cart']);
    });
    window.addEventListener('pageshow', handleReturn);
    return () => {
      stopFollowing();
      window.removeEventListener('pageshow', handleReturn);
    };
  }, [pages]);
}
