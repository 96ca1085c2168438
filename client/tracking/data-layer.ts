/** What the tag manager reads: a list that it takes over. An entry may be a command of Google's, which is an Arguments object. */
export type DataLayer = unknown[];

declare global {
  interface Window {
    dataLayer?: DataLayer | undefined;
  }
}

/** Adds an event where measuring is on; else it is lost, as it must be. */
export function pushEvent(event: Readonly<Record<string, unknown>>): void {
  window.dataLayer?.push(event);
}

/** Begins the list. */
export function openDataLayer(): void {
  window.dataLayer ??= [];
}

/** Forgets all that was collected; what comes later is not collected. */
export function closeDataLayer(): void {
  if (window.dataLayer) window.dataLayer.length = 0;
  window.dataLayer = undefined;
}
