import { BLOCK_GAP, textStyles } from './page-layout.ts';
import type { PdfContent } from './pdf-content.ts';
import { addTable } from './table.ts';
import { createTaggedPages } from './tagged-pages.ts';

export type { PdfBlock, PdfContent, PdfTable } from './pdf-content.ts';

/**
 * Renders a document: tagged (PDF/UA: structure, language, title, table headers), with embedded fonts. The
 * same content results in the same bytes.
 *
 * @throws RangeError for a table with a row without a cell for each column
 */
export function renderPdf(content: PdfContent): Buffer {
  const pages = createTaggedPages(content);
  pages.addPage();
  pages.addText('P', content.brand, { ...textStyles.brand, colour: content.brandColour }, 6);
  pages.drawRule(content.brandColour, 2);
  pages.skip(14);
  for (const block of content.blocks) {
    if (block.type === 'table') addTable(pages, block);
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
