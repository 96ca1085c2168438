import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../shared/contract/content.ts';
import { getContents } from './table-of-contents.ts';

const heading = (level: 2 | 3, text: string): Block => ({ type: 'heading', level, text });

describe('getContents', () => {
  it('lists the chapters without their subsections', () => {
    const blocks = ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((text) => [
      heading(2, text),
      heading(3, `${text}1`),
    ]);
    const ids = blocks.map((_block, index) => `id-${index}`);
    expect(getContents(blocks, ids)).toEqual([
      { id: 'id-0', title: 'A' },
      { id: 'id-2', title: 'B' },
      { id: 'id-4', title: 'C' },
      { id: 'id-6', title: 'D' },
      { id: 'id-8', title: 'E' },
      { id: 'id-10', title: 'F' },
    ]);
  });

  it('lists three chapters if the text of paragraphs or lists is long', () => {
    const chapters = [heading(2, 'A'), heading(2, 'B'), heading(2, 'C')];
    const long = { text: 'x'.repeat(1300) };
    const text: Block[] = [
      { type: 'paragraph', content: [long] },
      { type: 'list', ordered: false, items: [[long]] },
    ];
    expect(getContents([...chapters, ...text], ['a', 'b', 'c'])).toHaveLength(3);
    expect(getContents([...chapters, ...text.slice(0, 1)], ['a', 'b', 'c'])).toEqual([]);
  });
});
