import { getOwnProperty } from '../../../../../shared/rules/get-own-property.ts';
import type { LanguageRules } from './language-rules.ts';

/** A word of a text or a term. */
export interface Word {
  /** Word in lower case, with its accents. */
  readonly typed: string;
  /** Word without accents, for comparisons. */
  readonly plain: string;
  /**
   * Separator before the word: '' for spaces and hyphens, ',' for a comma, '.' for any other end of a phrase.
   */
  readonly separator: '' | ',' | '.';
  /** Whether the text negates the word. */
  readonly isNegated: boolean;
}

const plainBySpecialLetter: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  đ: 'd',
  ł: 'l',
  œ: 'oe',
};

/** Returns a word in lower case without accents, letter by letter: 'Müsli' and 'musli' are equal. */
export const toPlain = (word: string): string => {
  const lower = word.toLowerCase();
  // Most words are ASCII and have no accents.
  if (/^[ -~]*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæđłœ]/g, (letter) => plainBySpecialLetter[letter] ?? letter);
};

const unitByName: Readonly<Record<string, string>> = {
  kg: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  kilogram: 'kg',
  kilogramm: 'kg',
  kilograms: 'kg',
  kilogrammo: 'kg',
  quilo: 'kg',
  quilos: 'kg',
  kilogrammi: 'kg',
  g: 'g',
  gr: 'g',
  gram: 'g',
  gramm: 'g',
  grams: 'g',
  grammi: 'g',
  gramas: 'g',
  gramos: 'g',
  l: 'l',
  liter: 'l',
  litre: 'l',
  litres: 'l',
  liters: 'l',
  litro: 'l',
  litri: 'l',
  litros: 'l',
  ltr: 'l',
  liitrit: 'l',
  liiter: 'l',
  ml: 'ml',
  milliliter: 'ml',
};
const WORD_PATTERN =
  /(\d+(?:[.,]\d+)?)[\s\u00a0]*(\p{L}+)(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’](?=s\b))?/gu;

const getSeparator = (between: string): Word['separator'] =>
  between === ' ' || between === ''
    ? ''
    : /[.;:!?()[\]\n–—]/u.test(between)
      ? '.'
      : between.includes(',')
        ? ','
        : '';

/** Returns a size as one word: '20kg', '20 kg' and '20 kilo' are equal; undefined if the unit is unknown. */
export function toSizeWord(value: string, unit: string): string | undefined {
  const known = getOwnProperty(unitByName, unit.toLowerCase());
  if (known === undefined) return undefined;
  return `${Number(value.replace(',', '.'))}${known}`;
}

/** Returns the words of a text in order. A number with its unit is one word; the genitive s is left out. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  const composed = text.normalize('NFC');
  const add = (typed: string, index: number) => {
    const lower = typed.toLowerCase();
    words.push({
      typed: lower,
      plain: toPlain(lower),
      separator: getSeparator(composed.slice(end, index)),
      isNegated: false,
    });
    end = index + typed.length;
  };
  for (const match of composed.matchAll(WORD_PATTERN)) {
    const [all, value, unit] = match;
    if (value !== undefined && unit !== undefined) {
      const size = toSizeWord(value, unit);
      if (size !== undefined) {
        words.push({
          typed: size,
          plain: size,
          separator: getSeparator(composed.slice(end, match.index)),
          isNegated: false,
        });
        end = match.index + all.length;
        continue;
      }
      if (!/\s/u.test(all)) {
        add(all, match.index);
        continue;
      }
      add(value, match.index);
      add(unit, match.index + all.length - unit.length);
      continue;
    }
    const typed = all.endsWith("'") || all.endsWith('’') ? all.slice(0, -1) : all;
    // The s of 'horse's' and 'pony's' follows its apostrophe as a separate word.
    if (typed.length === 1 && /^s$/iu.test(typed) && /['’]$/u.test(composed.slice(0, match.index))) continue;
    add(typed, match.index);
  }
  return words;
}

/** Returns the stem of a word for comparisons. */
export const toStem = (typed: string, rules: LanguageRules): string =>
  toPlain(rules.stem(typed.toLowerCase()));

/** Returns a word without its negating ending ('haver' for 'havervrij'); undefined if it has none. */
export function getNegatedPart({ typed }: Pick<Word, 'typed'>, rules: LanguageRules): Word | undefined {
  const ending = rules.negatingEndings.find(
    (known) => typed.endsWith(known) && typed.length - known.length >= 3,
  );
  if (ending === undefined) return undefined;
  const part = typed.slice(0, -ending.length);
  return { typed: part, plain: toPlain(part), separator: '', isNegated: true };
}

/**
 * Marks the words that a text negates: 'without grain, soya or molasses', 'oat-free', 'vrij van soja'. The
 * negating words are left out.
 */
export function markNegatedWords(words: readonly Word[], rules: LanguageRules): Word[] {
  const marked: Word[] = [];
  let isNegated = false;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (rules.negations.has(word.typed)) {
      const last = marked.at(-1);
      const isEnding =
        last !== undefined &&
        word.separator === '' &&
        rules.negatingEndings.includes(word.typed) &&
        !(next !== undefined && next.separator === '' && rules.stopWords.has(next.typed));
      if (isEnding) marked[marked.length - 1] = { ...last, isNegated: true };
      isNegated = !isEnding;
      continue;
    }
    if (!isNegated) {
      marked.push(word);
      continue;
    }
    if (word.separator === '.') {
      isNegated = false;
      marked.push(word);
      continue;
    }
    if (rules.conjunctions.has(word.typed)) continue;
    if (rules.stopWords.has(word.typed)) continue;
    marked.push({ ...word, isNegated: true });
    const isListed =
      next?.separator === ',' &&
      words.slice(index + 1, index + 4).some(({ typed }) => rules.conjunctions.has(typed));
    isNegated = next !== undefined && (rules.conjunctions.has(next.typed) || isListed);
  }
  return marked;
}
