import { isUtf8 } from 'node:buffer';

/** Maximum size of an official notice in bytes. It is loaded with the last step of each order. */
export const MAX_NOTICE_BYTES = 1_000_000;

/** Maximum width or height of a notice, in pixels or SVG units. */
const MAX_SIDE_PIXELS = 100_000;

/** Size in whole pixels or units, for the aspect ratio; null for a PDF. */
export type NoticePicture = { readonly width: number; readonly height: number } | null;

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** Content that may precede the first element of an SVG, and its tag with all attributes. */
const SVG_START =
  /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)*(<svg\s(?:[^>"']|"[^"]*"|'[^']*')*>)/;
const NUMBER_PATTERN = String.raw`([0-9]+(?:\.[0-9]+)?)`;
const VIEW_BOX_PATTERN = new RegExp(
  String.raw`\sviewBox=["']\s*\S+[\s,]+\S+[\s,]+${NUMBER_PATTERN}[\s,]+${NUMBER_PATTERN}\s*["']`,
);
const WIDTH_PATTERN = new RegExp(String.raw`\swidth=["']${NUMBER_PATTERN}(?:px|mm|cm|pt|in)?["']`);
const HEIGHT_PATTERN = new RegExp(String.raw`\sheight=["']${NUMBER_PATTERN}(?:px|mm|cm|pt|in)?["']`);

/**
 * Determines the type and size of a notice from its bytes. The file extension must match the type.
 *
 * @returns undefined if the type does not match the name or the file cannot be displayed
 */
export function readNoticePicture(name: string, bytes: Buffer): NoticePicture | undefined {
  if (name.endsWith('.pdf')) return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? null : undefined;
  const picture = name.endsWith('.png') ? getPngSize(bytes) : getSvgSize(bytes);
  if (!picture) return undefined;
  const [width, height] = [Math.round(picture.width), Math.round(picture.height)];
  const isDisplayable = [width, height].every((side) => side >= 1 && side <= MAX_SIDE_PIXELS);
  return isDisplayable ? { width, height } : undefined;
}

function getPngSize(bytes: Buffer) {
  if (bytes.length < 24 || !bytes.subarray(0, PNG_START.length).equals(PNG_START)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function getSvgSize(bytes: Buffer) {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString();
  // Browsers do not display an SVG without the namespace. Scripts are refused for security.
  if (!text.includes('http://www.w3.org/2000/svg') || /<script[\s/>]/i.test(text)) return undefined;
  const tag = SVG_START.exec(text)?.[1];
  if (tag === undefined) return undefined;
  const [, boxWidth, boxHeight] = VIEW_BOX_PATTERN.exec(tag) ?? [];
  const width = Number(boxWidth ?? WIDTH_PATTERN.exec(tag)?.[1]);
  const height = Number(boxHeight ?? HEIGHT_PATTERN.exec(tag)?.[1]);
  return { width, height };
}
