import { describe, expect, it } from '@jest/globals';
import { formatLabCsv, mineralColumns, qsColumns, rqsColumns } from '../../../../shared/rules/lab-files.ts';
import { type LabHeaders, type LabTable, readLabFile, resultHeaders } from './read-lab-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string, name = 'results.csv', headers: LabHeaders = { kits: [['number', 'note']] }) =>
  readLabFile(name, encode(text), headers);

function readRows(text: string, name?: string): LabTable['rows'] {
  const result = read(text, name);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.tables.flatMap(({ rows }) => rows);
}

function listFaults(text: string | Uint8Array, name = 'results.csv', headers?: LabHeaders): string[] {
  const result =
    typeof text === 'string' ? read(text, name, headers) : readLabFile(name, text, headers ?? resultHeaders);
  if (!('faults' in result)) throw new Error('The file was accepted');
  return result.faults.map(({ row, field, problem }) => `${row}|${field}|${problem}`);
}

describe('CSV', () => {
  it('names rows by the line on which they begin', () => {
    expect(readRows('number,note\n1,a\n2,b\n')).toEqual([
      { row: 'row 2', cells: { number: '1', note: 'a' } },
      { row: 'row 3', cells: { number: '2', note: 'b' } },
    ]);
  });

  it.each([
    ['CRLF line breaks', 'number,note\r\n1,a\r\n', ['1', 'a']],
    ['a byte order mark', '\uFEFFnumber,note\n1,a\n', ['1', 'a']],
    ['quotes', 'number,note\n"1","a, ""b"""\n', ['1', 'a, "b"']],
    ['a quoted header', '"number","note"\n1,a\n', ['1', 'a']],
    ['an empty value', 'number,note\n1,\n', ['1', '']],
    ['markup as text', 'number,note\n<b>1</b>,&amp;\n', ['<b>1</b>', '&amp;']],
    ['NUL characters', 'number,note\n1\0,a\n', ['1\0', 'a']],
  ])('accepts %s', (_what, text, cells) => {
    expect(readRows(text).map((row) => Object.values(row.cells))).toEqual([cells]);
  });

  it('counts the lines within quotes', () => {
    expect(readRows('number,note\n1,"a\nb"\n2,c\n').map(({ row }) => row)).toEqual(['row 2', 'row 4']);
  });

  it.each([
    ['no content', '', '||does not end with a line break: it is truncated'],
    ['a truncated value', 'number,note\n1,a', '||does not end with a line break'],
    ['a truncated row', 'number,note\n1\n', 'row 2||has 1 fields instead of 2'],
    ['an extra field', 'number,note\n1,a,b\n', 'row 2||has 3 fields instead of 2'],
    ['decimal commas', 'number,note\n1,5,a\n', 'row 2||has 3 fields instead of 2'],
    ['an empty line', 'number,note\n\n', 'row 2||has 1 fields instead of 2'],
    ['an unclosed quote', 'number,note\n"1,a\n', '||has a quote that is not closed'],
    [
      'a quote within a value',
      'number,note\n1"2,a\n',
      '||has a quote that is not closed or is in the middle',
    ],
    ['text after a closing quote', 'number,note\n"1"2,a\n', '||has a quote that is not closed'],
    [
      'columns in another order',
      'note,number\na,1\n',
      'row 1||is not one of these headers, in this order: number,note',
    ],
    ['a missing column', 'number\n1\n', 'row 1||is not one of these headers'],
    ['spaces in its header', 'number, note\n1,a\n', 'row 1||is not one of these headers'],
    ['capitals in its header', 'Number,note\n1,a\n', 'row 1||is not one of these headers'],
    ['semicolons', 'number;note\n1;a\n', 'row 1||is not one of these headers'],
    ['no header row', '1,a\n', 'row 1||is not one of these headers'],
    ['no data rows', 'number,note\n', '||has no rows'],
  ])('is refused with %s', (_what, text, fault) => {
    expect(listFaults(text)).toEqual([expect.stringContaining(fault)]);
  });

  it('reports every row of the wrong length', () => {
    expect(listFaults('number,note\n1\n2,b\n3\n').map((fault) => fault.split('|')[0])).toEqual([
      'row 2',
      'row 4',
    ]);
  });

  it('distinguishes the tests by the header, with and without minerals', () => {
    const kinds = [rqsColumns, [...rqsColumns, ...mineralColumns], qsColumns].map((columns) => {
      const result = read(formatLabCsv(columns, [{ sampleNumber: 'x' }]), 'a.CSV', resultHeaders);
      return 'tables' in result ? result.tables.map(({ kind }) => kind) : result.faults;
    });
    expect(kinds).toEqual([['rqs'], ['rqs'], ['qs']]);
    const [swapped] = listFaults(
      `${[...rqsColumns.slice(0, 6), 'sugar', 'crudeProtein'].join(',')}\n1\n`,
      'a.csv',
      resultHeaders,
    );
    expect(swapped).toContain('row 1||is not one of these headers');
  });
});

describe('JSON', () => {
  it('names rows by their position in the list and accepts values of any type', () => {
    expect(readRows('{"kits": [{"number": 1}, {"number": "2", "note": null}]}', 'kits.JSON')).toEqual([
      { row: 'kits 1', cells: { number: 1 } },
      { row: 'kits 2', cells: { number: '2', note: null } },
    ]);
  });

  it.each([
    ['no content', '', '||is not valid JSON: it is truncated'],
    ['a truncated end', '{"kits": [{"number": 1}', '||is not valid JSON: it is truncated'],
    ['a bare list', '[{"number": 1}]', '||is not an object with lists of rows under "kits"'],
    ['null', 'null', '||is not an object with lists'],
    ['an unknown list', '{"kits": [{"number": 1}], "more": []}', '||is not an object with lists'],
    ['a list named like a prototype property', '{"constructor": []}', '||is not an object with lists'],
    ['a row instead of a list', '{"kits": {"number": 1}}', '||is not an object with lists'],
    ['a string instead of a row', '{"kits": ["x"]}', 'kits 1||is not a row'],
    ['a list instead of a row', '{"kits": [[]]}', 'kits 1||is not a row'],
    [
      'an extra field',
      '{"kits": [{"number": 1}, {"owner": "x"}]}',
      'kits 2|owner|is not a field of this row',
    ],
    ['no data rows', '{"kits": []}', '||has no rows'],
    ['no lists', '{}', '||has no rows'],
  ])('is refused with %s', (_what, text, fault) => {
    expect(listFaults(text, 'kits.json')).toEqual([expect.stringContaining(fault)]);
  });
});

it('refuses a file that is not text, or whose name ends in neither .csv nor .json', () => {
  expect(listFaults(Uint8Array.of(0xff, 0xfe, 0x41))).toEqual(['||is not UTF-8 text']);
  for (const name of ['results.txt', 'results', 'csv', 'results.csv.zip']) {
    expect(listFaults('number,note\n1,a\n', name)).toEqual(['||must have a name that ends in .csv or .json']);
  }
});
