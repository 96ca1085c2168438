/** Attribute of a link that a component handles, until that component is hydrated. */
export const PENDING_HYDRATION_ATTRIBUTE = 'data-waits';

/**
 * Props of a link with an `onClick`. Until its component listens, the browser would follow the link.
 * Therefore the start script prevents a click (`client/start/delay-link-clicks.ts`) and repeats it as soon as the
 * attribute is removed.
 */
export const pendingHydrationProps = {
  [PENDING_HYDRATION_ATTRIBUTE]: '',
  ref: (element: HTMLElement | null): void => element?.removeAttribute(PENDING_HYDRATION_ATTRIBUTE),
} as const;
