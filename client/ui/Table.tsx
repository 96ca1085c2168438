import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface TableProps {
  /** Name of the table. */
  caption: string;
  /** Whether the caption is for screen readers only, because a heading above repeats it. */
  isCaptionHidden?: boolean;
  /** Headings of the two columns, if they need any. */
  head?: readonly [string, string];
  rows: readonly { readonly key: string; readonly header: ReactNode; readonly value: ReactNode }[];
  /** 'figures' are right-aligned numbers; 'words' are left-aligned text. */
  values?: 'figures' | 'words';
}

/** Renders details in two columns: the name on the left, the value on the right. */
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
