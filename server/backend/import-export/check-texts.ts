import { MarkdownError, parseMarkdown } from '../core/markdown/markdown-blocks.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import { findFooterLabel, findMenuLabel, listFooter, listMainMenuEntries } from '../shop-store/menus.ts';
import type { ShopFiles, ShopTexts } from '../shop-store/read-shop-files.ts';
import {
  findContentText,
  isContentOnSite,
  isCorporateHomePage,
  listContent,
} from '../shop-store/shop-content.ts';
import { MAX_META_DESCRIPTION_LENGTH } from '../shop-store/shop-file-schemas.ts';
import { omitTextPart } from '../sites/placeholders.ts';

/** Placeholders that the API replaces with details of the site. */
const KNOWN_PLACEHOLDERS: ReadonlySet<string> = new Set([
  '{brand}',
  '{phone}',
  '{email}',
  '{country}',
  '{freeShippingFrom}',
  '{deliveryDays}',
]);

/** Names of text parts that only some sites show: `{tests}…{/tests}`. */
const TEXT_PART_NAMES: ReadonlySet<string> = new Set(['tests', 'noTests']);

/** Checks that every text of the catalogue and the menus exists in one language. */
export function checkTexts(files: ShopFiles, code: string, texts: ShopTexts, issues: IssueList): void {
  const file = `texts/${code}.json`;
  const requireTexts = (
    group: string,
    keys: Iterable<string>,
    have: Readonly<Record<string, unknown>> | undefined,
  ) => {
    for (const key of new Set(keys)) {
      if (have === undefined || !Object.hasOwn(have, key))
        issues.add(file, `${group}.${key}`, '', 'is missing', { code: 'value_missing' });
    }
  };
  const { products, sites } = files;
  requireTexts(
    'products',
    products.map(({ key }) => key),
    texts.products,
  );
  requireTexts(
    'categories',
    files.categories.map(({ key }) => key),
    texts.categories,
  );
  requireTexts(
    'materials',
    products.flatMap((row) => row.composition.map(({ material }) => material)),
    texts.materials,
  );
  requireTexts(
    'nutrients',
    products.flatMap((row) => Object.keys(row.analytical ?? {})),
    texts.nutrients,
  );
  requireTexts(
    'additives',
    products.flatMap((row) => row.additives.map(({ key }) => key)),
    texts.additives,
  );
  requireTexts(
    'colours',
    products.flatMap((row) => row.variants.flatMap(({ colour }) => colour ?? [])),
    texts.colours,
  );
  const facets = {
    horseTypes: products.flatMap((row) => row.horseTypes),
    ageGroups: products.flatMap((row) => row.ageGroups),
    applications: products.flatMap((row) => row.applications),
    ingredientFlags: products.flatMap((row) => row.ingredientFlags),
    labour: products.flatMap((row) => row.labour),
    weightClass: products.map((row) => row.weightClass),
    packaging: products.flatMap((row) => row.variants.map(({ packaging }) => packaging)),
  };
  for (const [facet, values] of Object.entries(facets))
    requireTexts(`facets.${facet}`, values, texts.facets[facet]);

  const languageId = files.languages.find((language) => language.code === code)?.languageId;
  const sitesWithLanguage = sites.filter((site) =>
    site.languages.some((entry) => entry.languageId === languageId),
  );
  for (const key of new Set(
    sitesWithLanguage.flatMap((site) => listMainMenuEntries(files, site).map((entry) => entry.key)),
  )) {
    if (findMenuLabel(texts, files.landingPages, code, key) === undefined)
      issues.add(file, 'navigation', `main.${key}`, 'is missing', { code: 'value_missing' });
  }
  const footers = sitesWithLanguage.flatMap((site) => listFooter(files, site));
  requireTexts(
    'navigation.footer.columns',
    footers.map(({ key }) => key),
    texts.navigation.footer.columns,
  );
  for (const key of new Set(footers.flatMap(({ links }) => links.map((link) => link.key)))) {
    if (findFooterLabel(texts, files.landingPages, code, key) === undefined)
      issues.add(file, `navigation.footer.links.${key}`, '', 'is missing');
  }
  checkPlaceholders(texts, file, issues);
}

/**
 * Checks that pages and articles have valid Markdown texts in every language of every site that shows them.
 */
export function checkContentTexts(files: ShopFiles, issues: IssueList): void {
  for (const { languageId, code } of files.languages) {
    const sites = files.sites.filter((site) =>
      site.languages.some((entry) => entry.languageId === languageId),
    );
    for (const item of listContent(files)) {
      const readers = sites.filter((site) => isContentOnSite(item, site));
      if (readers.length === 0) continue;
      const text = findContentText(files, item, code);
      if (!text) {
        const group = item.kind === 'page' ? 'pages' : 'articles';
        const told = { code: 'value_missing' };
        if (isCorporateHomePage(item)) issues.add('group.json', code, 'home', 'is missing', told);
        else if (files.texts.has(code))
          issues.add(`texts/${code}.json`, `${group}.${item.key}`, '', 'is missing', told);
        continue;
      }
      try {
        parseMarkdown(text.bodyMarkdown);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        issues.add(text.file, text.row, 'bodyMarkdown', error.message, error.told);
      }
      const { metaDescription } = text;
      const lengths = [
        omitTextPart(metaDescription, 'tests').length,
        omitTextPart(metaDescription, 'noTests').length,
      ];
      if (item.kind === 'page' && Math.max(...lengths) > MAX_META_DESCRIPTION_LENGTH) {
        const problem = `must not have more than ${MAX_META_DESCRIPTION_LENGTH} characters`;
        issues.add(text.file, text.row, 'metaDescription', problem, {
          code: 'value_long',
          values: { maximum: MAX_META_DESCRIPTION_LENGTH },
        });
      }
      const words = `${text.title} ${text.metaDescription} ${text.bodyMarkdown}`;
      for (const site of readers) {
        if (site.freeShippingFromInclVat === null && words.includes('{freeShippingFrom}')) {
          issues.add(
            text.file,
            text.row,
            '',
            `{freeShippingFrom} is used, but the site ${site.key} has no such amount`,
            { code: 'placeholder_empty', values: { placeholder: '{freeShippingFrom}', site: site.key } },
          );
        }
        const country = files.countries.find(({ countryId }) => countryId === site.countryId);
        if (country && country.deliveryTimeDays === undefined && words.includes('{deliveryDays}')) {
          issues.add(
            text.file,
            text.row,
            '',
            `{deliveryDays} is used, but the country of the site ${site.key} has no deliveryTimeDays`,
            { code: 'placeholder_empty', values: { placeholder: '{deliveryDays}', site: site.key } },
          );
        }
      }
    }
  }
  for (const [code, text] of files.group) checkPlaceholders(text, 'group.json', issues, code);
}

function checkPlaceholders(value: unknown, file: string, issues: IssueList, row = ''): void {
  if (typeof value === 'string') {
    if (!value.includes('{')) return;
    for (const paragraph of value.split('\n')) checkPartMarkers(paragraph, file, row, issues);
    for (const [placeholder, closes, name = ''] of value.matchAll(/\{(\/?)([^{}]*)\}/g)) {
      const isKnown = TEXT_PART_NAMES.has(name) || (closes === '' && KNOWN_PLACEHOLDERS.has(placeholder));
      if (isKnown) continue;
      issues.add(file, row, '', `unknown placeholder ${placeholder}`, {
        code: 'placeholder_unknown',
        values: { placeholder },
      });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkPlaceholders(member, file, issues, row === '' ? key : `${row}.${key}`);
    }
  }
}

/**
 * Checks that every part (`{tests}…{/tests}`) of a paragraph ends within it and before the next part starts.
 */
function checkPartMarkers(paragraph: string, file: string, row: string, issues: IssueList): void {
  let open: string | null = null;
  for (const [mark, closes, name = ''] of paragraph.matchAll(/\{(\/?)([a-zA-Z]+)\}/g)) {
    if (!TEXT_PART_NAMES.has(name)) continue;
    if (closes !== '' && open !== name)
      issues.add(file, row, '', `${mark} has no opening marker`, {
        code: 'part_unmatched',
        values: { mark },
      });
    if (closes === '' && open !== null)
      issues.add(file, row, '', `${mark} comes before {/${open}}, which is missing`, {
        code: 'part_unmatched',
        values: { mark: `{${open}}` },
      });
    open = closes === '' ? name : null;
  }
  if (open !== null) {
    issues.add(file, row, '', `{${open}} has no {/${open}} in its paragraph`, {
      code: 'part_unmatched',
      values: { mark: `{${open}}` },
    });
  }
}
