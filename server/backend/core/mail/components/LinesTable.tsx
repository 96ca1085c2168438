import type { CSSProperties } from 'react';
import type { BrandColours } from '../brand-colours.ts';
import { type MailTable, requireCells } from '../mail-content.ts';

interface LinesTableProps {
  readonly table: MailTable;
  readonly colours: BrandColours;
}

/** Lines of an order with totals. */
export function LinesTable({ table, colours }: LinesTableProps) {
  requireCells(table);
  const { columns, rows, footer = [] } = table;
  const getCellStyle = (column: number): CSSProperties =>
    columns[column]?.align === 'end'
      ? { padding: '6px 0 6px 12px', verticalAlign: 'top', textAlign: 'right' }
      : { padding: '6px 12px 6px 0', verticalAlign: 'top', textAlign: 'left' };
  const line: CSSProperties = { borderTop: `1px solid ${colours.line}` };
  const renderRow = (row: readonly string[], own: CSSProperties, key: number) => (
    <tr key={key}>
      {row.map((cell, column) => (
        <td key={column} style={{ ...getCellStyle(column), ...own }}>
          {cell}
        </td>
      ))}
    </tr>
  );
  return (
    <table
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style={{ margin: '0 0 16px', borderCollapse: 'collapse' }}
    >
      <thead>
        <tr>
          {columns.map(({ label }, column) => (
            <th
              key={column}
              scope="col"
              style={{ ...getCellStyle(column), color: colours.inkSoft, fontWeight: 'normal' }}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map((row, at) => renderRow(row, line, at))}</tbody>
      {footer.length > 0 && (
        <tfoot>{footer.map((row, at) => renderRow(row, { ...line, fontWeight: 'bold' }, at))}</tfoot>
      )}
    </table>
  );
}
