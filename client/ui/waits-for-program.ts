/** On a link or button that a component answers, until that component is live. */
export const WAITING_ATTRIBUTE = 'data-waits';

/**
 * What a link with an `onClick` carries beside it. Until its component listens, what it does natively would come first: the
 * page's first script holds a press back (`client/start/hold-links.ts`) and does it again as soon as the attribute is gone.
 */
export const waitsForProgram = {
  [WAITING_ATTRIBUTE]: '',
  ref: (element: HTMLElement | null): void => element?.removeAttribute(WAITING_ATTRIBUTE),
} as const;
