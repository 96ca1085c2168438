import type { ListDifference } from '../shop-store/shop-records.ts';
import type { ImportSummary, ShopComparison, UnimportedRecord } from './import-shop.ts';

/** Maximum number of lines. Longer lists are unreadable; a first import would list every record. */
const MAX_REPORT_LINES = 60;
const MAX_LISTED_RECORDS = 40;

const formatListName = ({ file, list }: { readonly file: string; readonly list: string }): string =>
  list === '' ? file : `${file} · ${list}`;

/** Returns a line for each list: `  catalogue.json · products: 2 added (a, b), 1 changed (c)`. */
export function describeDifferences(differences: readonly ListDifference[]): string[] {
  const lists = Map.groupBy(differences, formatListName);
  const lines = [...lists].map(([name, parts]) => {
    const summaries = parts.map(({ how, count, keys }) => {
      const more = count > keys.length ? ` and ${count - keys.length} more` : '';
      return `${count} ${how} (${keys.join(', ')}${more})`;
    });
    return `  ${name}: ${summaries.join(', ')}`;
  });
  const counts = (['added', 'changed', 'withdrawn'] as const).map((how) => {
    const count = differences.reduce((sum, part) => sum + (part.how === how ? part.count : 0), 0);
    return `${count} ${how}`;
  });
  if (lines.length > MAX_REPORT_LINES) {
    lines.splice(
      MAX_REPORT_LINES,
      Number.POSITIVE_INFINITY,
      `  and ${lines.length - MAX_REPORT_LINES} lists more`,
    );
  }
  return [...lines, `Records: ${counts.join(', ')}.`];
}

/** Lists records edited by staff that the import left unchanged. */
export function describeUnimportedRecords(kept: readonly UnimportedRecord[]): string[] {
  if (kept.length === 0) return [];
  const lines = kept
    .slice(0, MAX_LISTED_RECORDS)
    .map(
      (record) =>
        `  ${formatListName(record)} · ${record.key}${record.isNewInFiles ? ', which is new in the files' : ''}`,
    );
  if (kept.length > MAX_LISTED_RECORDS) lines.push(`  and ${kept.length - MAX_LISTED_RECORDS} more`);
  return [
    `Not imported, because staff have changed them since the last import (use --overwrite to import them):`,
    ...lines,
  ];
}

/** Returns the lines that `--check` prints. */
export const describeComparison = ({ differences, kept }: ShopComparison): string[] => [
  'The files can be imported. Nothing was written.',
  ...describeDifferences(differences),
  ...describeUnimportedRecords(kept),
];

/** Lists the changes made by an import. */
export const describeImport = ({ differences, kept }: ImportSummary): string[] => [
  ...describeDifferences(differences),
  ...describeUnimportedRecords(kept),
];
