import { type ReactNode, useEffect, useState } from 'react';

interface PendingProps {
  isPending: boolean;
  /** Stands in for the content once waiting has become noticeable. */
  skeleton: ReactNode;
  /** How long nothing changes, in milliseconds (specification §9: 200). */
  delayMs?: number;
  children: ReactNode;
}

/** Shows what it has until the wait has lasted 200 ms, then the skeleton, then the result. */
export function Pending({ isPending, skeleton, delayMs = 200, children }: PendingProps) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isPending, delayMs]);
  return <div aria-busy={isPending || undefined}>{isPending && isLate ? skeleton : children}</div>;
}
