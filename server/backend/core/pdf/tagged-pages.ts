import PDFDocument from 'pdfkit';
import { breakLines } from './break-lines.ts';
import { chooseFont, type FontName, type PdfFonts, readFonts, toDisplayableText } from './fonts.ts';
import {
  type HorizontalBox,
  PAGE_BOTTOM,
  PAGE_COLUMN,
  PAGE_MARGIN,
  PAGE_SIZE,
  RULE_COLOUR,
  type TextStyle,
  textStyles,
} from './page-layout.ts';
import type { PdfContent } from './pdf-content.ts';

/**
 * Disables mark positioning, because the library throws for pairs that are missing in the font's table, and
 * no name may prevent a document. The library's types allow a list only.
 */
const FONT_FEATURES = { mark: false, mkmk: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** ISO 14289-1, which the library's types do not include. */
const PDF_STANDARD: string = 'PDF/UA';

/** The pages of a document and its structure tree. */
export interface TaggedPages {
  readonly fonts: PdfFonts;
  /** Element of the whole document. */
  readonly root: PDFKit.PDFStructureElement;
  /** Returns where the next content begins, in points from the top of the page. */
  getTop(): number;
  /** Moves the beginning of the next content down. */
  skip(height: number): void;
  addPage(): void;
  /** Adds a text in the column of the page, and a gap below it. */
  addText(tag: string, text: string, style: TextStyle, gap: number): void;
  /**
   * Adds a structure element, to which content is added with `drawContent`. Characters replaced in the drawing
   * are in the text alternative.
   */
  addElement(
    parent: PDFKit.PDFStructureElement,
    tag: string,
    options: { readonly text?: string; readonly font?: FontName; readonly scope?: 'Row' | 'Column' },
  ): PDFKit.PDFStructureElement;
  /** Draws content that belongs to a structure element. */
  drawContent(element: PDFKit.PDFStructureElement, tag: string, draw: () => void): void;
  /** Draws an artifact, which screen readers skip. */
  drawArtifact(type: 'Layout' | 'Pagination', draw: () => void): void;
  /** Draws lines of text; only within `drawContent` or `drawArtifact`. */
  drawLines(lines: readonly string[], style: TextStyle, box: HorizontalBox, top: number): void;
  drawRule(colour: string, thickness: number): void;
  /** Draws the footers, once the number of pages is known. */
  drawFeet(imprint: readonly string[], pageLabel: string): void;
  /** Returns the bytes of the document. */
  end(): Buffer;
}

/** Creates a document without pages. */
export function createTaggedPages({
  title,
  culture,
  createdAt,
}: Pick<PdfContent, 'title' | 'culture' | 'createdAt'>): TaggedPages {
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

  function drawContent(element: PDFKit.PDFStructureElement, tag: string, draw: () => void): void {
    const content = pdf.markStructureContent(tag);
    draw();
    pdf.endMarkedContent();
    element.add(content);
  }

  function drawArtifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    pdf.markContent('Artifact', { type });
    draw();
    pdf.endMarkedContent();
  }

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
    const lines = breakLines(text, style, PAGE_COLUMN.width, fonts);
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

  function drawFeet(imprint: readonly string[], pageLabel: string): void {
    const { count } = pdf.bufferedPageRange();
    const lines = imprint.flatMap((text) => breakLines(text, textStyles.small, PAGE_COLUMN.width, fonts));
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
    fonts,
    root,
    getTop: () => y,
    skip(height) {
      y += height;
    },
    addPage,
    addText,
    addElement,
    drawContent,
    drawArtifact,
    drawLines,
    drawRule,
    drawFeet,
    end,
  };
}
