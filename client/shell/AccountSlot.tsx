import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAppState, useShop } from '../store/shop.tsx';
import { mayBeSignedIn } from '../store/signed-in.ts';

/** Follows who is signed in, for the badges of the page and for other tabs. Whoever has no session needs none of that code. */
export function AccountSlot() {
  const api = useApi();
  const { t } = useShop();
  const scope = useAppState((state) => state.scope);
  useEffect(() => {
    if (!api || !mayBeSignedIn()) return;
    let end: (() => void) | undefined;
    let hasLeft = false;
    // Without its code the page only lacks a figure.
    import('./watch-account.ts').then(
      ({ watchAccount }) => {
        if (!hasLeft) end = watchAccount({ api, t, scope });
      },
      () => undefined,
    );
    return () => {
      hasLeft = true;
      end?.();
    };
  }, [api, t, scope]);
  return null;
}
