import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface TableProps {
  /** Name of the table. */
  caption: string;
  /** The caption for screen readers only, where a heading above already says it. */
  isCaptionHidden?: boolean;
  /** Names of the two columns, where they need any. */
  head?: readonly [string, string];
  rows: readonly { readonly key: string; readonly header: ReactNode; readonly value: ReactNode }[];
  /** 'figures' stand right, one below the other; 'words' stand left. */
  values?: 'figures' | 'words';
}

/** Facts in two columns: the name of each at the left, its value at the right. */
export function Table({ caption, isCaptionHidden = false, head, rows, values = 'figures' }: TableProps) {
  return (
    <table className={joinClasses(styles.table, values === 'words' && styles.words)}>
      <caption>{isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}</caption>
      {head && (
        <thead>
          <tr>
            <th scope="col">{head[0]}</th>
            <th scope="col">{head[1]}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.header}</th>
            <td>{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
