import { describe, expect, it } from '@jest/globals';
import { MarkdownError, parseMarkdown } from './markdown-blocks.ts';

describe('parseMarkdown', () => {
  it('reads headings, paragraphs and both kinds of list in their order', () => {
    expect(
      parseMarkdown('Intro.\n\n## Head\n\n- one\n- two\n\n1. first\n2. second\n\n### Small\n\nEnd.'),
    ).toEqual([
      { type: 'paragraph', content: [{ text: 'Intro.' }] },
      { type: 'heading', level: 2, text: 'Head' },
      { type: 'list', ordered: false, items: [[{ text: 'one' }], [{ text: 'two' }]] },
      { type: 'list', ordered: true, items: [[{ text: 'first' }], [{ text: 'second' }]] },
      { type: 'heading', level: 3, text: 'Small' },
      { type: 'paragraph', content: [{ text: 'End.' }] },
    ]);
  });

  it('reads bold and links within a text, and a link within bold', () => {
    expect(parseMarkdown('A **strong** word, [a page](/jobs/) and **[both](https://x.example)**.')).toEqual([
      {
        type: 'paragraph',
        content: [
          { text: 'A ' },
          { text: 'strong', strong: true },
          { text: ' word, ' },
          { text: 'a page', href: '/jobs/' },
          { text: ' and ' },
          { text: 'both', strong: true, href: 'https://x.example' },
          { text: '.' },
        ],
      },
    ]);
  });

  it('leaves placeholders and HTML as text', () => {
    expect(parseMarkdown('Call {phone}. <script>alert(1)</script>')).toEqual([
      { type: 'paragraph', content: [{ text: 'Call {phone}. <script>alert(1)</script>' }] },
    ]);
  });

  it('joins the lines of a paragraph and of an item', () => {
    expect(parseMarkdown('one\ntwo\n\n- three\n  four')).toEqual([
      { type: 'paragraph', content: [{ text: 'one two' }] },
      { type: 'list', ordered: false, items: [[{ text: 'three' }, { text: ' four' }]] },
    ]);
  });

  it.each(['[', '[a', '[a](', '[a](b', '- ', '> ', '**', '\n ', '{', '<a'])(
    'reads any number of repeated %j in linear time',
    (part) => {
      const blocks = parseMarkdown(
        `${part.repeat(100_000 / part.length)}\n\n- one\n  ${'[x](/a) '.repeat(150_000)}`,
      );
      expect(blocks.length).toBeLessThan(3);
    },
  );

  it('reads a number or a hyphen within a line as text', () => {
    expect(parseMarkdown('2026 was dry\n\n-5 degrees\n\n1.5 kg')).toEqual([
      { type: 'paragraph', content: [{ text: '2026 was dry' }] },
      { type: 'paragraph', content: [{ text: '-5 degrees' }] },
      { type: 'paragraph', content: [{ text: '1.5 kg' }] },
    ]);
  });

  it.each([
    ['[x](javascript:alert(1))'],
    ['[x](//evil.example/)'],
    ['[x](/\\evil.example/)'],
    ['[x](&#106;avascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1))'],
    ['[x](data:text/html,x)'],
    ['[x](http://plain.example/)'],
    ['# Title'],
    ['a **bold that never ends'],
  ])('refuses %s', (markdown) => {
    expect(() => parseMarkdown(markdown)).toThrow(MarkdownError);
  });
});
