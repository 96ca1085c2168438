import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type * as suggestions from './Suggestions.tsx';

/**
 * Provides suggestions for a search field. Their code is loaded when the field is first focused, including a
 * focus before hydration.
 *
 * @returns the field's ref and focus handler, and the element to render after the field, positioned below
 *   the nearest positioned ancestor
 */
export function useSuggestions(): {
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  readonly handleFocus: (event: FocusEvent<HTMLInputElement>) => void;
  readonly list: ReactNode;
} {
  const [part, setPart] = useState<{ module: typeof suggestions; field: HTMLInputElement } | null>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  const bring = (field: HTMLInputElement) => {
    // Without this code the field is a plain search field.
    import('./Suggestions.tsx').then((module) => setPart({ module, field })).catch(() => undefined);
  };
  // A field that was focused before hydration fires no focus event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is taken over
  useEffect(() => {
    const field = fieldRef.current;
    if (field && field === document.activeElement) bring(field);
  }, []);
  return {
    fieldRef,
    handleFocus: ({ currentTarget: field }) => {
      if (part?.field !== field) bring(field);
    },
    list: part && <part.module.Suggestions key={`of ${part.field.defaultValue}`} field={part.field} />,
  };
}
