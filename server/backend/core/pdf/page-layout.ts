import type { FontName } from './fonts.ts';

export interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  readonly lineHeight: number;
  readonly colour: string;
}

export interface HorizontalBox {
  readonly x: number;
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** Lengths are in points (1/72 inch). */
export const PAGE_SIZE = { width: 595.28, height: 841.89 };
export const PAGE_MARGIN = 56;
export const PAGE_BOTTOM = PAGE_SIZE.height - 96;
export const PAGE_COLUMN: HorizontalBox = {
  x: PAGE_MARGIN,
  width: PAGE_SIZE.width - 2 * PAGE_MARGIN,
  align: 'start',
};
export const BLOCK_GAP = 10;

export const TEXT_COLOUR = '#1f1f1f';
const SOFT_TEXT_COLOUR = '#4a4a4a';
export const RULE_COLOUR = '#9a9a9a';

export const textStyles = {
  brand: { font: 'heading', size: 18, lineHeight: 24, colour: TEXT_COLOUR },
  heading1: { font: 'heading', size: 20, lineHeight: 26, colour: TEXT_COLOUR },
  heading2: { font: 'heading', size: 13, lineHeight: 18, colour: TEXT_COLOUR },
  body: { font: 'regular', size: 9.5, lineHeight: 12.5, colour: TEXT_COLOUR },
  strong: { font: 'bold', size: 9.5, lineHeight: 12.5, colour: TEXT_COLOUR },
  small: { font: 'regular', size: 8.5, lineHeight: 11.5, colour: SOFT_TEXT_COLOUR },
  label: { font: 'bold', size: 8.5, lineHeight: 12, colour: SOFT_TEXT_COLOUR },
} as const satisfies Record<string, TextStyle>;
