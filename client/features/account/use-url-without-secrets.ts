import { useEffect } from 'react';

/** Removes secrets from the URL on hydration, so that no tracking script can read them. */
export function useUrlWithoutSecrets(): void {
  useEffect(() => {
    if (window.location.search !== '') {
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
  }, []);
}
