import { readFileSync } from 'node:fs';
import path from 'node:path';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';
import { findFontsFolder } from '../shipped-folders.ts';

/** The shop's fonts, whole and in one weight each: what browsers are given is cut into parts that a document cannot embed. */
const files = {
  heading: 'besley-bold.ttf',
  regular: 'familjen-grotesk-regular.ttf',
  bold: 'familjen-grotesk-bold.ttf',
  // For letters that those lack: Greek and Cyrillic, among others.
  fallback: 'dejavu-sans-regular.ttf',
  fallbackBold: 'dejavu-sans-bold.ttf',
} as const;
export type FontName = keyof typeof files;

export interface PdfFont {
  readonly bytes: Buffer;
  hasGlyph(letter: string): boolean;
  /** How wide a text is at a size of 1, each letter by itself: two that move together make it no wider. */
  getWidth(text: string): number;
}

export type PdfFonts = Readonly<Record<FontName, PdfFont>>;

function readFont(folder: string, file: string): PdfFont {
  const bytes = readFileSync(path.join(folder, file));
  // The file holds one font, so this is no collection.
  const font = create(bytes) as Font;
  const known = new Set(font.characterSet);
  const widths = new Map<string, number>();
  const measureLetter = (letter: string): number => {
    const width =
      widths.get(letter) ?? font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
    widths.set(letter, width);
    return width;
  };
  return {
    bytes,
    hasGlyph: (letter) => known.has(letter.codePointAt(0) ?? 0),
    getWidth: (text) => [...text].reduce((sum, letter) => sum + measureLetter(letter), 0),
  };
}

let known: PdfFonts | undefined;

/** The fonts of documents, read from disk once. */
export function readFonts(): PdfFonts {
  if (!known) {
    const folder = findFontsFolder();
    known = {
      heading: readFont(folder, files.heading),
      regular: readFont(folder, files.regular),
      bold: readFont(folder, files.bold),
      fallback: readFont(folder, files.fallback),
      fallbackBold: readFont(folder, files.fallbackBold),
    };
  }
  return known;
}

/** A letter in glyphs of a font: itself, else the letter below its accents or of the same meaning; '' if the font has neither. */
const simplify = (letter: string, font: PdfFont): string =>
  font.hasGlyph(letter)
    ? letter
    : [...letter.normalize('NFKD')].filter((part) => font.hasGlyph(part)).join('');

/** The font for a text: the fallback if it has a letter of the text that the font lacks. */
export function chooseFont(text: string, name: FontName, fonts: PdfFonts): FontName {
  const fallback = name === 'regular' ? 'fallback' : 'fallbackBold';
  const isLacking = (letter: string) =>
    /[\p{L}\p{N}\p{S}]/u.test(letter) && simplify(letter, fonts[name]) === '';
  return [...text.normalize('NFC')].some((letter) => isLacking(letter) && fonts[fallback].hasGlyph(letter))
    ? fallback
    : name;
}

/**
 * A text in letters that a font has: a letter that it lacks becomes the one below its accents, or else its Latin transliteration (none
 * for symbols that have none). Line breaks stay; what is no letter (tabs, control characters, marks of direction) does not.
 */
export function toShownText(text: string, font: PdfFont): string {
  const show = (letter: string): string => {
    if (letter === '\n') return letter;
    // Fonts have glyphs for some of them.
    if (/\p{C}/u.test(letter)) return /\s/u.test(letter) ? ' ' : '';
    if (font.hasGlyph(letter)) return letter;
    if (/\s/u.test(letter)) return ' ';
    if (/\p{M}/u.test(letter)) return '';
    return simplify(letter, font) || anyAscii(letter);
  };
  return [...text.normalize('NFC')].map(show).join('');
}
