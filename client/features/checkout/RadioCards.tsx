import type { ReactNode } from 'react';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './RadioCards.module.css';

interface RadioCardsProps {
  legend: ReactNode;
  /** Whether short cards are side by side if there is room. */
  isPaired?: boolean;
  children: ReactNode;
}

/** Renders a group of radio cards below each other, named by their legend. */
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
  /** Picture before the label. */
  picture?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** Content on the right, such as the cost or the distance. */
  aside?: ReactNode;
  isChosen: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  onChoose?: () => void;
  /** Body, visible while the card is chosen. */
  children?: ReactNode;
}

/** Renders one card. Its body is open while the card is chosen, also without script. */
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
