import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import { formatShopDay, formatShopMoment } from './shop-time.ts';
import type { AdminTranslate } from './texts.ts';

/** Content of a table cell or of a value in a description list. */
export type Cell = string | number | Markup | null;

const cell = (value: Cell): string | number | Markup => value ?? '–';

/** Formats an amount in euro cents: '€ 1,234.50' in the language of the staff member. */
export const formatEuro = (cents: number, locale: string): string =>
  createFormats({ culture: locale }).euro(cents);

/** Formats a point in time in the shop's time zone and the language of the page: '25-11-2026 20:12' in Dutch. */
export const formatMoment = (at: Date | null, { locale }: Pick<AdminTranslate, 'locale'>): string =>
  at ? formatShopMoment(at, locale) : '–';

/** Formats a day (YYYY-MM-DD) in the language of the page: '25-11-2026' in Dutch. */
export const formatDay = (day: string | null, { locale }: Pick<AdminTranslate, 'locale'>): string =>
  day === null ? '–' : formatShopDay(day, locale);

/**
 * Renders a link to a page of the admin.
 *
 * @param path path below `/admin`, with percent-encoded parts
 */
export const linkTo = (path: string, label: string | number): Markup =>
  markup`<a href="/admin${path}">${label}</a>`;

/** Renders a table, or a message if it has no rows. Columns in `figures` (from 0) are right-aligned. */
export function createTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  { empty, caption, figures = [] }: { empty: string; caption: string; figures?: readonly number[] },
): Markup {
  if (rows.length === 0) return markup`<p class="empty">${empty}</p>`;
  const nameOf = (column: number) => (figures.includes(column) ? 'figure' : 'words');
  const head = headings.map((text, column) => markup`<th scope="col" class="${nameOf(column)}">${text}</th>`);
  const body = rows.map(
    (row) =>
      markup`<tr>${row.map((value, column) => markup`<td class="${nameOf(column)}" data-label="${headings[column] ?? ''}">${cell(value)}</td>`)}</tr>`,
  );
  return markup`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table><caption class="hidden">${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Renders a description list. */
export const createDetailList = (facts: readonly (readonly [term: string, value: Cell])[]): Markup =>
  markup`<dl>${facts.map(([term, value]) => markup`<div><dt>${term}</dt><dd>${cell(value)}</dd></div>`)}</dl>`;

/** Renders a section of a page with a heading. */
export const createSection = (title: string, ...parts: readonly Markup[]): Markup =>
  markup`<section><h2>${title}</h2>${parts}</section>`;

/** Renders a text with its line breaks. */
export const createMultilineText = (text: string): Markup => markup`<p class="lines">${text}</p>`;

/** Field of a search form or a filter. */
export interface SearchField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Value and label of each choice; if omitted, a text field. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly type?: 'search' | 'date';
}

/** Renders a form with the filters of a list. Its button says 'Show' if the form has no text field. */
export function createSearch(path: string, fields: readonly SearchField[], t: AdminTranslate): Markup {
  const isSearch = fields.some(({ choices, type }) => choices === undefined && type !== 'date');
  const submit = t(isSearch ? 'admin.search' : 'admin.show');
  const written = fields.map(({ name, label, value, choices, type = 'search' }) => {
    const control = choices
      ? markup`<select name="${name}" id="search-${name}">${choices.map(([word, text]) => (word === value ? markup`<option value="${word}" selected>${text}</option>` : markup`<option value="${word}">${text}</option>`))}</select>`
      : markup`<input type="${type}" name="${name}" id="search-${name}" value="${value}" maxlength="200">`;
    return markup`<p><label for="search-${name}">${label}</label>${control}</p>`;
  });
  return markup`<form method="get" action="/admin${path}" class="search" role="search">${written}<button>${submit}</button></form>`;
}

/**
 * Renders links to the previous and the next page.
 *
 * @param page from 1
 */
export function createPaging(
  path: string,
  query: Readonly<Record<string, string>>,
  { page, hasNext, previous, next }: { page: number; hasNext: boolean; previous: string; next: string },
): Markup {
  const at = (number: number) => {
    const search = new URLSearchParams(
      Object.entries({ ...query, p: String(number) }).filter(([, value]) => value !== ''),
    );
    return `${path}?${search}`;
  };
  if (page === 1 && !hasNext) return noMarkup;
  return markup`<p class="paging">${page > 1 ? linkTo(at(page - 1), previous) : noMarkup} ${hasNext ? linkTo(at(page + 1), next) : noMarkup}</p>`;
}

/** Parses the page number of a query; 1 if it is invalid. */
export const parsePageNumber = (text: string | undefined): number =>
  /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1;
