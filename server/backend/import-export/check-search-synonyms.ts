import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { listContent } from '../shop-store/shop-content.ts';
import { listProductKeys } from './check-articles.ts';

/** Describes the allowed values of meanings that are not checked against the vocabularies of the texts. */
const MEANING_TARGET_DESCRIPTIONS: Readonly<Record<string, string>> = {
  category: 'no category of catalogue.json',
  product: 'no product of catalogue.json',
  page: 'no page, article or landing page of the shop',
};

/**
 * Checks that the targets of synonym groups exist: values in the vocabularies, pages and products in the
 * shop.
 */
export function checkSynonymTargets(files: ShopFiles, issues: IssueList): void {
  const [[code, texts] = []] = files.texts;
  const known: Readonly<Record<string, ReadonlySet<string>>> = {
    ...Object.fromEntries(
      Object.entries(texts?.facets ?? {}).map(([facet, words]) => [facet, new Set(Object.keys(words))]),
    ),
    material: new Set(Object.keys(texts?.materials ?? {})),
    category: new Set(files.categories.map(({ key }) => key)),
    product: listProductKeys(files),
    page: new Set(listContent(files).map(({ key }) => key)),
  };
  for (const [group, { finds, prefers, without }] of Object.entries(files.synonymMeanings)) {
    for (const [role, values] of Object.entries({ finds, prefers, without })) {
      for (const [facet, keys] of Object.entries(values ?? {})) {
        for (const key of keys.filter((value) => !known[facet]?.has(value))) {
          const what = MEANING_TARGET_DESCRIPTIONS[facet] ?? `no value of ${facet} in texts/${code}.json`;
          issues.add(
            'search-synonyms.json',
            `meanings.${group}`,
            `${role}.${facet}`,
            `'${key}' is ${what}: correct it, or remove it here, and ${role}.${facet} with it where it is the last`,
            { code: 'named_by_search', values: { key, group } },
          );
        }
      }
    }
  }
  const named = new Set([...files.synonyms.values()].flatMap((groups) => Object.keys(groups)));
  for (const group of [...Object.keys(files.synonymMeanings), ...files.popularSynonyms]) {
    if (!named.has(group))
      issues.add('search-synonyms.json', `meanings.${group}`, '', 'has no terms in any language');
  }
}
