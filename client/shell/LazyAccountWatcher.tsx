import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { mayBeSignedIn } from '../store/may-be-signed-in.ts';
import { useAppState, useShop } from '../store/shop.tsx';

/**
 * Watches the signed-in account, for the badges of the page and for other tabs. The code is loaded only with
 * a session.
 */
export function LazyAccountWatcher() {
  const api = useApi();
  const { t } = useShop();
  const scope = useAppState((state) => state.scope);
  useEffect(() => {
    if (!api || !mayBeSignedIn()) return;
    let end: (() => void) | undefined;
    let isUnmounted = false;
    // Without the code the page only lacks the number.
    import('./watch-account.ts').then(
      ({ watchAccount }) => {
        if (!isUnmounted) end = watchAccount({ api, t, scope });
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      end?.();
    };
  }, [api, t, scope]);
  return null;
}
