import type { RqsResult } from '../../../shared/contract/lab-results.ts';

/** Factor between the greatest number of a row and the end of its scale. */
const SCALE_MARGIN = 1.15;

/** Positions of the numbers of a row, in percent of its width. */
export interface ChartPositions {
  readonly value: number;
  readonly targetFrom: number;
  readonly targetTo: number;
  readonly average: number;
}

const round = (share: number) => Math.round(share * 10) / 10;

/**
 * Returns the positions on a scale from 0 to slightly above the greatest number of the row. A percentage
 * scale ends at 100.
 */
export function placeOnScale({
  unit,
  value,
  min,
  max,
  average,
}: Pick<RqsResult['values'][number], 'unit' | 'value' | 'min' | 'max' | 'average'>): ChartPositions {
  const greatest = Math.max(value, max, average) * SCALE_MARGIN;
  const end = unit === '%' ? Math.min(100, greatest) : greatest;
  const place = (figure: number) => round((Math.max(0, figure) / end) * 100);
  return { value: place(value), targetFrom: place(min), targetTo: place(max), average: place(average) };
}
