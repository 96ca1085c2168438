import { useEffect, useState } from 'react';
import type { AskedAdvice } from '../../../shared/rules/feed-advice/advice-query.ts';
import type { AdviceWarning } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { useApi } from '../../api/api-context.tsx';

/** A weight under the fingers says something with every figure: asked is when they rest, in milliseconds. */
const REST_MS = 400;

/**
 * What the feed calculator warns of for a ration beside hay. The page of a product knows no more of the model than its limits, so the
 * shop is asked.
 *
 * @param asked null where there is nothing to ask
 * @returns null until it is known
 */
export function useRationWarnings(asked: AskedAdvice | null): readonly AdviceWarning[] | null {
  const api = useApi();
  const key = asked && JSON.stringify(asked);
  const [known, setKnown] = useState<{ key: string; warnings: readonly AdviceWarning[] } | null>(null);
  useEffect(() => {
    if (!api || key === null) return;
    const controller = new AbortController();
    const ask = async () => {
      const answer = await api.calculateFeedAdvice({ body: JSON.parse(key) }, { signal: controller.signal });
      const warnings = answer.determined ? (answer.proposals[0]?.warnings ?? []) : [];
      setKnown({ key, warnings });
    };
    // Where nobody answers, the amount and its limit are told all the same.
    const timer = window.setTimeout(() => void ask().catch(() => undefined), REST_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [api, key]);
  return known !== null && known.key === key ? known.warnings : null;
}
