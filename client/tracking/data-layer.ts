/**
 * Array that the tag manager reads and takes over. An entry may be a Google command, which is an Arguments
 * object.
 */
export type DataLayer = unknown[];

declare global {
  interface Window {
    dataLayer?: DataLayer | undefined;
  }
}

/** Adds an event if tracking is on; otherwise the event is dropped. */
export function pushEvent(event: Readonly<Record<string, unknown>>): void {
  window.dataLayer?.push(event);
}

/** Creates the array. */
export function openDataLayer(): void {
  window.dataLayer ??= [];
}

/** Drops all collected events and collects no further ones. */
export function closeDataLayer(): void {
  if (window.dataLayer) window.dataLayer.length = 0;
  window.dataLayer = undefined;
}
