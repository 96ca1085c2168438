import type { Block, Inline } from '../../../shared/contract/content.ts';
import { createFormats } from '../../../shared/i18n/create-formats.ts';
import { getBrandName } from '../../../shared/rules/brand-name.ts';
import { getOwnProperty } from '../../../shared/rules/get-own-property.ts';
import { fillCountry } from './country-in-sentence.ts';
import type { LanguageRecord, SiteRecord } from './site-record.ts';

/**
 * Replaces the placeholders of imported texts with the details of one site, and removes the parts for other
 * sites.
 */
export interface PlaceholderFiller {
  /** Replaces the placeholders in a text. Placeholders for details that the site does not have remain. */
  fill(text: string): string;
  /** Replaces the placeholders in blocks, and removes blocks that become empty. */
  fillBlocks(blocks: readonly Block[]): Block[];
  /** Returns true if the site has the details for every placeholder of the text. */
  canFill(text: string): boolean;
}

const PLACEHOLDER_PATTERN = /\{([a-zA-Z]+)\}/g;
const PART_MARKER_PATTERN = /(\{\/?(?:tests|noTests)\})/;

/** A part may start in one run of a paragraph and end in a later one. */
function omitInlineParts(runs: readonly Inline[], leftOut: 'tests' | 'noTests'): Inline[] {
  if (!runs.some(({ text }) => text.includes('{'))) return [...runs];
  const chosen: Inline[] = [];
  let isInOmittedPart = false;
  // Removes one of the two spaces around a removed part, and spaces at the ends.
  let isCut = false;
  let endsWithSpace = true;
  for (const run of runs) {
    let text = '';
    for (const piece of run.text.split(PART_MARKER_PATTERN)) {
      if (PART_MARKER_PATTERN.test(piece)) {
        isInOmittedPart = piece === `{${leftOut}}`;
        isCut ||= isInOmittedPart;
      } else if (!isInOmittedPart && piece !== '') {
        const words: string = isCut && endsWithSpace ? piece.trimStart() : piece;
        if (words === '') continue;
        text += words;
        endsWithSpace = words.endsWith(' ');
        isCut = false;
      }
    }
    if (text !== '') chosen.push({ ...run, text });
  }
  const last = chosen.at(-1);
  return isCut && last ? [...chosen.slice(0, -1), { ...last, text: last.text.trimEnd() }] : chosen;
}

/** Returns a text without the parts of that name, and without markers. */
export const omitTextPart = (text: string, leftOut: 'tests' | 'noTests'): string =>
  omitInlineParts([{ text }], leftOut)[0]?.text ?? '';

/**
 * Creates the filler of a site and language for `{brand}`, `{phone}`, `{email}`, `{country}`,
 * `{freeShippingFrom}`, `{deliveryDays}`. Text between `{tests}` and `{/tests}` is for sites that sell
 * roughage tests, or describe them as the corporate site does; text between `{noTests}` and `{/noTests}` is
 * for the others.
 */
export function createPlaceholderFiller(site: SiteRecord, language: LanguageRecord): PlaceholderFiller {
  const { freeShippingFromInclVat } = site.setting;
  const values: Readonly<Record<string, string | undefined>> = {
    brand: getBrandName(site.site.type),
    // Non-breaking spaces, so that a number is never split across lines.
    phone: site.site.customerServicePhone.replaceAll(' ', '\u00a0'),
    email: site.site.customerServiceEmailAddress,
    country: site.countryNames.get(language.languageId),
    // Non-breaking hyphen in '1-2'.
    deliveryDays: site.setting.deliveryTimes.get(site.site.countryId)?.replace('-', '-\u2060'),
    freeShippingFrom:
      freeShippingFromInclVat === null
        ? undefined
        : createFormats({ culture: language.culture }).euro(
            freeShippingFromInclVat,
            freeShippingFromInclVat % 100 === 0 ? 0 : 2,
          ),
  };
  const leftOut = site.site.rqsContentPageId === null ? 'tests' : 'noTests';
  const choose = (runs: readonly Inline[]) => omitInlineParts(runs, leftOut);
  const fillChosen = (text: string): string => {
    const { country } = values;
    const placed = country === undefined ? text : fillCountry(text, country, language.code);
    return placed.replace(
      PLACEHOLDER_PATTERN,
      (placeholder, name: string) => getOwnProperty(values, name) ?? placeholder,
    );
  };
  const fill = (text: string): string =>
    text.includes('{') ? fillChosen(omitTextPart(text, leftOut)) : text;
  const fillInlines = (runs: readonly Inline[]): Inline[] =>
    choose(runs).map((inline) => ({
      ...inline,
      text: fill(inline.text),
      ...(inline.href === undefined ? {} : { href: fill(inline.href) }),
    }));
  return {
    fill,
    canFill: (text) =>
      [...omitTextPart(text, leftOut).matchAll(PLACEHOLDER_PATTERN)].every(
        ([, name]) => getOwnProperty(values, name ?? '') !== undefined,
      ),
    fillBlocks: (blocks) =>
      blocks.flatMap((block): Block[] => {
        if (block.type === 'heading') {
          const text = fill(block.text);
          return text === '' ? [] : [{ ...block, text }];
        }
        if (block.type === 'picture') {
          return [{ ...block, picture: { ...block.picture, alt: fill(block.picture.alt) } }];
        }
        if (block.type === 'paragraph') {
          const content = fillInlines(block.content);
          return content.length === 0 ? [] : [{ ...block, content }];
        }
        const items = block.items.map(fillInlines).filter((item) => item.length > 0);
        return items.length === 0 ? [] : [{ ...block, items }];
      }),
  };
}
