/**
 * Resolves when the browser shows this document again after it was left, because Back may restore it from the
 * back/forward cache with its script state. Waiting for the other document then ends. Never resolves if the
 * document is discarded.
 */
export function waitUntilPageRestored(window: Window): Promise<void> {
  return new Promise((resolve) => {
    const handleShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.removeEventListener('pageshow', handleShow);
      resolve();
    };
    window.addEventListener('pageshow', handleShow);
  });
}
