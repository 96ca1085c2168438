import { chooseFont, type PdfFonts, toDisplayableText } from './fonts.ts';
import type { TextStyle } from './page-layout.ts';

/** Breaks a text into lines. A word wider than a line is cut. */
export function breakLines(
  text: string,
  { font, size }: TextStyle,
  width: number,
  fonts: PdfFonts,
): string[] {
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
