import { readFileSync } from 'node:fs';
import path from 'node:path';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';
import { findFontsFolder } from '../shipped-folders.ts';

/**
 * Complete fonts of the shop, one weight each. The web fonts are split into subsets, which cannot be
 * embedded.
 */
const fontFiles = {
  heading: 'besley-bold.ttf',
  regular: 'familjen-grotesk-regular.ttf',
  bold: 'familjen-grotesk-bold.ttf',
  // Fallback for characters that the others lack, for example Greek and Cyrillic.
  fallback: 'dejavu-sans-regular.ttf',
  fallbackBold: 'dejavu-sans-bold.ttf',
} as const;
export type FontName = keyof typeof fontFiles;

export interface PdfFont {
  readonly bytes: Buffer;
  hasGlyph(letter: string): boolean;
  /** Returns the width of a text at font size 1, without kerning, which never makes it wider. */
  getWidth(text: string): number;
}

export type PdfFonts = Readonly<Record<FontName, PdfFont>>;

function readFont(folder: string, file: string): PdfFont {
  const bytes = readFileSync(path.join(folder, file));
  // The file contains a single font, so the result is not a collection.
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

/** Reads the fonts of documents, once. */
export function readFonts(): PdfFonts {
  if (!known) {
    const folder = findFontsFolder();
    known = {
      heading: readFont(folder, fontFiles.heading),
      regular: readFont(folder, fontFiles.regular),
      bold: readFont(folder, fontFiles.bold),
      fallback: readFont(folder, fontFiles.fallback),
      fallbackBold: readFont(folder, fontFiles.fallbackBold),
    };
  }
  return known;
}

/**
 * Returns a character that the font has: the character itself, or else its base character or an equivalent;
 * '' if there is none.
 */
const toAvailableLetters = (letter: string, font: PdfFont): string =>
  font.hasGlyph(letter)
    ? letter
    : [...letter.normalize('NFKD')].filter((part) => font.hasGlyph(part)).join('');

/** Chooses the font of a text: the fallback if the font lacks a character that the fallback has. */
export function chooseFont(text: string, name: FontName, fonts: PdfFonts): FontName {
  const fallback = name === 'regular' ? 'fallback' : 'fallbackBold';
  const isMissingGlyph = (letter: string) =>
    /[\p{L}\p{N}\p{S}]/u.test(letter) && toAvailableLetters(letter, fonts[name]) === '';
  return [...text.normalize('NFC')].some(
    (letter) => isMissingGlyph(letter) && fonts[fallback].hasGlyph(letter),
  )
    ? fallback
    : name;
}

/**
 * Converts a text to characters of a font. A missing character becomes its base character without accents, or
 * else its Latin transliteration; symbols without one are removed. Line breaks remain; tabs, control
 * characters and direction marks are removed.
 */
export function toDisplayableText(text: string, font: PdfFont): string {
  const show = (letter: string): string => {
    if (letter === '\n') return letter;
    // Some fonts have glyphs for these characters.
    if (/\p{C}/u.test(letter)) return /\s/u.test(letter) ? ' ' : '';
    if (font.hasGlyph(letter)) return letter;
    if (/\s/u.test(letter)) return ' ';
    if (/\p{M}/u.test(letter)) return '';
    return toAvailableLetters(letter, font) || anyAscii(letter);
  };
  return [...text.normalize('NFC')].map(show).join('');
}
