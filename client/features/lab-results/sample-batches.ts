import { isRefusedVerdict } from '../../../shared/rules/lab-results.ts';
import type { AccountSample } from './load-report.ts';

/** Samples of one batch of roughage. */
export interface SampleBatch {
  readonly batch: string;
  readonly sampleName: string;
  /** Hygiene class that forbids feeding the batch; null for other classes. */
  readonly refused: 'C' | 'D' | null;
  /** Samples, the one with the worst verdict first. */
  readonly samples: readonly AccountSample[];
}

/** Returns the rank of a verdict: D, C and B before all verdicts that need no action. */
function getUrgencyRank({ kind, verdict }: AccountSample): number {
  if (verdict === null) return 4;
  const rank = ['D', 'C', 'B'].indexOf(verdict);
  if (rank < 0) return 3;
  // Both reports of a refused batch have its class. The hygiene scan comes first, because it found the
  // problem.
  return kind === 'qs' ? rank : rank + 0.5;
}

/**
 * Groups samples by batch. The worst verdict comes first, then the latest result. Samples without a result
 * keep their order.
 */
export function groupSamplesByBatch(samples: readonly AccountSample[]): SampleBatch[] {
  const getLatest = (own: SampleBatch) =>
    own.samples
      .map(({ resultDate }) => resultDate ?? '')
      .toSorted()
      .at(-1) ?? '';
  const getWorst = ({ samples: [first] }: SampleBatch) => (first ? getUrgencyRank(first) : 4);
  return [...new Set(samples.map(({ batch }) => batch))]
    .map((batch): SampleBatch => {
      const own = samples.filter((sample) => sample.batch === batch);
      const sorted = own.toSorted((a, b) => getUrgencyRank(a) - getUrgencyRank(b));
      const [worst] = sorted;
      const verdict = worst?.verdict ?? null;
      return {
        batch,
        sampleName: worst?.sampleName ?? '',
        refused: verdict !== null && isRefusedVerdict(verdict) ? verdict : null,
        samples: sorted,
      };
    })
    .toSorted((a, b) => getWorst(a) - getWorst(b) || getLatest(b).localeCompare(getLatest(a)));
}
