import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { listReadHosts, listRoutes } from '../shop-store/shop-routes.ts';
import type { RowWriter } from '../shop-store/write-rows.ts';
import { stageRedirects } from './redirects.ts';

/**
 * Stores redirects that are derived until now (`/slug/<article number>/` of a default variant), before their
 * source changes.
 *
 * @param selected from clause with condition: the routes `r` of the products and their variants `v`
 */
export async function storeDerivedRoutes(transaction: Database, selected: SQL): Promise<void> {
  await transaction.execute(
    sql`insert into route (site_id, language_id, path, kind, product_variant_id, omit_article_code, is_canonical, redirect_to, is_permanent)
        select r.site_id, r.language_id, r.path || lower(v.article_number) || '/', 'redirect', v.product_variant_id,
          r.omit_article_code, false, coalesce(r.redirect_to, r.path), true
        from ${selected} and r.path ~ '^/[^/]+/$'
        on conflict do nothing`,
  );
}

/**
 * Returns the stored routes to content, categories and products of a part of the shop, in the languages that
 * were read. Each condition has an index.
 */
function selectRoutesOfPart(files: ShopFiles): SQL {
  const languageIds = listReadHosts(files).map(({ languageId }) => languageId);
  const variantIds = files.products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const isRead = sql`language_id = any (${sql.param([...new Set(languageIds)])}::int[])`;
  const isOfProduct = sql`product_variant_id = any (${sql.param(variantIds)}::int[])`;
  return sql`(
    select * from route where (content_page_id is not null or category_id is not null) and ${isRead}
    union all
    select * from route where ${isOfProduct} and is_canonical and ${isRead}
    union all
    select * from route where ${isOfProduct} and not is_canonical and ${isRead}
  )`;
}

/**
 * Writes the addresses. A removed address becomes a redirect to the present address of its target. A redirect
 * is deleted if its address is in use, its target no longer exists, or it can be derived.
 */
export async function writeRoutes(transaction: Database, writer: RowWriter, files: ShopFiles): Promise<void> {
  // Exactly one of the three columns is not null, so the array is equal if the target is the same.
  const target = (row: SQL) =>
    sql`(${row}.site_id, ${row}.language_id, coalesce(${row}.content_page_id, 0), coalesce(${row}.category_id, 0), coalesce(${row}.product_variant_id, 0))`;
  const storedRoutes = files.isPart ? selectRoutesOfPart(files) : sql`route`;
  const onStaged = async (stage: SQL) => {
    // The staged rows are few compared to the table. Statistics let the database know it.
    if (files.isPart) await transaction.execute(sql`analyze ${stage}`);
    await storeDerivedRoutes(
      transaction,
      sql`${stage} taken
        join route r using (site_id, language_id, path)
        join product_variant v on v.product_variant_id = r.product_variant_id
        where taken.product_variant_id is distinct from r.product_variant_id`,
    );
    await transaction.execute(
      sql`insert into ${stage} (site_id, language_id, path, kind, content_page_id, category_id, product_variant_id, omit_article_code, is_canonical, redirect_to, is_permanent)
          select old.site_id, old.language_id, old.path, 'redirect', old.content_page_id, old.category_id, old.product_variant_id,
            now.omit_article_code, false, now.path, true
          from ${storedRoutes} old
          join ${stage} now on now.is_canonical and ${target(sql`now`)} = ${target(sql`old`)}
          where not exists (
            select 1 from ${stage} taken
            where taken.site_id = old.site_id and taken.language_id = old.language_id and taken.path = old.path
          ) and not exists (
            select 1 from ${stage} product
            join product_variant v using (product_variant_id)
            where product.is_canonical and product.omit_article_code and product.site_id = old.site_id
              and product.language_id = old.language_id and product.path || lower(v.article_number) || '/' = old.path
          )`,
    );
  };
  const prepareStage = async (stage: SQL) => {
    await onStaged(stage);
    await stageRedirects(transaction, files, stage);
  };
  // If only a part of the shop was read: its addresses and those that conflict with them.
  const within = (stage: SQL) => sql`(t.site_id, t.language_id, t.path) in (
    select p.site_id, p.language_id, p.path from ${storedRoutes} p
    union all
    select s.site_id, s.language_id, s.path from ${stage} s
    union all
    select s.site_id, s.language_id, s.path || lower(v.article_number) || '/' from ${stage} s
    join product_variant v using (product_variant_id) where s.is_canonical and s.omit_article_code
  )`;
  await writer.replace(schema.route, listRoutes(files), ['siteId', 'languageId', 'path'], {
    onStaged: prepareStage,
    ...(files.isPart && { within }),
  });
}
