const CHANGED_KEY = 'account-changed';

/** Tells the other tabs that somebody has signed in or out: what they show may be another person's. */
export function announceAccountChange(): void {
  try {
    localStorage.setItem(CHANGED_KEY, `${Date.now()} ${Math.random()}`);
  } catch {
    // Full or forbidden: the other tabs find out with their next call.
  }
}

/**
 * Calls when another tab has said so.
 *
 * @returns ends it
 */
export function onAccountChange(listener: () => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key === CHANGED_KEY) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
