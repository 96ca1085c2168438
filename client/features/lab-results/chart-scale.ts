import type { RqsResult } from '../../../shared/contract/lab-results.ts';

/** Share of the width beyond the greatest figure of a row. */
const MARGIN = 1.15;

/** Where the figures of a row stand, in percent of its width. */
export interface ChartPlaces {
  readonly value: number;
  readonly targetFrom: number;
  readonly targetTo: number;
  readonly average: number;
}

const round = (share: number) => Math.round(share * 10) / 10;

/** Places the figures of a row on a scale of its own, from nothing to a little above the greatest of them; a percentage ends at 100. */
export function placeOnScale({
  unit,
  value,
  min,
  max,
  average,
}: Pick<RqsResult['values'][number], 'unit' | 'value' | 'min' | 'max' | 'average'>): ChartPlaces {
  const greatest = Math.max(value, max, average) * MARGIN;
  const end = unit === '%' ? Math.min(100, greatest) : greatest;
  const place = (figure: number) => round((Math.max(0, figure) / end) * 100);
  return { value: place(value), targetFrom: place(min), targetTo: place(max), average: place(average) };
}
