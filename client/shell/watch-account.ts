import type { Api } from '../../shared/api/client.ts';
import { onPageRestored } from '../navigation/on-page-restored.ts';
import { account } from '../store/account.ts';
import { onAccountChange } from '../store/account-change.ts';
import type { ScopeState } from '../store/app-store.ts';
import { mayBeSignedIn } from '../store/may-be-signed-in.ts';
import type { Shop } from '../store/shop.tsx';
import { getBrowserCart } from '../store/visitor-cart-id.ts';

/**
 * Shows the number of unread items in every badge of the page (`AccountBadge`). The header is static HTML,
 * which React does not update.
 */
function showUnreadCount(t: Shop['t']): void {
  const { info } = account.get();
  const count = info ? info.unreadQuickscanResults + info.unreadFeedAdvice : 0;
  for (const badge of document.querySelectorAll<HTMLElement>('[data-account-unread]')) {
    badge.textContent = count === 0 ? '' : String(count);
    badge.hidden = count === 0;
  }
  const words = [
    ...(info ? [t('account.signedInAs', { name: info.firstName })] : []),
    ...(count > 0 ? [t('account.new', { smart_count: count })] : []),
  ];
  for (const place of document.querySelectorAll('[data-account-words]')) {
    place.textContent = words.length === 0 ? '' : `, ${words.join(', ')}`;
  }
}

/**
 * Loads the signed-in account and shows it. Removes another user's data from the page when another tab signs
 * in or out, or when the page is restored from the back/forward cache.
 *
 * @returns function that stops watching
 */
export function watchAccount({
  api,
  t,
  scope,
}: {
  readonly api: Api;
  readonly t: Shop['t'];
  readonly scope: Pick<ScopeState, 'site' | 'language'>;
}): () => void {
  const reloadAccount = () => {
    account.clear();
    if (!mayBeSignedIn()) getBrowserCart(scope).forget({ isGone: true });
    window.location.reload();
  };
  const unsubscribeFromChanges = onAccountChange(reloadAccount);
  const unsubscribeFromAccount = account.subscribe(() => showUnreadCount(t));
  const stopWatching = onPageRestored(() => {
    if (!mayBeSignedIn()) reloadAccount();
  });
  if (account.get().isLoaded) showUnreadCount(t);
  else void account.load(api);
  return () => {
    unsubscribeFromChanges();
    unsubscribeFromAccount();
    stopWatching();
  };
}
