import { Sequence } from './Sequence.tsx';
import { type Cell, fillCell } from './Table.tsx';

/** Description list of the properties of a record. */
export const DetailList = ({
  details,
}: {
  readonly details: readonly (readonly [term: string, value: Cell])[];
}) => (
  <dl>
    <Sequence
      of={details.map(([term, value]) => (
        <div>
          <dt>{term}</dt>
          <dd>{fillCell(value)}</dd>
        </div>
      ))}
    />
  </dl>
);
