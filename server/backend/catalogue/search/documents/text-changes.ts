import type { ShopChange } from '../../../shop-store/import-version.ts';

const hasPart = ({ parts }: ShopChange, ...names: readonly string[]): boolean =>
  parts === null || names.some((name) => parts.has(name));

const concernsLanguage = ({ languages }: ShopChange, code: string): boolean =>
  languages === null || languages.has(code);

/** Returns whether a change concerns the meanings of words or the facts about products, in all languages. */
export const changesFacts = (change: ShopChange): boolean =>
  hasPart(change, 'categories') || (hasPart(change, 'products') && change.languages === null);

/** Returns whether a change concerns the texts of products in a language. */
export const changesProductTexts = (change: ShopChange, code: string): boolean =>
  hasPart(change, 'products') && concernsLanguage(change, code);

/** Returns whether a change concerns the texts of pages in a language. */
export const changesPageTexts = (change: ShopChange, code: string): boolean =>
  hasPart(change, 'content') && concernsLanguage(change, code);

/** Returns whether a change concerns which site has which page. */
export const changesAddresses = (change: ShopChange): boolean => hasPart(change, 'content', 'routes');
