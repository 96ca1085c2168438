import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface TableProps {
  /** Name of the table. */
  caption: string;
  /** The caption only for those who listen, where a heading above already says it. */
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
    // On a telephone the words stand below their name; a table laid out as blocks loses its roles in some browsers, so they are named.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" className={joinClasses(styles.table, values === 'words' && styles.words)}>
      <caption>{isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}</caption>
      {head && (
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {head[0]}
            </th>
            <th role="columnheader" scope="col">
              {head[1]}
            </th>
          </tr>
        </thead>
      )}
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.key} role="row">
            <th role="rowheader" scope="row">
              {row.header}
            </th>
            <td role="cell">{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
