/**
 * Calls a function each time the browser restores this document from its back/forward cache: it has missed
 * all changes since.
 *
 * @returns a function that stops it
 */
export function onPageRestored(handleRestored: () => void): () => void {
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) handleRestored();
  };
  window.addEventListener('pageshow', handleShow);
  return () => window.removeEventListener('pageshow', handleShow);
}
