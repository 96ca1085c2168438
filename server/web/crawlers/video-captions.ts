import type { Caption } from '../../../shared/contract/content.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { markup } from '../../platform/markup.ts';

/** Formats a time: '00:01:05.500'. */
function formatTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, length = 2) => String(value).padStart(length, '0');
  const [hours, minutes] = [Math.floor(milliseconds / HOUR_MS), Math.floor(milliseconds / MINUTE_MS) % 60];
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(milliseconds / 1000) % 60)}.${part(milliseconds % 1000, 3)}`;
}

/**
 * Escapes a text for WebVTT, which uses the character references of HTML: one line, without markup or an end
 * of the cue.
 */
const escapeText = (text: string): string =>
  markup`${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`.toString();

/** Creates a caption file in WebVTT. */
export function createCaptionFile(captions: readonly Caption[]): string {
  const cues = captions.map(
    ({ from, to, text }) => `${formatTime(from)} --> ${formatTime(to)}\n${escapeText(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}
