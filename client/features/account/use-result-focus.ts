import { type RefObject, useEffect, useRef } from 'react';
import type { ActionResult } from '../../forms/action-result.ts';

/**
 * Brings the focus to what is told of a form whose own place may be gone, or is far away.
 *
 * @param result of the form, where it is told here; null where it is not
 * @returns goes on what tells of it, which has `tabIndex={-1}`
 */
export function useResultFocus(result: ActionResult | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) place.current?.focus();
  }, [result]);
  return place;
}
