import { describe, expect, it } from '@jest/globals';
import { parsePromotionArguments } from './parse-arguments.ts';

const parseLine = (line: string) => parsePromotionArguments(line.split(' ').filter((word) => word !== ''));
const parseChangedFields = (line: string) => {
  const order = parseLine(`change a ${line}`);
  if (order?.kind !== 'change') throw new Error(`Refused: ${JSON.stringify(order)}`);
  return order.fields;
};

describe('command line for promotions', () => {
  it.each([
    ['list', { kind: 'list', hasEnded: false }],
    ['list --ended', { kind: 'list', hasEnded: true }],
    ['end autumn-26', { kind: 'end', promotionKey: 'autumn-26' }],
    [`end ${'k'.repeat(80)}`, { kind: 'end', promotionKey: 'k'.repeat(80) }],
    [`end ${'k'.repeat(81)}`, { kind: 'refuse', faults: [expect.stringContaining('not a valid key')] }],
  ])('parses "%s"', (line, order) => {
    expect(parseLine(line)).toEqual(order);
  });

  it('parses every field of a promotion', () => {
    const order = parsePromotionArguments([
      ...['add', 'autumn', '--gift', 'stalla-scoop', '--quantity', '2', '--for-every', '3'],
      ...[
        '--code',
        ' Stal  10',
        '--from',
        '2026-10-01',
        '--until',
        '2026-12-31',
        '--minimum',
        '50.00',
        '--limit',
        '5',
      ],
      ...['--site', 'havero-nl', '--site', 'hafero-de', '--product', 'terno-sport', '--category', 'mash'],
      ...['--name', 'nl=Herfststal,  −10 %', '--name', 'esp=Otoño', '--text', 'nl=Op alles = alles'],
    ]);
    expect(order).toEqual({
      kind: 'add',
      promotionKey: 'autumn',
      fields: {
        benefit: { kind: 'freeProduct', gift: 'stalla-scoop' },
        quantity: 2,
        forEvery: 3,
        code: 'Stal 10',
        startsAt: new Date('2026-10-01T00:00:00Z'),
        // The end date is inclusive.
        endsAt: new Date('2027-01-01T00:00:00Z'),
        minimumAmount: 5000,
        usageLimit: 5,
        sites: ['havero-nl', 'hafero-de'],
        products: ['terno-sport'],
        categories: ['mash'],
        names: new Map([
          ['nl', 'Herfststal, −10 %'],
          ['es', 'Otoño'],
        ]),
        texts: new Map([['nl', 'Op alles = alles']]),
      },
    });
  });

  it.each([
    ['--percentage 12.5', { benefit: { kind: 'percentage', percentage: 12.5 } }],
    ['--amount 4.35', { benefit: { kind: 'amount', amount: 435 } }],
    ['--free-shipping', { benefit: { kind: 'freeShipping' } }],
    ['--until 2026-10-01T08:00+02:00', { endsAt: new Date('2026-10-01T06:00:00Z') }],
    [
      '--code none --until none --minimum none --limit none --for-every none --site none --product none --category none',
      {
        code: null,
        endsAt: null,
        minimumAmount: null,
        usageLimit: null,
        forEvery: null,
        sites: [],
        products: [],
        categories: [],
      },
    ],
  ])('changes only one field with %s', (line, fields) => {
    const said = Object.entries(parseChangedFields(line)).filter(
      ([, value]) => value !== undefined && !(value instanceof Map && value.size === 0),
    );
    expect(Object.fromEntries(said)).toEqual(fields);
  });

  it.each([
    ['--percentage 0', '--percentage: '],
    ['--percentage 100.01', '--percentage: '],
    ['--percentage 1.234', '--percentage: '],
    ['--percentage ten', '--percentage: '],
    ['--amount 5,,00', "--amount: '5,,00' is not an amount in euros above 0, such as 50.00"],
    ['--amount 0.00', '--amount: '],
    ['--amount none', '--amount: '],
    ['--minimum 1e3', '--minimum: '],
    ['--limit 0', '--limit: '],
    ['--quantity 100', '--quantity: '],
    ['--for-every 1.5', '--for-every: '],
    ['--from 2026-02-30', '--from: '],
    ['--from none', '--from: '],
    ['--until 31-13-2026', '--until: '],
    // A time without a zone is ambiguous.
    ['--until 2026-12-31T12:00', '--until: '],
    ['--until 2026-12-31T25:00Z', '--until: '],
    ['--gift a/b', '--gift: '],
    ['--site Havero', '--site: '],
    ['--site none --site havero-nl', "--site: 'none' cannot be combined with keys"],
    ['--name Herfst', '--name: '],
    ['--name xx=Herfst', '--name: '],
    ['--name nl=', '--name: nl has 1 to 120 characters'],
    ['--name nl=<b>', '--name: nl has 1 to 120 characters'],
    ['--name nl=a --name nl=b', '--name: nl is given twice'],
    ['--percentage 5 --free-shipping', 'Use only one of '],
  ])('refuses "change a %s" with a message', (line, fault) => {
    expect(parseLine(`change a ${line}`)).toEqual({
      kind: 'refuse',
      faults: [expect.stringContaining(fault)],
    });
  });

  it('reports every problem, and requires a benefit for a new promotion', () => {
    expect(parseLine('add A_b --limit 0 --minimum x')).toEqual({
      kind: 'refuse',
      faults: [
        expect.stringContaining("'A_b' is not a valid key"),
        expect.stringContaining('--minimum: '),
        expect.stringContaining('--limit: '),
      ],
    });
    expect(parseLine('add a --code b')).toEqual({
      kind: 'refuse',
      faults: ['A benefit is required: --percentage, --amount, --free-shipping or --gift.'],
    });
    // Contains a lone surrogate and a control character, which databases refuse.
    expect(parsePromotionArguments(['change', 'a', '--name', 'nl=a\ud83d\0b'])).toMatchObject({
      fields: { names: new Map([['nl', 'a\ufffdb']]) },
    });
  });

  it.each([
    '',
    'list a',
    'list --code b',
    'add',
    'add a',
    'change a',
    'change --code b',
    'end',
    'end a b',
    'end a --until 2026-12-31',
    'end a --ended',
    'delete a',
    'add a --percent 5',
  ])('refuses "%s" as an invalid command', (line) => {
    expect(parseLine(line)).toBeNull();
  });
});
