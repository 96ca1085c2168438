import { useEffect, useState } from 'react';
import type { AdviceRequest } from '../../../shared/rules/feed-advice/advice-query.ts';
import type { AdviceWarning } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { useApi } from '../../api/api-context.tsx';
import { WEIGHT_DEBOUNCE_MS } from '../../features/feed-advice/weight-debounce.ts';

/**
 * Returns the feed calculator's warnings for a ration fed with hay. They are requested from the API, because
 * the product page knows only the limits of the model.
 *
 * @param request answers of the visitor, or null if nothing is to be requested
 * @returns null until the warnings are loaded
 */
export function useRationWarnings(request: AdviceRequest | null): readonly AdviceWarning[] | null {
  const api = useApi();
  const key = request && JSON.stringify(request);
  const [known, setKnown] = useState<{ key: string; warnings: readonly AdviceWarning[] } | null>(null);
  useEffect(() => {
    if (!api || key === null) return;
    const controller = new AbortController();
    const ask = async () => {
      const answer = await api.calculateFeedAdvice({ body: JSON.parse(key) }, { signal: controller.signal });
      const warnings = answer.determined ? (answer.proposals[0]?.warnings ?? []) : [];
      setKnown({ key, warnings });
    };
    // If the request fails, amount and limit are shown without warnings.
    const timer = window.setTimeout(() => void ask().catch(() => undefined), WEIGHT_DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [api, key]);
  return known !== null && known.key === key ? known.warnings : null;
}
