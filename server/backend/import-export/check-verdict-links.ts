import { rqsParameters } from '../../../shared/rules/lab-results.ts';
import { parseListQuery } from '../../../shared/rules/parse-list-query.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import {
  getFacetValuesOfProduct,
  isContentOnSite,
  listAncestors,
  listContent,
  listProductsOfSite,
} from '../shop-store/shop-content.ts';
import type { ProductRow, VerdictLinkRow } from '../shop-store/shop-file-schemas.ts';

const VERDICT_LINKS_FILE = 'lab-shelf.json';

/** Allowed filters of a row, with the product facet that each filter reads. */
const FACETS_BY_FILTER: Readonly<Record<string, string>> = {
  'age-group': 'ageGroups',
  application: 'applications',
  'horse-type': 'horseTypes',
  ingredient: 'ingredientFlags',
  labour: 'labour',
};

/**
 * Verdicts that need a row. A value within its target has none, because only a report with all values on
 * target has an article.
 */
const VERDICTS_NEEDING_ROW: readonly string[] = [
  ...rqsParameters.flatMap((parameter) => [`rqs.${parameter}.low`, `rqs.${parameter}.high`]),
  'rqs.all.normal',
  ...['A', 'B', 'C', 'D'].map((grade) => `qs.grade.${grade}`),
];

/**
 * Returns the facets of a row with the values it filters by; null if its query is not that of a product list.
 */
function parseFilters({ query = '' }: VerdictLinkRow): Map<string, readonly string[]> | null {
  const read = new URLSearchParams(query);
  const list = parseListQuery(read, 'relevance');
  if (!list || [...read.keys()].some((name) => FACETS_BY_FILTER[name] === undefined)) return null;
  return new Map(
    list.filters.flatMap((filter) =>
      filter.discriminator === 'multiSelect'
        ? [[FACETS_BY_FILTER[filter.facetKey] ?? '', filter.selectedKeys] as const]
        : [],
    ),
  );
}

/**
 * Checks the links of verdicts of roughage tests: each article exists on every site with tests. A verdict of
 * the nutrition scan has an article only. A hygiene class has a product list that is not empty on any of
 * these sites.
 */
export function checkVerdictLinks(files: ShopFiles, issues: IssueList): void {
  if (files.labShelf.length === 0) return;
  const seen = new Set<string>();
  for (const row of files.labShelf) {
    const add = (field: string, problem: string) =>
      issues.add(VERDICT_LINKS_FILE, `labShelf.${row.key}`, field, problem);
    if (!VERDICTS_NEEDING_ROW.includes(row.key))
      add('key', `is no verdict of a roughage test: use ${VERDICTS_NEEDING_ROW.join(', ')}`);
    if (seen.has(row.key)) add('key', 'is duplicated');
    seen.add(row.key);
    checkVerdictLinkRow(files, row, add);
  }
  for (const verdict of VERDICTS_NEEDING_ROW.filter((key) => !seen.has(key))) {
    issues.add(VERDICT_LINKS_FILE, `labShelf.${verdict}`, '', 'is missing: every verdict needs a row');
  }
}

function checkVerdictLinkRow(
  files: ShopFiles,
  row: VerdictLinkRow,
  add: (field: string, problem: string) => void,
): void {
  const sites = files.sites.filter(({ enableRqs }) => enableRqs);
  const article = listContent(files).find(({ key }) => key === row.article);
  if (row.article !== undefined && article?.kind !== 'advice') {
    add('article', `'${row.article}' is no advice article`);
  } else if (article) {
    for (const site of sites.filter((one) => !isContentOnSite(article, one))) {
      add('article', `is not on the site ${site.key}`);
    }
  }
  if (row.key.startsWith('rqs.')) {
    for (const field of ['category', 'query'] as const) {
      if (row[field] !== undefined) {
        add(field, 'is for qs.grade rows only: the feed model computes the products of a nutrition report');
      }
    }
    if (row.article === undefined) add('article', 'is missing: a verdict of the nutrition scan needs one');
    return;
  }
  if (row.category === undefined) {
    add('category', 'is missing: a class of hygiene needs a list of products');
    return;
  }
  const category = files.categories.find(({ key }) => key === row.category);
  if (!category) {
    add('category', `'${row.category}' is no category of catalogue.json`);
    return;
  }
  const filters = parseFilters(row);
  if (!filters) {
    add(
      'query',
      `is no query of a list: filters are ${Object.keys(FACETS_BY_FILTER).join(', ')}, a parameter for each value`,
    );
    return;
  }
  for (const [facet, values] of filters) {
    for (const value of values) {
      if ([...files.texts.values()].some(({ facets }) => facets[facet]?.[value] === undefined)) {
        add('query', `'${value}' is no value of ${facet}`);
      }
    }
  }
  // Without changes of products, their links stay valid.
  if (files.isPart) return;
  const isListed = (product: ProductRow): boolean => {
    const linkedQuery = files.categories.find(({ id }) => id === product.categoryId);
    const facets = getFacetValuesOfProduct(product);
    return (
      linkedQuery !== undefined &&
      listAncestors(files.categories, linkedQuery).includes(category) &&
      [...filters].every(([facet, values]) => values.some((value) => facets[facet]?.includes(value)))
    );
  };
  for (const site of sites.filter((one) => !listProductsOfSite(files, one).some(isListed))) {
    add('', `leads to a list that is empty on the site ${site.key}`);
  }
}
