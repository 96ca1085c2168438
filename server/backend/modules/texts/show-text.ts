import { diffLines, diffWordsWithSpace } from 'diff';
import type { Inline } from '../../../../shared/contract/content.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import { MarkdownError, parseMarkdown } from '../../catalogue-import/markdown-blocks.ts';
import { createSection } from '../../keeper/html.ts';
import type { KeeperTranslate } from '../../keeper/texts.ts';
import type { TextField } from './text-kinds.ts';
import { type TextFields, toFields } from './text-values.ts';

/** Milliseconds after which two texts count as different as a whole. */
const DIFFERENCE_MS = 500;

const toText = (value: TextFields[keyof TextFields]): string =>
  typeof value === 'string' ? value : (value ?? []).join('\n');

const showRuns = (runs: readonly Inline[]): Markup[] =>
  runs.map(({ text, strong, href }) => {
    const words = strong ? markup`<strong>${text}</strong>` : markup`${text}`;
    // Where it leads is said, not followed: the page of a text is no way out of the keeper's.
    return href === undefined ? words : markup`<u>${words}</u> <small>(${href})</small>`;
  });

/** A text as the shop lays it out, from the same blocks. */
function showMarkdown(markdown: string, t: KeeperTranslate): Markup {
  try {
    return markup`${parseMarkdown(markdown).map((block) => {
      if (block.type === 'heading') {
        return block.level === 2 ? markup`<h3>${block.text}</h3>` : markup`<h4>${block.text}</h4>`;
      }
      if (block.type === 'picture') return markup`<p>[${block.key}]</p>`;
      if (block.type === 'paragraph') return markup`<p>${showRuns(block.content)}</p>`;
      const items = block.items.map((item) => markup`<li>${showRuns(item)}</li>`);
      return block.ordered ? markup`<ol>${items}</ol>` : markup`<ul>${items}</ul>`;
    })}`;
  } catch (error) {
    if (error instanceof MarkdownError) {
      return markup`<p class="fault">${t(`keeper.refusal.${error.told.code}`, error.told.values)}</p>`;
    }
    throw error;
  }
}

/** A text to be read, field by field. @param language of its words */
export function showText(
  fields: readonly TextField[],
  text: unknown,
  {
    t,
    language,
    isLaidOut,
  }: { readonly t: KeeperTranslate; readonly language: string; readonly isLaidOut: boolean },
): Markup {
  const values = toFields(fields, text);
  return markup`${fields.map(({ name, form }) => {
    const words = toText(values[name]);
    const shown =
      isLaidOut && form === 'markdown' ? showMarkdown(words, t) : markup`<p class="lines">${words}</p>`;
    return markup`<h3 class="term">${t(`keeper.field.${name}`)}</h3><div lang="${language}" class="text">${shown}</div>`;
  })}`;
}

/** What is different between two texts, field by field; nothing where they are the same. */
export function showDifference(
  fields: readonly TextField[],
  { before, after }: { readonly before: TextFields; readonly after: TextFields },
  { t, language }: { readonly t: KeeperTranslate; readonly language: string },
): Markup | null {
  const different = fields.flatMap(({ name }) => {
    const [old, next] = [toText(before[name]), toText(after[name])];
    if (old === next) return [];
    const options = { timeout: DIFFERENCE_MS };
    // A word within a long paragraph is told as that word; what has little in common is told line by line.
    const parts = diffWordsWithSpace(old, next, options) ??
      diffLines(old, next, options) ?? [
        { value: old, removed: true, added: false },
        { value: next, removed: false, added: true },
      ];
    const shown = parts.map(({ value, added, removed }) =>
      added ? markup`<ins>${value}</ins>` : removed ? markup`<del>${value}</del>` : markup`${value}`,
    );
    return [
      markup`<h3 class="term">${t(`keeper.field.${name}`)}</h3><p class="lines difference" lang="${language}">${shown}</p>`,
    ];
  });
  return different.length === 0 ? null : markup`${different}`;
}

/** A part of a page about what is different, and a word where nothing is. */
export function createDifference(title: string, difference: Markup | null, none: string): Markup {
  return createSection(title, difference ?? markup`<p class="empty">${none}</p>`);
}

/** Languages of a text: where it is missing, and where it was not changed since it was in the language that it is translated from. */
export function showLanguages(
  languages: readonly {
    readonly language: string;
    readonly path: string;
    readonly state: 'there' | 'missing' | 'older';
  }[],
  t: KeeperTranslate,
): Markup {
  return markup`<ul class="languages">${languages.map(({ language, path, state }) => {
    const mark =
      state === 'there' ? noMarkup : markup` <span class="${state}">${t(`keeper.text.${state}`)}</span>`;
    return markup`<li><a href="/keeper${path}">${language}</a>${mark}</li>`;
  })}</ul>`;
}
