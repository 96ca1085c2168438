import type { ReactNode } from 'react';
import { Sequence } from './Sequence.tsx';

/** Message that explains why an operation was refused. It receives the focus when the page opens. */
export const Refusal = ({
  message,
  details = [],
  fieldMessageId = null,
}: {
  readonly message: string;
  readonly details?: readonly ReactNode[] | undefined;
  /** Id of the message of a field that receives the focus instead. */
  readonly fieldMessageId?: string | null;
}) => (
  <div
    className="fault"
    role="alert"
    tabIndex={-1}
    {...(fieldMessageId === null ? { autoFocus: true } : { id: fieldMessageId })}
  >
    <p>{message}</p>
    {details.length > 0 && (
      <ul>
        <Sequence of={details.map((detail) => <li>{detail}</li>)} />
      </ul>
    )}
  </div>
);
