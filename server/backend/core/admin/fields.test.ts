import { describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import {
  Choice,
  Day,
  EuroCents,
  Flag,
  Ids,
  Instant,
  Line,
  Lines,
  readCents,
  readFields,
  Text,
} from './fields.ts';

const input = Type.Object({
  price: EuroCents(1),
  from: Type.Optional(Instant()),
  day: Type.Optional(Day()),
  title: Line(20),
  body: Type.Optional(Text(100)),
  words: Type.Optional(Lines(3, 10)),
  sites: Type.Optional(Ids(3)),
  kind: Type.Optional(Choice(['set', 'add'])),
  isOpen: Type.Optional(Flag()),
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 999 })),
});

const readTestFields = (fields: Record<string, string | string[]>) =>
  readFields(
    input,
    new Map(
      Object.entries({ price: '12.50', title: 'Hay', ...fields }).map(([name, value]) => [
        name,
        typeof value === 'string' ? [value] : value,
      ]),
    ),
  );

describe('fields of an operation', () => {
  it('are parsed by their schema', () => {
    expect(
      readTestFields({
        price: ' 12,5 ',
        from: '30-11-2026 08:00',
        day: '30.11.2026',
        title: '  Oats & barley ',
        body: 'One\r\ntwo',
        words: 'red\r\n\r\n blue ',
        sites: ['1', '2,3,1'],
        kind: 'add',
        isOpen: 'on',
        count: '0',
      }),
    ).toEqual({
      input: {
        price: 1250,
        from: '2026-11-30T07:00:00.000Z',
        day: '2026-11-30',
        title: 'Oats & barley',
        body: 'One\ntwo',
        words: ['red', 'blue'],
        sites: [1, 2, 3],
        kind: 'add',
        isOpen: true,
        count: 0,
      },
    });
  });

  it('omit empty optional values, and parse an unticked box as false', () => {
    expect(readTestFields({ from: '', kind: '', count: ' ', isOpen: '' })).toEqual({
      input: { price: 1250, title: 'Hay', isOpen: false },
    });
  });

  it.each([
    [{ price: '0' }, 'price', 'range'],
    [{ price: '1.234' }, 'price', 'euro'],
    [{ price: '-1' }, 'price', 'range'],
    [{ price: '1e3' }, 'price', 'euro'],
    [{ price: '' }, 'price', 'required'],
    [{ price: ['1', '2'] }, 'price', 'twice'],
    [{ title: ' ' }, 'title', 'required'],
    [{ title: 'x'.repeat(21) }, 'title', 'length'],
    [{ title: 'a\u0000b' }, 'title', 'character'],
    [{ title: 'a\u001b[2Jb' }, 'title', 'character'],
    [{ title: '\ud800' }, 'title', 'character'],
    [{ from: '2026-02-30T08:00' }, 'from', 'instant'],
    [{ from: 'tomorrow' }, 'from', 'instant'],
    [{ day: '31-11-2026' }, 'day', 'day'],
    [{ day: '2026-02-31' }, 'day', 'day'],
    [{ kind: 'steal' }, 'kind', 'choice'],
    [{ words: 'a\nb\nc\nd' }, 'words', 'length'],
    [{ sites: '1,x' }, 'sites', 'format'],
    [{ count: '-1' }, 'count', 'range'],
    [{ count: '1.5' }, 'count', 'whole'],
    [{ isOpen: 'maybe' }, 'isOpen', 'format'],
    [{ constructor: 'x' }, 'constructor', 'unknown'],
    [{ __proto__x: 'x' }, '__proto__x', 'unknown'],
  ])('%j are refused for %s: %s', (fields, field, code) => {
    expect(readTestFields(fields as unknown as Record<string, string>)).toEqual({
      faults: [expect.objectContaining({ field, code })],
    });
  });

  it('report every invalid field', () => {
    expect(readTestFields({ price: 'x', title: '', count: 'y' })).toEqual({
      faults: [
        { field: 'price', code: 'euro' },
        { field: 'title', code: 'required' },
        { field: 'count', code: 'whole' },
      ],
    });
  });
});

describe('amount in euros', () => {
  it.each([
    ['12.34', 1234],
    ['12,3', 1230],
    ['5', 500],
    ['0.01', 1],
    ['-3', -300],
    ['\u22123', -300],
    ['€ 1.234,56', 123_456],
    ['0,29', 29],
  ])('parses %s as %i cents', (text, cents) => {
    expect(readCents(text)).toBe(cents);
  });
  it.each(['', '1.234', '1.2345', '1,2,3', '€', '1e2', '٣'])('refuses %j', (text) => {
    expect(readCents(text)).toBeUndefined();
  });
});
