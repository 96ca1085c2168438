import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './StepIndicator.module.css';

interface IndicatorStep {
  readonly key: string;
  readonly content: ReactNode;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
}

/** Renders a progress as numbered discs on a line, ticked when they are done. */
export function StepIndicator({ label, steps }: { label?: string; steps: readonly IndicatorStep[] }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ key, content, isDone, isCurrent }) => (
        <li
          key={key}
          className={isDone ? styles.done : undefined}
          aria-current={isCurrent ? 'step' : undefined}
        >
          {isDone && (
            <span className={styles.tick}>
              <Icon name="check" size="small" />
            </span>
          )}
          {content}
        </li>
      ))}
    </ol>
  );
}
