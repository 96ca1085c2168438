import type { ReactNode } from 'react';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './RadioCards.module.css';

interface RadioCardsProps {
  legend: ReactNode;
  /** Two beside each other where there is room: short ones. */
  isPaired?: boolean;
  children: ReactNode;
}

/** A choice of one: cards below each other, named by their legend. */
export function RadioCards({ legend, isPaired = false, children }: RadioCardsProps) {
  return (
    <fieldset className={joinClasses(styles.cards, isPaired && styles.paired)}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface RadioCardProps {
  id?: string;
  name: string;
  value: string;
  /** Stands before the words. */
  picture?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** Stands on the right: what it costs, how far it is. */
  aside?: ReactNode;
  isChosen: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  onChoose?: () => void;
  /** Seen while the card is chosen. */
  children?: ReactNode;
}

/** One card; its body is open while it is chosen, without script, too. */
export function RadioCard({
  id,
  name,
  value,
  picture,
  title,
  note,
  aside,
  isChosen,
  isInvalid = false,
  describedBy,
  onChoose,
  children,
}: RadioCardProps) {
  return (
    <div className={styles.card}>
      <label className={styles.label}>
        <input
          id={id}
          type="radio"
          name={name}
          value={value}
          defaultChecked={isChosen}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          onChange={onChoose}
        />
        {picture}
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {note && <span className={joinClasses('small', 'soft', styles.note)}>{note}</span>}
        </span>
        {aside && <span className={styles.aside}>{aside}</span>}
      </label>
      {children && <div className={styles.body}>{children}</div>}
    </div>
  );
}
