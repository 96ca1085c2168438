import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';

/** Checks that ids used by other systems and earlier orders still identify the same records. */
export async function checkStoredIds(transaction: Database, files: ShopFiles): Promise<void> {
  const issues = new IssueList();
  const check = (
    idSource: { readonly file: string; readonly list: string; readonly field: string; readonly what: string },
    stored: readonly { id: number; key: string }[],
    stated: readonly { id: number; key: string }[],
  ) => {
    const known = new Map(stored.map(({ id, key }) => [key, id]));
    for (const { id, key } of stated) {
      const before = known.get(key);
      if (before === undefined || before === id) continue;
      issues.add(
        idSource.file,
        `${idSource.list}.${key}`,
        idSource.field,
        `is ${id}, but ${before} in the shop: the id of a ${idSource.what} must not change`,
      );
    }
  };
  const { language, country, paymentMethod } = schema;
  check(
    { file: 'sites.json', list: 'languages', field: 'languageId', what: 'language' },
    await transaction.select({ id: language.languageId, key: language.code }).from(language),
    files.languages.map(({ languageId, code }) => ({ id: languageId, key: code })),
  );
  check(
    { file: 'countries.json', list: 'countries', field: 'countryId', what: 'country' },
    await transaction.select({ id: country.countryId, key: country.regionCode }).from(country),
    files.countries.map(({ countryId, regionCode }) => ({ id: countryId, key: regionCode })),
  );
  check(
    { file: 'sites.json', list: 'paymentMethods', field: 'paymentMethodId', what: 'payment method' },
    await transaction
      .select({ id: paymentMethod.paymentMethodId, key: paymentMethod.key })
      .from(paymentMethod),
    files.paymentMethods.map(({ paymentMethodId, key }) => ({ id: paymentMethodId, key })),
  );
  issues.throwIfAny();
}
