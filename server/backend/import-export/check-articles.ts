import { isCalendarDate } from '../../../shared/rules/calendar-date.ts';
import type { TranslatableFault } from '../core/admin/operation.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import {
  FIRST_ID_OF_SECOND_ARTICLE_RANGE,
  LAST_ID_OF_FIRST_ARTICLE_RANGE,
} from '../shop-store/shop-content.ts';
import type { ArticleRow } from '../shop-store/shop-file-schemas.ts';

/** Returns the keys of all products of the shop, including those not in the read part. */
export const listProductKeys = ({ products, otherProducts }: ShopFiles): Set<string> =>
  new Set([...products.map(({ key }) => key), ...otherProducts]);

/** Checks that landing pages and themes of advice refer to existing values, categories and articles. */
export function checkLandingPages(files: ShopFiles, issues: IssueList): void {
  const file = 'landing-pages.json';
  const isKnown = (facet: string, value: string) =>
    facet === 'category'
      ? files.categories.some(({ key }) => key === value)
      : [...files.texts.values()].every(({ facets }) => facets[facet]?.[value] !== undefined);
  for (const { key, menu, facet, value } of files.landingPages) {
    if (!isKnown(facet, value)) issues.add(file, `landingPages.${key}`, 'value', `is no value of ${facet}`);
    if (!files.categories.some((category) => category.key === menu && category.parentId === null)) {
      issues.add(file, `landingPages.${key}`, 'menu', `'${menu}' is no root category`);
    }
  }
  for (const { category, facet, values } of files.adviceThemes) {
    if (!files.articles.some(({ key, kind }) => key === category && kind === 'adviceCategory')) {
      issues.add(file, `adviceThemes.${category}`, 'category', 'is no category of advice in articles.json');
    }
    for (const value of values) {
      if (!isKnown(facet, value))
        issues.add(file, `adviceThemes.${category}`, 'values', `'${value}' is no value of ${facet}`);
    }
  }
}

/** Article type of the category that each article type may belong to. */
const CATEGORY_KIND_BY_ARTICLE_KIND: Readonly<Record<ArticleRow['kind'], ArticleRow['kind'] | null>> = {
  advice: 'adviceCategory',
  adviceVideo: 'adviceCategory',
  blog: 'blogCategory',
  blogCategory: 'blogOverview',
  adviceCategory: null,
  blogOverview: null,
  news: null,
  faq: null,
  partner: null,
};

/** First id of categories, of the blog overview and of clips. */
const FIRST_ARTICLE_CATEGORY_ID = 401;

/** Checks the placement, date and related products of articles. */
export function checkArticles(files: ShopFiles, issues: IssueList): void {
  const products = listProductKeys(files);
  for (const article of files.articles) {
    const row = `articles.${article.key}`;
    checkArticlePlacement(files, article, (field, problem, told) =>
      issues.add('articles.json', row, field, problem, told),
    );
    if (article.publishedOn !== null && !isCalendarDate(article.publishedOn)) {
      const value = article.publishedOn;
      issues.add('articles.json', row, 'publishedOn', `'${value}' is not a date`, {
        code: 'value_day',
        values: { value },
      });
    }
    for (const key of article.relatedProducts) {
      if (!products.has(key))
        issues.add(
          'articles.json',
          row,
          'relatedProducts',
          `'${key}' is not in catalogue.json: correct it, or remove it`,
          { code: 'product_unknown', values: { key } },
        );
    }
  }
}

/**
 * Checks that an article has the id range and the date that its type requires, and a category of a type that
 * it may belong to.
 */
function checkArticlePlacement(
  { articles }: ShopFiles,
  { id, kind, publishedOn, category, clip }: ArticleRow,
  add: (field: string, problem: string, told?: TranslatableFault) => void,
): void {
  const isList = kind === 'adviceCategory' || kind === 'blogOverview' || kind === 'blogCategory';
  if (isList || kind === 'adviceVideo') {
    if (id < FIRST_ARTICLE_CATEGORY_ID)
      add('id', `is ${id}, but ids of kind ${kind} start at ${FIRST_ARTICLE_CATEGORY_ID}`);
  } else if (id > LAST_ID_OF_FIRST_ARTICLE_RANGE && id < FIRST_ID_OF_SECOND_ARTICLE_RANGE) {
    add(
      'id',
      `is ${id}, but ids of kind ${kind} end at ${LAST_ID_OF_FIRST_ARTICLE_RANGE} and go on from ${FIRST_ID_OF_SECOND_ARTICLE_RANGE}`,
    );
  }
  if (isList !== (publishedOn === null)) {
    add('publishedOn', isList ? `must be null: one of kind ${kind} has no date` : 'is missing');
  }
  if ((kind === 'adviceVideo') !== (clip !== undefined)) {
    add('clip', kind === 'adviceVideo' ? 'is missing' : 'is only allowed for kind adviceVideo');
  }
  if (kind === 'blogOverview' && articles.filter((other) => other.kind === kind).length > 1) {
    add('kind', 'occurs in more than one row: a shop has one blog overview');
  }
  if (category === undefined) return;
  const parentKind = CATEGORY_KIND_BY_ARTICLE_KIND[kind];
  const told = { code: 'article_category', values: { category } };
  if (parentKind === null) add('category', `is not allowed for kind ${kind}`, told);
  else if (!articles.some((other) => other.key === category && other.kind === parentKind)) {
    add('category', `'${category}' is no row of kind ${parentKind}: correct it, or remove it`, told);
  }
}

/** Checks that a clip has captions in every language, in chronological order. */
export function checkCaptions(files: ShopFiles, issues: IssueList): void {
  for (const [code, { articles }] of files.texts) {
    for (const { key, clip } of files.articles) {
      const captions = articles[key]?.captions;
      const add = (problem: string) =>
        issues.add(`texts/${code}.json`, `articles.${key}`, 'captions', problem);
      if (clip !== undefined && articles[key] && !captions)
        add('is missing: an article with a clip has them');
      let end = 0;
      for (const [position, { from, to }] of (captions ?? []).entries()) {
        if (from < end || to <= from)
          add(`${position + 1} does not start after the previous one, or has no end`);
        end = to;
      }
    }
  }
}
