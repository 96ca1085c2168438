import { Sequence } from './Sequence.tsx';

/** Difference of two texts, with what was added and what was removed. */
export const TextDifference = ({
  parts,
}: {
  readonly parts: readonly { readonly value: string; readonly added: boolean; readonly removed: boolean }[];
}) => (
  <Sequence
    of={parts.map(({ value, added, removed }) =>
      added ? <ins>{value}</ins> : removed ? <del>{value}</del> : value,
    )}
  />
);
