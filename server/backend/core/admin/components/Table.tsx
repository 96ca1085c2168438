import type { ReactNode } from 'react';
import { EmptyMessage } from './EmptyMessage.tsx';
import { Sequence } from './Sequence.tsx';

/** Content of a table cell or of a value in a description list. */
export type Cell = ReactNode;

/** Returns the content of a cell; a dash if it has none. */
export const fillCell = (cell: Cell): ReactNode => cell ?? '–';

/** Table, or a message if it has no rows. */
export function Table({
  headings,
  rows,
  empty,
  caption,
  figures = [],
}: {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Message if the table has no rows. */
  readonly empty: string;
  readonly caption: string;
  /** Columns (from 0) that are right-aligned. */
  readonly figures?: readonly number[];
}) {
  if (rows.length === 0) return <EmptyMessage text={empty} />;
  const nameOf = (column: number) => (figures.includes(column) ? 'figure' : 'words');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table that scrolls is a region, not a section of the page
    <div
      className="scroll"
      role="region"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
      tabIndex={0}
      aria-label={caption}
    >
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <Sequence
              of={headings.map((heading, column) => (
                <th scope="col" className={nameOf(column)}>
                  {heading}
                </th>
              ))}
            />
          </tr>
        </thead>
        <tbody>
          <Sequence
            of={rows.map((row) => (
              <tr>
                <Sequence
                  of={row.map((cell, column) => (
                    <td className={nameOf(column)} data-label={headings[column] ?? ''}>
                      {fillCell(cell)}
                    </td>
                  ))}
                />
              </tr>
            ))}
          />
        </tbody>
      </table>
    </div>
  );
}
