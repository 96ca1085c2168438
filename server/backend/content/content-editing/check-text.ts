import { checkMarkdown, parseMarkdownOrRefuse, refuseHtml } from '../../core/admin/markdown-input.ts';
import { AdminRefusal } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { findTextPictures } from '../pictures/queries.ts';
import type { TextField } from './entry-types.ts';
import { toTextFields } from './text-values.ts';

/**
 * Placeholders of site details. The markers of conditional parts are left out: they are for some sites only,
 * and a translation need not have them.
 */
const TEXT_PLACEHOLDER_PATTERN = /\{(?!\/|tests\}|noTests\})[^{}]*\}/g;

/** Returns a text of one field or of several lines as one string. */
export const joinLinesOfText = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join('\n');

const listPlaceholders = (text: string): Set<string> => new Set(text.match(TEXT_PLACEHOLDER_PATTERN) ?? []);

/**
 * Checks a text beyond the importer's checks: it has no HTML, its pictures exist, and it has the placeholders
 * of its source text.
 *
 * @param mayLose whether the author intends to leave placeholders out
 * @throws AdminRefusal with the field of the error
 */
export async function checkText(
  handle: Database,
  {
    fields,
    text,
    source,
    mayLose,
  }: {
    readonly fields: readonly TextField[];
    readonly text: unknown;
    /** The text in the source language; for the source language itself, the previous text. */
    readonly source: unknown;
    readonly mayLose: boolean;
  },
): Promise<void> {
  const written = toTextFields(fields, text);
  const original = toTextFields(fields, source);
  for (const { name, form } of fields) {
    const value = joinLinesOfText(written[name]);
    if (form === 'markdown') checkMarkdown(value, name);
    else refuseHtml(value, name);
    const placeholders = listPlaceholders(value);
    const lost = [...listPlaceholders(joinLinesOfText(original[name]))].filter(
      (placeholder) => !placeholders.has(placeholder),
    );
    if (lost.length > 0 && !mayLose) {
      throw new AdminRefusal('text_placeholders', { placeholders: lost.join(' ') }, name);
    }
  }
  await checkPictures(handle, fields, text);
}

/** Checks that the pictures of a text exist. @throws AdminRefusal with the field of the error */
export async function checkPictures(
  handle: Database,
  fields: readonly TextField[],
  text: unknown,
): Promise<void> {
  const written = toTextFields(fields, text);
  for (const { name, form } of fields) {
    const pictures =
      form === 'markdown'
        ? parseMarkdownOrRefuse(joinLinesOfText(written[name]), name).flatMap((block) =>
            block.type === 'picture' ? [block.key] : [],
          )
        : [];
    if (pictures.length === 0) continue;
    const found = await findTextPictures(handle, pictures);
    const missing = pictures.filter((key) => !found.has(key));
    if (missing.length > 0) throw new AdminRefusal('text_pictures', { keys: missing.join(', ') }, name);
  }
}
