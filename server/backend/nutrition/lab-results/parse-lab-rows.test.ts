import { describe, expect, it } from '@jest/globals';
import { readFindings, readReceipts } from './parse-lab-rows.ts';

const TODAY = '2026-11-05';

const hay = {
  sampleNumber: 'RQS-2026-00106',
  type: 'hay',
  receiptDate: '2026-08-03',
  resultDate: '2026-08-07',
  dryMatterPct: '87.9',
  moisturePct: '12.1',
  crudeProtein: '74',
  sugar: '172',
  crudeFibre: '268',
  energyDE: '9.8',
  energyEWpa: '0.67',
};
const counts = {
  aerobicBacteria: '41000000',
  spoilageBacteria: '3200000',
  fieldMoulds: '150000',
  storageMoulds: '280000',
  yeasts: '90000',
};
const { crudeProtein: _p, sugar: _s, crudeFibre: _f, energyDE: _d, energyEWpa: _e, ...head } = hay;
const hygiene = { ...head, sampleNumber: 'QS-2026-00206', ...counts };

type RowCells = Readonly<Record<string, unknown>>;

/** Reads rows of one table. */
const read = (kind: string, ...rows: readonly RowCells[]) =>
  readFindings([{ kind, rows: rows.map((cells, index) => ({ row: `row ${index + 2}`, cells })) }], TODAY);

const listFaultTexts = ({ faults }: ReturnType<typeof read>) =>
  faults.map(({ row, field, problem }) => `${row} · ${field}: ${problem}`);

describe('nutrition scan', () => {
  it('is read from text and from numbers alike', () => {
    const { rows, faults } = read('rqs', hay);
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      {
        row: 'row 2',
        sampleNumber: 'RQS-2026-00106',
        testKind: 'rqs',
        type: 'hay',
        receiptDate: '2026-08-03',
        resultDate: '2026-08-07',
        rqs: {
          values: {
            dryMatterPct: 87.9,
            moisturePct: 12.1,
            crudeProtein: 74,
            sugar: 172,
            crudeFibre: 268,
            energyDE: 9.8,
            energyEWpa: 0.67,
          },
          minerals: [],
        },
        qs: null,
      },
    ]);
    const numbers = Object.fromEntries(
      Object.entries(hay).map(([name, value]) => [name, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value]),
    );
    expect(read('rqs', numbers)).toEqual(read('rqs', hay));
  });

  it('has the tested minerals, in the order of the file', () => {
    const { rows, faults } = read('rqs', { ...hay, selenium: '0.05', calcium: 4.1, zinc: '', copper: null });
    expect(faults).toEqual([]);
    expect(rows[0]?.rqs?.minerals).toEqual([
      { key: 'calcium', unit: 'g/kg DM', value: 4.1 },
      { key: 'selenium', unit: 'mg/kg DM', value: 0.05 },
    ]);
  });

  it.each<[string, RowCells, string]>([
    // Protein and fibre in each other's columns.
    [
      'swapped columns',
      { crudeProtein: '268' },
      "crudeProtein: '268' is not from 20 to 240: is it in the wrong column?",
    ],
    [
      'a decimal comma',
      { sugar: '172,5' },
      "sugar: '172,5' is not a number: use a point as the decimal separator",
    ],
    ['a missing value', { sugar: '' }, 'sugar: is missing'],
    ['a null value', { sugar: null }, 'sugar: is missing'],
    ['a word instead of a number', { sugar: 'much' }, "sugar: 'much' is not a number"],
    ['a boolean instead of a number', { sugar: true }, "sugar: 'true' is not a number"],
    ['a list instead of a number', { sugar: [172] }, "sugar: '[172]' is not a number"],
    ['a negative number', { sugar: '-172' }, "sugar: '-172' is not a number"],
    ['a number with an exponent', { sugar: '1.72e2' }, "sugar: '1.72e2' is not a number"],
    ['a space before a number', { sugar: ' 172' }, "sugar: ' 172' is not a number"],
    ['too many decimals', { energyDE: '9.81' }, "energyDE: '9.81' has more than 1 decimals"],
    [
      'inconsistent moisture',
      { moisturePct: '12.2' },
      "moisturePct: '12.2' does not match dryMatterPct, which gives 12.1",
    ],
    [
      'an inconsistent EWpa',
      { energyEWpa: '0.66' },
      "energyEWpa: '0.66' does not match energyDE, which gives 0.67",
    ],
    [
      'hay with an impossible moisture',
      { dryMatterPct: '59.9', moisturePct: '40.1' },
      "dryMatterPct: '59.9' is not from 60 to 97",
    ],
    ['a mineral that is not a number', { calcium: 'some' }, "calcium: 'some' is not a number"],
    ['an unknown roughage type', { type: 'grass' }, "type: 'grass' is neither hay nor silage"],
    ['a number as type of roughage', { type: 1 }, "type: '1' is not text"],
    [
      'an impossible date',
      { resultDate: '2026-02-30' },
      "resultDate: '2026-02-30' is not a date such as 2026-08-07",
    ],
    ['a date in another order', { resultDate: '07-08-2026' }, "resultDate: '07-08-2026' is not a date"],
    ['a future date', { resultDate: '2026-11-06' }, "resultDate: '2026-11-06' is in the future"],
    [
      'a date before 2000',
      { receiptDate: '1999-12-31' },
      "receiptDate: '1999-12-31' is before the year 2000",
    ],
    [
      'a result before its receipt',
      { receiptDate: '2026-08-08' },
      "resultDate: '2026-08-07' is before the day of receipt",
    ],
    ['no sample number', { sampleNumber: '' }, 'sampleNumber: is missing'],
    [
      'an invalid sample number',
      { sampleNumber: '106' },
      "sampleNumber: '106' is not a sample number such as RQS-2026-00106",
    ],
    [
      'a sample number of the other test',
      { sampleNumber: 'QS-2026-00206' },
      "sampleNumber: 'QS-2026-00206' is a sample number of a hygiene scan (QS), not of a nutrition scan (RQS)",
    ],
    [
      'markup instead of a sample number',
      { sampleNumber: '<img src=x>' },
      "sampleNumber: '<img src=x>' is not a sample number",
    ],
    ['NUL in a sample number', { sampleNumber: 'RQS-2026-00106\0' }, 'is not a sample number'],
    ['a line break after a sample number', { sampleNumber: 'RQS-2026-00106\n' }, 'is not a sample number'],
  ])('is refused with %s', (_what, changes, fault) => {
    expect(listFaultTexts(read('rqs', { ...hay, ...changes }))).toEqual([expect.stringContaining(fault)]);
  });

  it('quotes only the beginning of a long value', () => {
    const [fault] = listFaultTexts(read('rqs', { ...hay, sugar: '9'.repeat(5000) }));
    expect(fault).toBe(`row 2 · sugar: '${'9'.repeat(40)}…' is not a number`);
  });

  it('does not accept inherited object properties as values', () => {
    const { constructor: _none, ...cells } = Object.assign(Object.create({ sugar: '172' }), hay);
    delete cells.sugar;
    expect(listFaultTexts(read('rqs', cells))).toEqual(['row 2 · sugar: is missing']);
  });
});

describe('hygiene scan', () => {
  it('has whole numbers as counts', () => {
    const { rows, faults } = read('qs', hygiene);
    expect(faults).toEqual([]);
    expect(rows[0]).toMatchObject({
      testKind: 'qs',
      rqs: null,
      qs: { dryMatterPct: 87.9, counts: { aerobicBacteria: 41_000_000, yeasts: 90_000 } },
    });
  });

  it.each<[string, RowCells, string]>([
    ['a fractional count', { yeasts: '90000.5' }, "yeasts: '90000.5' has more than 0 decimals"],
    ['a count that is not a number', { yeasts: '> 1000' }, "yeasts: '> 1000' is not a number"],
    [
      'a count above the maximum',
      { yeasts: '100000000001' },
      "yeasts: '100000000001' is not from 0 to 100000000000",
    ],
    ['inconsistent moisture', { moisturePct: '21.1' }, "moisturePct: '21.1' does not match"],
    [
      'a sample number of the other test',
      { sampleNumber: 'RQS-2026-00106' },
      'is a sample number of a nutrition scan (RQS)',
    ],
  ])('is refused with %s', (_what, changes, fault) => {
    const told = listFaultTexts(read('qs', { ...hygiene, ...changes }));
    expect(told).toEqual([expect.stringContaining(fault)]);
  });
});

describe('result file', () => {
  it('reports every error of every row', () => {
    const told = listFaultTexts(
      read('rqs', { ...hay, sugar: '1', type: '' }, hay, { ...hay, energyDE: '', crudeFibre: 'x' }),
    );
    expect(told.map((fault) => fault.split(':')[0])).toEqual([
      'row 2 · type',
      'row 2 · sugar',
      'row 4 · crudeFibre',
      'row 4 · energyDE',
    ]);
  });

  it('reports a sample that occurs twice, in one table or in two', () => {
    expect(listFaultTexts(read('rqs', hay, { ...hay, sugar: '100' }))).toEqual([
      "row 3 · sampleNumber: 'RQS-2026-00106' is in row 2 already",
    ]);
    const rows = (row: string) => [{ row, cells: hay }];
    const twice = readFindings(
      [
        { kind: 'rqs', rows: rows('rqs 1') },
        { kind: 'rqs', rows: rows('rqs 2') },
      ],
      TODAY,
    );
    expect(listFaultTexts(twice)).toEqual(["rqs 2 · sampleNumber: 'RQS-2026-00106' is in rqs 1 already"]);
  });
});

describe('receipts', () => {
  const readReceiptRows = (...rows: readonly RowCells[]) =>
    readReceipts(
      [{ kind: 'received', rows: rows.map((cells, index) => ({ row: `row ${index + 2}`, cells })) }],
      TODAY,
    );

  it('accept samples of both tests', () => {
    const receipts = [
      { sampleNumber: 'RQS-2026-00106', receiptDate: '2026-11-04' },
      { sampleNumber: 'QS-2026-00206', receiptDate: '2026-11-05' },
    ];
    const { rows, faults } = readReceiptRows(...receipts);
    expect(faults).toEqual([]);
    expect(rows).toEqual(receipts.map((receipt, index) => ({ row: `row ${index + 2}`, ...receipt })));
  });

  it('refuse a repeated sample and a future date', () => {
    const listProblems = (...rows: readonly RowCells[]) =>
      readReceiptRows(...rows).faults.map(({ problem }) => problem);
    const receipt = { sampleNumber: 'RQS-2026-00106', receiptDate: '2026-11-04' };
    expect(listProblems(receipt, receipt)).toEqual(["'RQS-2026-00106' is in row 2 already"]);
    expect(listProblems({ ...receipt, receiptDate: '2026-11-06' })).toEqual([
      "'2026-11-06' is in the future",
    ]);
    expect(listProblems({ receiptDate: '2026-11-04' })).toEqual(['is missing']);
  });
});
