const ACCOUNT_CHANGED_STORAGE_KEY = 'account-changed';

/** Notifies other tabs that a user has signed in or out, because they may show another user's data. */
export function announceAccountChange(): void {
  try {
    localStorage.setItem(ACCOUNT_CHANGED_STORAGE_KEY, `${Date.now()} ${Math.random()}`);
  } catch {
    // The storage is full or forbidden; the other tabs notice with their next call.
  }
}

/**
 * Calls the listener when another tab has signed in or out.
 *
 * @returns function that removes the listener
 */
export function onAccountChange(listener: () => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key === ACCOUNT_CHANGED_STORAGE_KEY) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
