import PDFDocument from 'pdfkit';
import { chooseFont, type FontName, readFonts, toDisplayableText } from './fonts.ts';

/**
 * Table. Every row has as many cells as there are columns. By default the first cell is the header of its
 * row.
 */
export interface PdfTable {
  readonly type: 'table';
  /** Description of the table for screen readers. */
  readonly summary: string;
  /** True if only the columns have headers, so that the first cell of a row is an ordinary one. */
  readonly hasColumnHeadersOnly?: boolean;
  readonly columns: readonly {
    /** Label of the column. If all labels are '', no header row is drawn. */
    readonly label: string;
    readonly align: 'start' | 'end';
    /** Width relative to the other columns. */
    readonly share: number;
  }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly isStrong?: boolean;
    /** True if the row continues the previous one, without a line between them. */
    readonly isPart?: boolean;
  }[];
}

/** Block of a document. A line break in a text starts a new line. */
export type PdfBlock =
  | { readonly type: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string; readonly isSmall?: boolean }
  | PdfTable;

/** Content of a document, in one column on A4. */
export interface PdfContent {
  readonly title: string;
  /** BCP 47 code of the language. */
  readonly culture: string;
  /** Name of the shop, at the top of the first page. */
  readonly brand: string;
  /** Brand colour of the design, for example '#24512f'. */
  readonly brandColour: string;
  readonly createdAt: Date;
  readonly blocks: readonly PdfBlock[];
  /** Lines at the bottom of every page. */
  readonly imprint: readonly string[];
  /** For example 'Page {page} of {pages}'. The numbers are inserted when they are known. */
  readonly pageLabel: string;
}

interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  readonly lineHeight: number;
  readonly colour: string;
}

interface HorizontalBox {
  readonly x: number;
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** Lengths are in points (1/72 inch). */
const PAGE_SIZE = { width: 595.28, height: 841.89 };
const PAGE_MARGIN = 56;
const PAGE_BOTTOM = PAGE_SIZE.height - 96;
const PAGE_COLUMN: HorizontalBox = {
  x: PAGE_MARGIN,
  width: PAGE_SIZE.width - 2 * PAGE_MARGIN,
  align: 'start',
};
const BLOCK_GAP = 10;
const CELL_GAP = 8;
const ROW_GAP = 2;

const TEXT_COLOUR = '#1f1f1f';
const SOFT_TEXT_COLOUR = '#4a4a4a';
const RULE_COLOUR = '#9a9a9a';

const textStyles = {
  brand: { font: 'heading', size: 18, lineHeight: 24, colour: TEXT_COLOUR },
  heading1: { font: 'heading', size: 20, lineHeight: 26, colour: TEXT_COLOUR },
  heading2: { font: 'heading', size: 13, lineHeight: 18, colour: TEXT_COLOUR },
  body: { font: 'regular', size: 9.5, lineHeight: 12.5, colour: TEXT_COLOUR },
  strong: { font: 'bold', size: 9.5, lineHeight: 12.5, colour: TEXT_COLOUR },
  small: { font: 'regular', size: 8.5, lineHeight: 11.5, colour: SOFT_TEXT_COLOUR },
  label: { font: 'bold', size: 8.5, lineHeight: 12, colour: SOFT_TEXT_COLOUR },
} as const satisfies Record<string, TextStyle>;

/**
 * Disables mark positioning, because the library throws for pairs that are missing in the font's table, and
 * no name may prevent a document. The library's types allow a list only.
 */
const FONT_FEATURES = { mark: false, mkmk: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** ISO 14289-1, which the library's types do not include. */
const PDF_STANDARD: string = 'PDF/UA';

/** Draws texts on pages and describes them in the structure tree. */
function createPages({ title, culture, createdAt }: PdfContent) {
  const fonts = readFonts();
  const pdf = new PDFDocument({
    size: [PAGE_SIZE.width, PAGE_SIZE.height],
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: PDF_STANDARD as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    displayTitle: true,
    lang: culture,
    info: {
      Title: title,
      CreationDate: createdAt,
      ModDate: createdAt,
      Producer: 'PDFKit',
      Creator: 'PDFKit',
    },
  });
  for (const [name, { bytes }] of Object.entries(fonts)) pdf.registerFont(name, bytes);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let y = PAGE_MARGIN;

  const use = ({ font, size, colour }: TextStyle): void => {
    pdf.font(font).fontSize(size).fillColor(colour);
  };

  function addPage(): void {
    pdf.addPage();
    y = PAGE_MARGIN;
  }

  /** Breaks a text into lines. A word wider than a line is cut. */
  function breakLines(text: string, { font, size }: TextStyle, width: number): string[] {
    return text.split('\n').flatMap((written) => {
      const { getWidth } = fonts[chooseFont(written, font, fonts)];
      const measure = (part: string): number => getWidth(part) * size;
      const space = measure(' ');
      const paragraph = toDisplayableText(written, fonts[chooseFont(written, font, fonts)]);
      const lines: string[] = [];
      let line = '';
      let taken = 0;
      const add = (part: string, partWidth: number): void => {
        if (line !== '' && taken + space + partWidth <= width) {
          line += ` ${part}`;
          taken += space + partWidth;
          return;
        }
        if (line !== '') lines.push(line);
        line = part;
        taken = partWidth;
      };
      for (const word of paragraph.split(' ')) {
        const wordWidth = measure(word);
        if (wordWidth <= width) {
          add(word, wordWidth);
          continue;
        }
        let part = '';
        let partWidth = 0;
        for (const letter of word) {
          const letterWidth = measure(letter);
          if (part !== '' && partWidth + letterWidth > width) {
            add(part, partWidth);
            part = '';
            partWidth = 0;
          }
          part += letter;
          partWidth += letterWidth;
        }
        add(part, partWidth);
      }
      return [...lines, line];
    });
  }

  function drawLines(
    lines: readonly string[],
    style: TextStyle,
    { x, width, align }: HorizontalBox,
    top: number,
  ): void {
    lines.forEach((line, index) => {
      use({ ...style, font: chooseFont(line, style.font, fonts) });
      const options = { lineBreak: false, features: FONT_FEATURES };
      const left = align === 'end' ? x + width - pdf.widthOfString(line, options) : x;
      if (line !== '') pdf.text(line, left, top + index * style.lineHeight, options);
    });
  }

  /** Draws content that belongs to a structure element. */
  function drawContent(element: PDFKit.PDFStructureElement, tag: string, draw: () => void): void {
    const content = pdf.markStructureContent(tag);
    draw();
    pdf.endMarkedContent();
    element.add(content);
  }

  /** Draws an artifact, which screen readers skip. */
  function drawArtifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    pdf.markContent('Artifact', { type });
    draw();
    pdf.endMarkedContent();
  }

  /**
   * Adds a structure element with its content. Characters replaced in the drawing are in the text
   * alternative.
   */
  function addElement(
    parent: PDFKit.PDFStructureElement,
    tag: string,
    {
      text,
      font,
      scope,
    }: { readonly text?: string; readonly font?: FontName; readonly scope?: 'Row' | 'Column' },
  ): PDFKit.PDFStructureElement {
    const isUnchangedInFont =
      text === undefined ||
      font === undefined ||
      toDisplayableText(text, fonts[chooseFont(text, font, fonts)]) === text;
    const options: { actual?: string; scope?: string } = {
      ...(isUnchangedInFont ? {} : { actual: text }),
      ...(scope && { scope }),
    };
    const element = pdf.struct(tag, options);
    parent.add(element);
    return element;
  }

  function addText(tag: string, text: string, style: TextStyle, gap: number): void {
    const lines = breakLines(text, style, PAGE_COLUMN.width);
    const element = addElement(root, tag, { text, font: style.font });
    // A heading or the start of a text is never alone at the bottom of a page.
    const linesKeptTogether = tag === 'P' ? Math.min(lines.length, 3) : lines.length + 3;
    if (y + linesKeptTogether * style.lineHeight > PAGE_BOTTOM) addPage();
    for (let at = 0; at < lines.length; ) {
      const count = Math.max(1, Math.floor((PAGE_BOTTOM - y) / style.lineHeight));
      const part = lines.slice(at, at + count);
      const top = y;
      drawContent(element, tag, () => drawLines(part, style, PAGE_COLUMN, top));
      y += part.length * style.lineHeight;
      at += part.length;
      if (at < lines.length) addPage();
    }
    y += gap;
  }

  function drawRule(colour: string, thickness: number): void {
    const top = y;
    drawArtifact('Layout', () => {
      pdf
        .lineWidth(thickness)
        .strokeColor(colour)
        .moveTo(PAGE_COLUMN.x, top)
        .lineTo(PAGE_COLUMN.x + PAGE_COLUMN.width, top)
        .stroke();
    });
  }

  function addTable({
    columns,
    rows,
    summary,
    hasColumnHeadersOnly: isNamedByColumns = false,
  }: PdfTable): void {
    if (rows.some(({ cells }) => cells.length !== columns.length)) {
      throw new RangeError('A table row does not have a cell for each column');
    }
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const width = PAGE_COLUMN.width - CELL_GAP * (columns.length - 1);
    let x = PAGE_COLUMN.x;
    const boxes = columns.map(({ share, align }): HorizontalBox => {
      const box = { x, width: (width * share) / shares, align };
      x += box.width + CELL_GAP;
      return box;
    });
    const breakCells = (cells: readonly string[], style: TextStyle) =>
      cells.map((text, at) => ({ text, lines: breakLines(text, style, boxes[at]?.width ?? 0) }));
    const countLines = (cells: readonly { readonly lines: readonly string[] }[]) =>
      Math.max(...cells.map(({ lines }) => lines.length));

    const table = addElement(root, 'Table', {});
    const hasHead = columns.some(({ label }) => label !== '');
    const head = breakCells(
      columns.map(({ label }) => label),
      textStyles.label,
    );
    const headHeight = hasHead ? countLines(head) * textStyles.label.lineHeight + 2 * ROW_GAP : 0;
    const drawHead = (drawCell: (draw: () => void, text: string) => void): void => {
      if (!hasHead) return;
      const top = y;
      head.forEach(({ lines, text }, at) => {
        const box = boxes[at];
        if (box) drawCell(() => drawLines(lines, textStyles.label, box, top), text);
      });
      y += headHeight - ROW_GAP;
      drawRule(TEXT_COLOUR, 1);
      y += ROW_GAP;
    };

    const rowLines = rows.map(({ cells, isStrong }) => {
      const style = isStrong ? textStyles.strong : textStyles.body;
      const broken = breakCells(cells, style);
      return { style, cells: broken, count: countLines(broken) };
    });
    const firstHeight = (rowLines[0]?.count ?? 0) * textStyles.body.lineHeight;
    if (y + headHeight + Math.min(firstHeight, 120) > PAGE_BOTTOM) addPage();
    // The summary describes the table to screen readers.
    (table as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data.A = {
      O: 'Table',
      Summary: new String(summary),
    };
    if (hasHead) {
      const row = addElement(table, 'TR', {});
      drawHead((draw, text) =>
        drawContent(addElement(row, 'TH', { text, font: 'bold', scope: 'Column' }), 'TH', draw),
      );
    }
    const onNextPage = (): void => {
      addPage();
      // The repeated header is an artifact, because screen readers have read it already.
      drawHead((draw) => drawArtifact('Pagination', draw));
    };
    rowLines.forEach(({ style, cells, count }, index) => {
      const { isPart = false } = rows[index] ?? {};
      const height = count * style.lineHeight;
      const fullPage = PAGE_BOTTOM - PAGE_MARGIN - headHeight;
      if (y + height > PAGE_BOTTOM && height <= fullPage) onNextPage();
      else if (index > 0 && !isPart) {
        drawRule(RULE_COLOUR, 0.5);
        y += ROW_GAP;
      }
      const row = addElement(table, 'TR', {});
      const elements = cells.map(({ text }, at) => {
        const isName = at === 0 && !isNamedByColumns;
        const tag = isName ? 'TH' : 'TD';
        const named = { text, font: style.font };
        return { tag, element: addElement(row, tag, isName ? { ...named, scope: 'Row' } : named) };
      });
      for (let from = 0; from < count; ) {
        const fitting = Math.max(1, Math.floor((PAGE_BOTTOM - y) / style.lineHeight));
        const to = Math.min(count, from + fitting);
        const top = y;
        elements.forEach(({ tag, element }, at) => {
          const box = boxes[at];
          const part = cells[at]?.lines.slice(from, to) ?? [];
          if (box && part.length > 0) drawContent(element, tag, () => drawLines(part, style, box, top));
        });
        y += (to - from) * style.lineHeight;
        from = to;
        if (from < count) onNextPage();
      }
      y += rows[index + 1]?.isPart ? 0 : ROW_GAP;
    });
    y += BLOCK_GAP;
  }

  /** Draws the footers, once the number of pages is known. */
  function drawFeet(imprint: readonly string[], pageLabel: string): void {
    const { count } = pdf.bufferedPageRange();
    const lines = imprint.flatMap((text) => breakLines(text, textStyles.small, PAGE_COLUMN.width));
    for (let page = 0; page < count; page += 1) {
      pdf.switchToPage(page);
      const written = pageLabel.replace('{page}', String(page + 1)).replace('{pages}', String(count));
      const label = toDisplayableText(written, fonts[textStyles.small.font]);
      drawArtifact('Pagination', () => {
        const top = PAGE_BOTTOM + 16;
        pdf
          .lineWidth(0.5)
          .strokeColor(RULE_COLOUR)
          .moveTo(PAGE_COLUMN.x, top - 6);
        pdf.lineTo(PAGE_COLUMN.x + PAGE_COLUMN.width, top - 6).stroke();
        drawLines(lines, textStyles.small, PAGE_COLUMN, top);
        drawLines(
          [label],
          textStyles.small,
          { ...PAGE_COLUMN, align: 'end' },
          top + lines.length * textStyles.small.lineHeight,
        );
      });
    }
  }

  function end(): Buffer {
    root.end();
    pdf.end();
    const bytes: unknown = pdf.read();
    if (!Buffer.isBuffer(bytes)) throw new Error('The document was not written');
    return bytes;
  }

  return {
    addPage,
    addText,
    addTable,
    drawRule,
    drawFeet,
    end,
    skip: (height: number) => {
      y += height;
    },
  };
}

/**
 * Renders a document: tagged (PDF/UA: structure, language, title, table headers), with embedded fonts. The
 * same content results in the same bytes.
 *
 * @throws RangeError for a table with a row without a cell for each column
 */
export function renderPdf(content: PdfContent): Buffer {
  const pages = createPages(content);
  pages.addPage();
  pages.addText('P', content.brand, { ...textStyles.brand, colour: content.brandColour }, 6);
  pages.drawRule(content.brandColour, 2);
  pages.skip(14);
  for (const block of content.blocks) {
    if (block.type === 'table') pages.addTable(block);
    else if (block.type === 'paragraph') {
      pages.addText('P', block.text, block.isSmall ? textStyles.small : textStyles.body, BLOCK_GAP);
    } else {
      pages.addText(
        `H${block.level}`,
        block.text,
        block.level === 1 ? textStyles.heading1 : textStyles.heading2,
        6,
      );
    }
  }
  pages.drawFeet(content.imprint, content.pageLabel);
  return pages.end();
}
