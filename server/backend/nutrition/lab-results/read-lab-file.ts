import { isObject } from '../../../../shared/rules/json-object.ts';
import { mineralColumns, qsColumns, rqsColumns } from '../../../../shared/rules/lab-files.ts';
import { roughageTestKinds } from '../../../../shared/rules/lab-results.ts';
import type { TranslatableFault } from '../../core/admin/operation.ts';

/** An error in a file and its location: the row as shown to people, and the field. Both may be missing. */
export interface LabFault {
  /** Row, such as 'row 17' or 'rqs 3'. */
  readonly row: string;
  readonly field: string;
  readonly problem: string;
  /** The error as shown on admin pages. */
  readonly message: TranslatableFault;
}

/** A raw row of the file: text values in CSV, any JSON values in JSON. */
export interface RawLabRow {
  /** 'row 17': the line on which it begins; 'rqs 3': the third row of the list. */
  readonly row: string;
  readonly cells: Readonly<Record<string, unknown>>;
}

/** A table in a file: its type and its rows. */
export interface LabTable {
  readonly kind: string;
  readonly rows: readonly RawLabRow[];
}

/** Sets of columns by table type. A header must be one of the sets, in this order. */
export type LabHeaders = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Headers of result files. */
export const resultHeaders: LabHeaders = {
  rqs: [rqsColumns, [...rqsColumns, ...mineralColumns]],
  qs: [qsColumns],
};

const createLabFault = (message: TranslatableFault, problem: string, row = '', field = ''): LabFault => ({
  row,
  field,
  problem,
  message,
});

/** Returns the name of a CSV row by the line on which it begins. */
const formatCsvRowName = (line: number): string => `row ${line}`;

/** Returns the line of a CSV row; undefined for a JSON row. */
export function getRowLineNumber(row: string): number | undefined {
  const line = /^row (\d+)$/.exec(row)?.[1];
  return line === undefined ? undefined : Number(line);
}

/**
 * Splits CSV into records (RFC 4180: commas, quotes doubled within quotes, lines that end in LF or CRLF).
 *
 * @returns null if a quote is not closed, or is followed by text
 */
function parseCsv(text: string): { readonly line: number; readonly cells: string[] }[] | null {
  const records: { line: number; cells: string[] }[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const record = { line, cells: [] as string[] };
    for (;;) {
      let cell: string;
      if (text[at] === '"') {
        let end = text.indexOf('"', at + 1);
        while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
        if (end === -1) return null;
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
        if (at < text.length && !/[,\r\n]/.test(text[at] ?? '')) return null;
      } else {
        let end = at;
        while (end < text.length && !',\r\n'.includes(text[end] ?? '')) end += 1;
        cell = text.slice(at, end);
        at = end;
        if (cell.includes('"')) return null;
      }
      line += cell.split('\n').length - 1;
      record.cells.push(cell);
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (at < text.length) at += 1;
    line += 1;
    records.push(record);
  }
  return records;
}

const haveSameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** Reads a CSV table. The header determines its type. */
function readCsv(text: string, headers: LabHeaders): LabTable | LabFault[] {
  // A missing final line break may mean that the file is truncated.
  if (!text.endsWith('\n'))
    return [createLabFault({ code: 'lab_cut' }, 'does not end with a line break: it is truncated')];
  const records = parseCsv(text);
  if (!records) {
    return [
      createLabFault({ code: 'lab_quote' }, 'has a quote that is not closed or is in the middle of a value'),
    ];
  }
  const [header, ...rows] = records;
  const found = Object.entries(headers)
    .flatMap(([kind, sets]) => sets.map((columns) => ({ kind, columns })))
    .find(({ columns }) => header && haveSameNames(columns, header.cells));
  if (!found) {
    const known = Object.values(headers).flatMap((sets) => sets.map((columns) => columns.join(',')));
    const message = { code: 'lab_header', values: { headers: known.join(' / ') } };
    return [
      createLabFault(
        message,
        `is not one of these headers, in this order: ${known.join(' or ')}`,
        formatCsvRowName(1),
      ),
    ];
  }
  const { kind, columns } = found;
  const faults = rows.flatMap(({ line, cells }) =>
    cells.length === columns.length
      ? []
      : [
          createLabFault(
            { code: 'lab_cells', values: { count: cells.length, expected: columns.length } },
            `has ${cells.length} fields instead of ${columns.length}`,
            formatCsvRowName(line),
          ),
        ],
  );
  if (faults.length > 0) return faults;
  return {
    kind,
    rows: rows.map(({ line, cells }) => ({
      row: formatCsvRowName(line),
      cells: Object.fromEntries(columns.map((column, index) => [column, cells[index]])),
    })),
  };
}

/** Reads JSON: `{ "rqs": [row, …], "qs": [row, …] }`. */
function readJson(text: string, headers: LabHeaders): LabTable[] | LabFault[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [createLabFault({ code: 'lab_cut' }, 'is not valid JSON: it is truncated')];
  }
  const kinds = Object.keys(headers);
  const names = kinds.map((kind) => `"${kind}"`);
  const wanted = createLabFault(
    { code: 'lab_lists', values: { lists: names.join(', ') } },
    `is not an object with lists of rows under ${names.join(' and ')}`,
  );
  if (!isObject(value)) return [wanted];
  const tables: LabTable[] = [];
  const faults: LabFault[] = [];
  for (const [kind, list] of Object.entries(value)) {
    const sets = Object.hasOwn(headers, kind) ? headers[kind] : undefined;
    if (!sets || !Array.isArray(list)) return [wanted];
    const known = new Set(sets.flat());
    const rows: RawLabRow[] = [];
    for (const [index, cells] of list.entries()) {
      const row = `${kind} ${index + 1}`;
      const unknown = isObject(cells) ? Object.keys(cells).find((name) => !known.has(name)) : undefined;
      if (!isObject(cells)) faults.push(createLabFault({ code: 'value_wrong' }, 'is not a row', row));
      else if (unknown !== undefined)
        faults.push(createLabFault({ code: 'lab_field' }, 'is not a field of this row', row, unknown));
      else rows.push({ row, cells });
    }
    tables.push({ kind, rows });
  }
  return faults.length > 0 ? faults : tables;
}

/** Decodes UTF-8 and removes a byte order mark. @returns null if the bytes are not UTF-8 */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const areLabFaults = (value: LabTable | readonly (LabTable | LabFault)[]): value is LabFault[] =>
  Array.isArray(value) && value.some((entry) => 'problem' in entry);

/**
 * Reads a laboratory file without validating its values.
 *
 * @param name file name, whose extension selects CSV or JSON
 */
export function readLabFile(
  name: string,
  bytes: Uint8Array,
  headers: LabHeaders,
): { readonly tables: readonly LabTable[] } | { readonly faults: readonly LabFault[] } {
  const text = decode(bytes);
  if (text === null) return { faults: [createLabFault({ code: 'lab_utf8' }, 'is not UTF-8 text')] };
  const isJson = /\.json$/i.test(name);
  if (!isJson && !/\.csv$/i.test(name)) {
    return { faults: [createLabFault({ code: 'lab_name' }, 'must have a name that ends in .csv or .json')] };
  }
  const read = isJson ? readJson(text, headers) : readCsv(text, headers);
  if (areLabFaults(read)) return { faults: read };
  const tables = Array.isArray(read) ? read : [read];
  return tables.some(({ rows }) => rows.length > 0)
    ? { tables }
    : { faults: [createLabFault({ code: 'lab_empty' }, 'has no rows')] };
}

/** Returns whether a table type is a test type. */
export const isLabTestType = (kind: string): kind is (typeof roughageTestKinds)[number] =>
  roughageTestKinds.some((known) => known === kind);
