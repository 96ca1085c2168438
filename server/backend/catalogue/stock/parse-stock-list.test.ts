import { describe, expect, it } from '@jest/globals';
import { parseStockList } from './parse-stock-list.ts';

const read = (text: string) =>
  parseStockList(text).lines.map(({ articleNumber, pieces }) => [articleNumber, pieces]);

describe('parseStockList', () => {
  it.each([
    [
      '1010111;5\n1020111;0',
      [
        ['1010111', 5],
        ['1020111', 0],
      ],
    ],
    [
      '1010111,5\r\n\r\n1020111\t7\r\n',
      [
        ['1010111', 5],
        ['1020111', 7],
      ],
    ],
    ['\uFEFFarticle;pieces\n"1010111";"5";\n', [['1010111', 5]]],
    ['', []],
  ])('reads %j line by line', (text, lines) => {
    expect(parseStockList(text).faults).toEqual([]);
    expect(read(text)).toEqual(lines);
  });

  it.each([
    ['1010111', 'line_cells'],
    [';5', 'line_cells'],
    ['1010111;5;6', 'line_cells'],
    ['1010111;-1', 'line_amount'],
    ['1010111;1.5', 'line_amount'],
    ['1010111;1e3', 'line_amount'],
    ['1010111;1000000', 'line_amount'],
    ['ab-1;1\nAB-1;2', 'line_twice'],
    // A heading is only allowed in the first line.
    ['1010111;1\narticle;pieces', 'line_amount'],
  ])('refuses %j with the code %s', (text, code) => {
    expect(parseStockList(text).faults.map((fault) => fault.code)).toEqual([code]);
  });

  it('reports an error with its line number and a short quotation', () => {
    const [fault] = parseStockList(`\n\n1010111;${'x'.repeat(100)}9`).faults;
    expect(fault?.values).toEqual({ line: 3, text: 'x'.repeat(40) });
  });
});
