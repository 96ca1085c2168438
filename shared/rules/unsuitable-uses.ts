/** Horses and work that a feed is unsuitable for. */
export type Unsuitable = 'heavyWork' | 'noWork' | 'sugarSensitive';

/**
 * Maximum of sugar and starch together in feeds that the shop recommends for laminitis-prone horses, percent
 * as fed.
 */
export const sugarSensitiveLimitPercent = 12;

interface LabelledFeed {
  readonly dosage: {
    readonly mode: 'byWork' | 'fixed' | 'byStage';
    readonly rows: readonly { readonly level: string; readonly gramsPer100Kg: number }[];
  } | null;
  readonly constituents: readonly { readonly key: string; readonly value: number }[];
}

/**
 * Returns who a feed is unsuitable for, by its label and dosage table. Only for feeds that are dosed by work:
 * supplements are given in small amounts, and breeding feeds name their life stages.
 */
export function listUnsuitableUses({ dosage, constituents }: LabelledFeed): readonly Unsuitable[] {
  if (dosage?.mode !== 'byWork') return [];
  const isDosed = (wanted: string) =>
    dosage.rows.some(({ level, gramsPer100Kg }) => level === wanted && gramsPer100Kg > 0);
  const find = (wanted: string) => constituents.find(({ key }) => key === wanted)?.value ?? 0;
  const found: Unsuitable[] = [];
  if (find('starch') + find('sugar') > sugarSensitiveLimitPercent) found.push('sugarSensitive');
  if (!isDosed('none')) found.push('noWork');
  if (!isDosed('heavy')) found.push('heavyWork');
  return found;
}
