import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listRows, readPdf } from '../../../../test/fixtures/read-pdf.ts';
import { selectTestCases } from '../../../../test/fixtures/test-case-sampling.ts';
import { readFonts } from './fonts.ts';
import { type PdfBlock, type PdfContent, renderPdf } from './render-pdf.ts';

const createContent = (blocks: readonly PdfBlock[], changes: Partial<PdfContent> = {}): PdfContent => ({
  title: 'Factuur 2026-V-000001',
  culture: 'nl-NL',
  brand: 'Havero',
  brandColour: '#24512f',
  createdAt: new Date('2026-11-05T12:00:00Z'),
  blocks,
  imprint: ['Havero B.V., Haverweg 1, 7311 AA Apeldoorn'],
  pageLabel: 'Pagina {page} van {pages}',
  ...changes,
});
const createTable = (count: number): PdfBlock => ({
  type: 'table',
  summary: 'Wat is besteld',
  columns: [
    { label: 'Product', align: 'start', share: 4 },
    { label: 'Bedrag', align: 'end', share: 1 },
  ],
  rows: Array.from({ length: count }, (_row, index) => ({
    cells: [`Product ${index + 1}`, `€ ${index},00`],
  })),
});

describe('PDF document', () => {
  it('declares its language, its title, and the role of every part in reading order', async () => {
    const bytes = renderPdf(
      createContent([
        { type: 'heading', level: 1, text: 'Factuur' },
        { type: 'paragraph', text: 'Marit de Vries\nKlaverweg 12' },
        createTable(2),
        { type: 'heading', level: 2, text: 'Betaling' },
      ]),
    );
    const pdf = await readPdf(bytes);
    expect(pdf).toMatchObject({
      pages: 1,
      language: 'nl-NL',
      title: 'Factuur 2026-V-000001',
      isMarked: true,
      artifacts: ['Havero B.V., Haverweg 1, 7311 AA Apeldoorn Pagina 1 van 1'],
    });
    expect(pdf.elements.map(({ role, text }) => [role, text])).toEqual([
      ['P', 'Havero'],
      ['H1', 'Factuur'],
      ['P', 'Marit de Vries Klaverweg 12'],
      ['Table', expect.any(String)],
      ['H2', 'Betaling'],
    ]);
    const rows = pdf.elements[3]?.children ?? [];
    expect(rows.map(({ role, children }) => [role, children.map((cell) => cell.role)])).toEqual([
      ['TR', ['TH', 'TH']],
      ['TR', ['TH', 'TD']],
      ['TR', ['TH', 'TD']],
    ]);
    const source = bytes.toString('latin1');
    expect(source.match(/\/S \/TH\n\/A <<\n\/O \/Table\n\/Scope \/(Column|Row)\n>>/g)).toHaveLength(4);
    expect(source).toContain('/StructTreeRoot');
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(source).toContain('/DisplayDocTitle true');
  });

  it('embeds its fonts, and no other', () => {
    const source = renderPdf(createContent([createTable(1)])).toString('latin1');
    const fonts = [...source.matchAll(/\/FontName \/([\w+-]+)/g)].map(([, name]) =>
      name?.replace(/^[A-Z]+\+/, ''),
    );
    expect(fonts.toSorted()).toEqual(['Besley-Bold', 'FamiljenGrotesk-Bold', 'FamiljenGrotesk-Regular']);
    expect(source.match(/\/FontFile2 /g)).toHaveLength(3);
    expect(source).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
  });

  it('contains every cell of every row across page breaks', async () => {
    const parties: PdfBlock = {
      type: 'table',
      summary: 'Partijen',
      hasColumnHeadersOnly: true,
      columns: ['Klant', 'Verkoper'].map((label) => ({ label, align: 'start', share: 1 })),
      rows: [{ cells: ['Marit', Array.from({ length: 9 }, (_line, index) => `Regel ${index}`).join('\n')] }],
    };
    const expected = [
      ['Klant', 'Verkoper'],
      ['Marit', Array.from({ length: 9 }, (_line, index) => `Regel ${index}`).join(' ')],
      ['Product', 'Bedrag'],
      ...Array.from({ length: 4 }, (_row, index) => [`Product ${index + 1}`, `€ ${index},00`]),
    ];
    for (let lines = 20; lines <= 50; lines += 1) {
      const filler = Array.from({ length: lines }, (_line, index) => `${index}`).join('\n');
      const { elements, pages } = await readPdf(
        renderPdf(createContent([{ type: 'paragraph', text: filler }, parties, createTable(4)])),
      );
      expect([lines, pages, listRows(elements)]).toEqual([lines, pages, expected]);
    }
  });

  it('is identical to the byte for the same content', () => {
    const content = createContent([createTable(40)]);
    expect(renderPdf(content).equals(renderPdf(content))).toBe(true);
  });

  it('repeats the table headers on every page as artifacts, and numbers the pages', async () => {
    const pdf = await readPdf(renderPdf(createContent([createTable(100)])));
    expect(pdf.pages).toBeGreaterThan(2);
    const rows = listRows(pdf.elements);
    expect(rows).toHaveLength(101);
    expect(rows.slice(1).map(([name]) => name)).toEqual(
      Array.from({ length: 100 }, (_row, n) => `Product ${n + 1}`),
    );
    pdf.artifacts.forEach((text, index) => {
      expect(text).toContain(`Pagina ${index + 1} van ${pdf.pages}`);
      expect(text.startsWith('Product Bedrag')).toBe(index > 0);
    });
  });

  it('renders all letters of the shop’s languages in each font', async () => {
    const letters = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŠŽßàáâãäåæçèéêëìíîïñòóôõöøùúûüšž€–−×·’“”„«»¿¡';
    const pdf = await readPdf(
      renderPdf(
        createContent([
          { type: 'heading', level: 1, text: letters },
          { type: 'paragraph', text: letters },
          {
            ...(createTable(0) as Extract<PdfBlock, { type: 'table' }>),
            rows: [{ cells: [letters, ''], isStrong: true }],
          },
        ]),
      ),
    );
    const shown = pdf.text.replaceAll(' ', '');
    expect(shown.split(letters).length - 1).toBe(3);
  });

  it.each(['Виктор Новак', 'Γιώργος Παπαδόπουλος', 'Đặng Ђорђе'])(
    'renders the name %s in its own script, also in bold',
    async (name) => {
      const pdf = await readPdf(
        renderPdf(
          createContent([
            { type: 'heading', level: 1, text: name },
            { type: 'paragraph', text: name },
          ]),
        ),
      );
      expect(pdf.elements.slice(1, 3).map(({ text }) => text)).toEqual([name, name]);
    },
  );

  it('transliterates characters missing in all fonts, with the original as the text alternative', async () => {
    const name = 'Виктор 王小明\u202eevil\u0000';
    const pdf = await readPdf(renderPdf(createContent([{ type: 'paragraph', text: name }])));
    const told = pdf.elements[1];
    expect(told?.text).toBe('Виктор WangXiaoMingevil');
    expect(told?.alt).toContain('Виктор 王小明');
  });

  it('never renders a question mark for a missing character', async () => {
    const text = 'Ωμέγα Жанна שרה محمد 王 김 ไทย';
    const pdf = await readPdf(renderPdf(createContent([{ type: 'paragraph', text }])));
    expect(pdf.elements[1]?.text).not.toContain('?');
  });

  it('is rendered for any text, including every accent after every letter', () => {
    const fonts = Object.values(readFonts());
    const letters = Array.from({ length: 0x1_0000 }, (_letter, code) => String.fromCharCode(code)).filter(
      (letter) => fonts.some((font) => font.hasGlyph(letter)),
    );
    const accents = letters.filter((letter) => /[\p{M}\p{Sk}\p{Lm}]/u.test(letter));
    expect(accents.length).toBeGreaterThan(20);
    const write = (text: string): Buffer =>
      renderPdf(
        createContent([
          { type: 'heading', level: 1, text },
          { type: 'paragraph', text },
          {
            ...(createTable(0) as Extract<PdfBlock, { type: 'table' }>),
            rows: [{ cells: [text, text], isStrong: true }],
          },
        ]),
      );
    const plain = letters.filter((letter) => /[A-Za-z\d]/.test(letter));
    write(
      accents
        .map((accent, index) => selectTestCases(plain, 8, index).map((letter) => letter + accent))
        .map((line) => line.join(' '))
        .join('\n'),
    );
    const typed = fc.string({ unit: fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'binary' })) });
    const texts = fc.array(typed, { minLength: 10, maxLength: 20 });
    fc.assert(
      fc.property(texts, (lines) => void write(lines.join('\n'))),
      { numRuns: 5 },
    );
  });

  it('replaces a letter missing in all fonts by a simpler one if possible', async () => {
    const pdf = await readPdf(renderPdf(createContent([{ type: 'paragraph', text: 'Ｈａｎｓ ﬁ Ⅷ' }])));
    expect(pdf.elements[1]?.text).toBe('Hans fi VIII');
  });

  it('breaks long words, long texts, and cells of more than a page', async () => {
    const word = 'x'.repeat(2000);
    const words = Array.from({ length: 900 }, (_word, n) => `w${n}`);
    const pdf = await readPdf(
      renderPdf(
        createContent([
          { type: 'paragraph', text: word },
          { type: 'paragraph', text: words.join('\n') },
          {
            ...(createTable(0) as Extract<PdfBlock, { type: 'table' }>),
            rows: [{ cells: [words.join('\n'), 'end'] }],
          },
        ]),
      ),
    );
    const shown = pdf.text;
    expect(shown.replaceAll(' ', '')).toContain(word);
    for (const one of words) expect(shown.split(' ').filter((part) => part === one)).toHaveLength(2);
  });

  it('refuses a table with a row that lacks a cell', () => {
    const table = { ...(createTable(0) as Extract<PdfBlock, { type: 'table' }>), rows: [{ cells: ['one'] }] };
    expect(() => renderPdf(createContent([table]))).toThrow(RangeError);
  });
});
