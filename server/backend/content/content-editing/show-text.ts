import { diffLines, diffWordsWithSpace } from 'diff';
import type { Inline } from '../../../../shared/contract/content.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import { createSection } from '../../core/admin/html.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { MarkdownError, parseMarkdown } from '../../core/markdown/markdown-blocks.ts';
import { joinLinesOfText } from './check-text.ts';
import type { TextField } from './entry-types.ts';
import { type TextFields, toTextFields } from './text-values.ts';

/** Timeout in milliseconds of a comparison; after it the texts count as entirely different. */
const DIFF_TIMEOUT_MS = 500;

const showInlineRuns = (runs: readonly Inline[]): Markup[] =>
  runs.map(({ text, strong, href }) => {
    const words = strong ? markup`<strong>${text}</strong>` : markup`${text}`;
    // The target is shown as text instead of a link, so that the page does not lead out of the admin area.
    return href === undefined ? words : markup`<u>${words}</u> <small>(${href})</small>`;
  });

/** Renders a text with the same blocks as the storefront. */
function showMarkdown(markdown: string, t: AdminTranslate): Markup {
  try {
    return markup`${parseMarkdown(markdown).map((block) => {
      if (block.type === 'heading') {
        return block.level === 2 ? markup`<h3>${block.text}</h3>` : markup`<h4>${block.text}</h4>`;
      }
      if (block.type === 'picture') return markup`<p>[${block.key}]</p>`;
      if (block.type === 'paragraph') return markup`<p>${showInlineRuns(block.content)}</p>`;
      const items = block.items.map((item) => markup`<li>${showInlineRuns(item)}</li>`);
      return block.ordered ? markup`<ol>${items}</ol>` : markup`<ul>${items}</ul>`;
    })}`;
  } catch (error) {
    if (error instanceof MarkdownError) {
      return markup`<p class="fault">${t(`admin.refusal.${error.told.code}`, error.told.values)}</p>`;
    }
    throw error;
  }
}

/** Renders a text field by field. @param language language of the text */
export function showText(
  fields: readonly TextField[],
  text: unknown,
  {
    t,
    language,
    isLaidOut,
  }: { readonly t: AdminTranslate; readonly language: string; readonly isLaidOut: boolean },
): Markup {
  const values = toTextFields(fields, text);
  return markup`${fields.map(({ name, form }) => {
    const words = joinLinesOfText(values[name]);
    const shown =
      isLaidOut && form === 'markdown' ? showMarkdown(words, t) : markup`<p class="lines">${words}</p>`;
    return markup`<h3 class="term">${t(`admin.field.${name}`)}</h3><div lang="${language}" class="text">${shown}</div>`;
  })}`;
}

/** Renders the differences of two texts field by field; null if they are equal. */
export function showDifference(
  fields: readonly TextField[],
  { before, after }: { readonly before: TextFields; readonly after: TextFields },
  { t, language }: { readonly t: AdminTranslate; readonly language: string },
): Markup | null {
  const different = fields.flatMap(({ name }) => {
    const [old, next] = [joinLinesOfText(before[name]), joinLinesOfText(after[name])];
    if (old === next) return [];
    const options = { timeout: DIFF_TIMEOUT_MS };
    // A changed word in a long paragraph is shown as a word; texts with little in common are compared line by
    // line.
    const parts = diffWordsWithSpace(old, next, options) ??
      diffLines(old, next, options) ?? [
        { value: old, removed: true, added: false },
        { value: next, removed: false, added: true },
      ];
    const shown = parts.map(({ value, added, removed }) =>
      added ? markup`<ins>${value}</ins>` : removed ? markup`<del>${value}</del>` : markup`${value}`,
    );
    return [
      markup`<h3 class="term">${t(`admin.field.${name}`)}</h3><p class="lines difference" lang="${language}">${shown}</p>`,
    ];
  });
  return different.length === 0 ? null : markup`${different}`;
}

/** Renders the section of differences, or a note if there are none. */
export function createDifferenceSection(title: string, difference: Markup | null, none: string): Markup {
  return createSection(title, difference ?? markup`<p class="empty">${none}</p>`);
}

/** Renders the languages of a text: where it is missing, and where it is older than its source text. */
export function showLanguageLinks(
  languages: readonly {
    readonly language: string;
    readonly path: string;
    readonly state: 'there' | 'missing' | 'older';
  }[],
  t: AdminTranslate,
): Markup {
  return markup`<ul class="languages">${languages.map(({ language, path, state }) => {
    const mark =
      state === 'there' ? noMarkup : markup` <span class="${state}">${t(`admin.text.${state}`)}</span>`;
    return markup`<li><a href="/admin${path}">${language}</a>${mark}</li>`;
  })}</ul>`;
}
