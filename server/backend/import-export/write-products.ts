import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { CATALOGUE } from '../shop-store/record-shapes.ts';
import { fetchRows, type RowWriter, toUnnestColumns } from '../shop-store/write-rows.ts';
import { DRAWING_SIZE } from './pack-drawing.ts';
import { type ShopRows, sortProductsByName } from './shop-rows.ts';
import { storeDerivedRoutes } from './write-routes.ts';

const TEXT_DEPENDENT_COLUMNS = {
  column: 'modifiedAt',
  watched: ['name', 'claim', 'body', 'benefits', 'directions', 'slug'],
} as const;

/**
 * Returns the keys of sold products that the files no longer have. Their rows remain, because reviews refer
 * to them.
 */
export async function withdrawProducts(transaction: Database, files: ShopFiles): Promise<string[]> {
  const rows = await fetchRows<{ key: string }>(
    transaction,
    sql`select p.key from product p
      where exists (select 1 from site_product sold where sold.product_id = p.product_id)
        and p.product_id <> all (${sql.param(files.products.map(({ id }) => id))}::int[])
      order by p.product_id`,
  );
  return rows.map(({ key }) => key);
}

/** Writes categories with their texts. */
export async function writeCategories(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.category, rows.category, { key: ['categoryId'], unique: ['key'] });
  await writer.upsert(schema.categoryTranslation, rows.categoryTranslation, {
    key: ['categoryId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['name', 'intro', 'metaDescription', 'slug'] },
  });
  await writer.replace(schema.siteCategory, rows.siteCategory, ['siteId', 'categoryId']);
}

/** Writes products with their texts, variants and pictures. */
export async function writeProducts(transaction: Database, writer: RowWriter, rows: ShopRows): Promise<void> {
  // Unused pictures remain, because cached pages may still request them.
  await writer.upsert(schema.picture, rows.feedPicture, { key: ['hash'] });
  await writer.upsert(schema.product, rows.product, { key: ['productId'], unique: ['key'] });
  await writer.replace(schema.categoryProduct, rows.categoryProduct, ['categoryId', 'productId']);
  await writer.upsert(schema.productTranslation, rows.productTranslation, {
    key: ['productId', 'languageId'],
    touched: TEXT_DEPENDENT_COLUMNS,
  });
  await writer.replace(schema.siteProduct, rows.siteProduct, ['siteId', 'productId']);
  await writeVariants(transaction, writer, rows);
  await writer.replace(schema.productFacet, rows.productFacet, ['productId', 'facet', 'value']);
  await writer.replace(schema.productRelation, rows.productRelation, ['productId', 'relatedProductId']);
  await writer.replace(schema.termTranslation, rows.termTranslation, ['languageId', 'vocabulary', 'key']);
  // Unused pictures remain, because cached pages may still request them.
  const { width, height } = DRAWING_SIZE;
  await writer.replace(
    schema.variantPicture,
    rows.variantPicture,
    ['productVariantId', 'languageId', 'brand'],
    {
      extra: ['options'],
      onStaged: async (stage) => {
        await transaction.execute(
          sql`insert into picture (hash, options, width, height)
          select distinct on (drawn.hash) drawn.hash, drawn.options::jsonb, ${width}, ${height} from ${stage} drawn
          where not exists (select 1 from picture known where known.hash = drawn.hash)`,
        );
      },
    },
  );
}

/** Writes the texts of some products, and the pictures that show their names. */
export async function writeProductTexts(
  transaction: Database,
  writer: RowWriter,
  files: ShopFiles,
  rows: ShopRows,
): Promise<void> {
  const texts = [...rows.productTranslation];
  const { productId, languageId, name } = schema.productTranslation;
  const stored = await transaction
    .select({ productId, languageId, name })
    .from(schema.productTranslation)
    .where(
      inArray(
        productId,
        files.products.map(({ id }) => id),
      ),
    );
  const nameText = (row: { productId: number; languageId: number; name: string }) =>
    `${row.productId} ${row.languageId} ${row.name}`;
  const known = new Set(stored.map(nameText));
  const renamed = new Set(texts.flatMap((row) => (known.has(nameText(row)) ? [] : [row.languageId])));
  await writer.upsert(schema.productTranslation, texts, {
    key: ['productId', 'languageId'],
    keep: ['nameRank'],
    touched: TEXT_DEPENDENT_COLUMNS,
  });
  const drawn = [...rows.variantPicture];
  await writer.upsert(
    schema.picture,
    drawn.map(({ hash, options }) => ({ hash, options, ...DRAWING_SIZE })),
    { key: ['hash'] },
  );
  await writer.upsert(
    schema.variantPicture,
    drawn.map(({ options: _, ...row }) => row),
    { key: ['productVariantId', 'languageId', 'brand'] },
  );
  for (const language of files.languages.filter((row) => renamed.has(row.languageId)))
    await writeNameRanks(transaction, language);
}

async function writeVariants(
  transaction: Database,
  writer: RowWriter,
  { productVariant }: ShopRows,
): Promise<void> {
  await writer.upsert(schema.productVariant, productVariant, {
    key: ['productVariantId'],
    unique: ['articleNumber', 'ean'],
    listed: 'isListed',
    onStaged: async (stage) => {
      // A product has exactly one default variant, also while rows are written, so the former default is
      // reset first.
      await transaction.execute(
        sql`update product_variant v set is_default = false where v.is_default and not exists (
          select 1 from ${stage} wanted where wanted.is_default
            and wanted.product_variant_id = v.product_variant_id and wanted.product_id = v.product_id)`,
      );
      await storeDerivedRoutes(
        transaction,
        sql`route r
          join product_variant v using (product_variant_id)
          join ${stage} wanted using (product_variant_id)
          where lower(wanted.article_number) <> lower(v.article_number)`,
      );
    },
  });
}

/** Writes the rank of all products by name, after a name has changed. */
async function writeNameRanks(
  transaction: Database,
  { languageId, culture }: ShopFiles['languages'][number],
): Promise<void> {
  // Read in the previous order, which is almost the new one and therefore sorted fast.
  // One row with all names, because reading a row per name takes a driver several times as long.
  const [{ names } = { names: null }] = await fetchRows<{ names: [number, string, number][] | null }>(
    transaction,
    sql`select json_agg(json_build_array(t.product_id, t.name, t.name_rank) order by t.name_rank) as names
      from product_translation t
      join product p using (product_id)
      join shop_record r on r.file = ${CATALOGUE} and r.list = 'products' and r.key = p.key and r.value is not null
      where t.language_id = ${languageId}`,
  );
  const rows = (names ?? []).map(([productId, name, nameRank]) => ({ productId, name, nameRank }));
  const moved = sortProductsByName(rows, culture).flatMap(({ productId, nameRank }, index) =>
    nameRank === index + 1 ? [] : [{ productId, rank: index + 1 }],
  );
  await transaction.execute(
    sql`update product_translation t set name_rank = moved.rank
      from unnest(${toUnnestColumns(
        ['int', moved.map(({ productId }) => productId)],
        ['int', moved.map(({ rank }) => rank)],
      )}) as moved (product_id, rank)
      where t.product_id = moved.product_id and t.language_id = ${languageId}`,
  );
}

/** Writes the feeding-advice model and what test verdicts link to. */
export async function writeFeedAdvice(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.replace(schema.feedModel, rows.feedModel, ['feedModelId']);
  await writer.replace(schema.labReference, rows.labReference, ['labReferenceId']);
  await writer.replace(schema.labShelf, rows.labShelf, ['testKind', 'parameter', 'verdict']);
}
