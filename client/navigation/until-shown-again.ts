/**
 * Resolves when the browser shows this document again after it was left: with Back it may have kept it whole, script included. What
 * waited for the other document is over then. Never resolves where the document is gone.
 */
export function untilShownAgain(window: Window): Promise<void> {
  return new Promise((resolve) => {
    const handleShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.removeEventListener('pageshow', handleShow);
      resolve();
    };
    window.addEventListener('pageshow', handleShow);
  });
}
