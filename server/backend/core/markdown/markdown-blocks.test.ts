import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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

  it('reads bold that begins or ends with punctuation, next to letters', () => {
    expect(parseMarkdown('**Note:**today, hay**(5 kg)** and ** spaced **.')).toEqual([
      {
        type: 'paragraph',
        content: [
          { text: 'Note:', strong: true },
          { text: 'today, hay' },
          { text: '(5 kg)', strong: true },
          { text: ' and ' },
          { text: ' spaced ', strong: true },
          { text: '.' },
        ],
      },
    ]);
  });

  it.each([
    ['*one* _two_ __three__'],
    ['* one'],
    ['+ one'],
    ['1) one'],
    ['> one'],
    ['---'],
    ['`one`'],
    ['~~one~~'],
    ['\\[x\\] &amp; &#106;'],
    ['https://x.example/ <https://x.example/>'],
    ['[x]: /a'],
    ['[x](/a "title")'],
    ['[](/a)'],
    ['[x](/a b)'],
    ['<img src=x onerror=alert(1)>'],
  ])('leaves the unsupported Markdown %s as text', (markdown) => {
    expect(parseMarkdown(markdown)).toEqual([{ type: 'paragraph', content: [{ text: markdown }] }]);
  });

  it('leaves emphasis and list markers within bold, a heading or an item as text', () => {
    expect(parseMarkdown('## A **b** *c*\n\n- - **d *e* _f_**\n  - g')).toEqual([
      { type: 'heading', level: 2, text: 'A **b** *c*' },
      {
        type: 'list',
        ordered: false,
        items: [[{ text: '- ' }, { text: 'd *e* _f_', strong: true }, { text: ' - g' }]],
      },
    ]);
  });

  it('returns only links to paths, https, tel: and mailto:, for any text', () => {
    const marks = '[x](|![|](|[|]|(|)|**|*|\\|\n|\n\n|  |- |1. |## '.split('|');
    const targets = 'javascript:a|JavaScript:a|data:a|//a|/\\a|/a|https://a|tel:1|&#106;|\0'.split('|');
    const part = fc.oneof(
      fc.constantFrom(...marks, ...targets),
      fc.constantFrom(...targets).map((target) => `[x](${target})`),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        let blocks: ReturnType<typeof parseMarkdown> = [];
        try {
          blocks = parseMarkdown(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(MarkdownError);
        }
        const runs = blocks.flatMap((block) =>
          block.type === 'paragraph' ? block.content : block.type === 'list' ? block.items.flat() : [],
        );
        for (const { href } of runs) expect(href ?? '/').toMatch(/^(\/(?![/\\])|https:\/\/|tel:|mailto:)/);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ...['[', '[a', '[a](', '[a](b', '- ', '> ', '**', '\n ', '{', '<a'],
    ...['*a', '_a', '**a** ', '1. ', '[x](/a) ', '`', '\\', '&#', '\n\n', '\t', '\r'],
  ])('reads any number of repeated %j in linear time', (part) => {
    const blocks = parseMarkdown(
      `${part.repeat(100_000 / part.length)}\n\n- one\n  ${'[x](/a) '.repeat(150_000)}`,
    );
    expect(blocks.length).toBeLessThan(3);
  });

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
    ['[x](vbscript:x)'],
    ['[x](%6aavascript:alert(1))'],
    ['[x]()'],
    ['- [x](javascript:alert(1))'],
    ['- one\n  [x](javascript:alert(1))'],
    ['**bold [x](javascript:alert(1))**'],
    ['# Title'],
    ['a **bold that never ends'],
  ])('refuses %s', (markdown) => {
    expect(() => parseMarkdown(markdown)).toThrow(MarkdownError);
  });
});
