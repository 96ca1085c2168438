import { type RefObject, useEffect, useRef } from 'react';
import type { ActionResult } from '../../forms/action-result.ts';

/**
 * Moves the focus to the result of a form that may be gone or far away on the page.
 *
 * @param result result of the form, or null if it is not shown here
 * @returns ref for the element that shows the result and has `tabIndex={-1}`
 */
export function useResultFocus(result: ActionResult | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) place.current?.focus();
  }, [result]);
  return place;
}
