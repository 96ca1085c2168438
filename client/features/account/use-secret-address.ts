import { useEffect } from 'react';

/** Takes what only its reader may know out of the address as soon as the program is there, so that nothing that measures can read it. */
export function useSecretAddress(): void {
  useEffect(() => {
    if (window.location.search !== '') {
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
  }, []);
}
