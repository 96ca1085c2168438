import { type FocusEvent, type ReactNode, useState } from 'react';

type SuggestionsModule = typeof import('./Suggestions.tsx');

/**
 * Suggestions for a search field, whose code comes when somebody first goes to the field.
 *
 * @returns the field's focus handler, and what stands behind the field: positioned below the nearest positioned element
 */
export function useSuggestions(): {
  readonly handleFocus: (event: FocusEvent<HTMLInputElement>) => void;
  readonly list: ReactNode;
} {
  const [part, setPart] = useState<{ module: SuggestionsModule; field: HTMLInputElement } | null>(null);
  return {
    handleFocus: ({ currentTarget: field }) => {
      if (part?.field === field) return;
      // Without it the field is a plain search field.
      import('./Suggestions.tsx').then((module) => setPart({ module, field })).catch(() => undefined);
    },
    list: part && <part.module.Suggestions key={`of ${part.field.defaultValue}`} field={part.field} />,
  };
}
