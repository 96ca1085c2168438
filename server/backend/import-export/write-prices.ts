import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { Database } from '../core/database/database.ts';
import { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { getPriceHistoryRowName, toCents } from '../shop-store/shop-content.ts';
import { fetchRows, toUnnestColumns } from '../shop-store/write-rows.ts';

const PRICE_HISTORY_FILE = 'price-history.json';

/** Price of a variant, in euros without VAT, and deviating prices of single sites. */
export interface StatedPrice {
  /** Id of the variant. */
  readonly id: number;
  readonly priceExclVat: number;
  /** Prices by key of the site. */
  readonly sitePrices?: Readonly<Record<string, number>> | undefined;
}

/**
 * Updates the price history: adds the earlier prices of the files, then the files' price if it differs from
 * the one in force. Never changes stored prices.
 *
 * @param kept article numbers whose price is managed by staff
 * @param isOverwriting also replaces future prices set by staff with those of the files
 * @returns number of added rows, their product ids, and the articles whose price stays as set by staff
 *   although the files differ
 * @throws ImportError if the files' history contradicts the stored one or is in the future
 */
export async function writePrices(
  transaction: Database,
  files: ShopFiles,
  now: Date,
  { kept, isOverwriting }: { readonly kept: ReadonlySet<string>; readonly isOverwriting: boolean },
): Promise<{ count: number; productIds: readonly number[]; left: readonly string[] }> {
  const historical = await writeHistory(transaction, files, getStartOfDay(now));
  const variants = files.products.flatMap((product) => product.variants);
  const appended = await appendPrices(
    transaction,
    variants.filter(({ articleNumber }) => !kept.has(articleNumber)),
    now,
    { keepsStaffPrices: !isOverwriting },
  );
  const planned = await writePlannedPrices(transaction, files);
  const all = [historical, appended, planned];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    productIds: [...new Set(all.flatMap(({ productIds }) => productIds))],
    left: isOverwriting ? [] : await listUnimportedPrices(transaction, variants, now),
  };
}

/** Lists the articles whose price was set by staff and differs from the files. */
async function listUnimportedPrices(
  transaction: Database,
  variants: readonly (StatedPrice & { readonly articleNumber: string })[],
  now: Date,
): Promise<string[]> {
  const rows = await fetchRows<{ article: string }>(
    transaction,
    sql`select distinct stated.article from unnest(${toUnnestColumns(
      ['int', variants.map(({ id }) => id)],
      ['text', variants.map(({ articleNumber }) => articleNumber)],
      ['int', variants.map(({ priceExclVat }) => toCents(priceExclVat))],
    )}) as stated (id, article, amount)
      join (
        select distinct on (p.site_id, p.product_variant_id) p.product_variant_id, p.amount_excl_vat, p.is_keepers
        from price p
        where p.valid_from <= ${now.toISOString()}::timestamptz and p.product_variant_id in (
          select own.product_variant_id from price own where own.is_keepers
        )
        order by p.site_id, p.product_variant_id, p.valid_from desc
      ) known on known.product_variant_id = stated.id
      where known.is_keepers and known.amount_excl_vat <> stated.amount
      order by stated.article`,
  );
  return rows.map(({ article }) => article);
}

/**
 * Lists the earlier and planned prices that the shop does not have yet, by article number.
 *
 * @param now moment of the import
 */
export async function listNewPrices(
  transaction: Database,
  files: ShopFiles,
  now: Date,
): Promise<{ readonly history: readonly string[]; readonly planned: readonly string[] }> {
  const list = async (rows: readonly (SitePriceStatement & { readonly articleNumber: string })[]) => {
    if (rows.length === 0) return [];
    const found = await fetchRows<{ position: number }>(
      transaction,
      sql`select distinct stated.position from ${toStatementRows(rows)}
        left join product_variant v on v.product_variant_id = stated.id
        left join site_product sold on sold.product_id = v.product_id and sold.site_id = stated.site_id
        left join price p on p.site_id = stated.site_id and p.product_variant_id = stated.id
          and p.valid_from = stated.moment
        where v.product_variant_id is null or (sold.site_id is not null and p.site_id is null)`,
    );
    const numbers = new Map(rows.map(({ position, articleNumber }) => [position, articleNumber]));
    return found.map(({ position }) => numbers.get(position) ?? '');
  };
  const named = (
    rows: readonly { readonly articleNumber: string }[],
    statements: readonly SitePriceStatement[],
  ) => statements.map((row) => ({ ...row, articleNumber: rows[row.position]?.articleNumber ?? '' }));
  const planned = files.plannedPrices.map((row) => ({ ...row, moment: Date.parse(row.validFrom) }));
  return {
    history: await list(
      named(files.priceHistory, await toHistoryStatements(transaction, files, getStartOfDay(now))),
    ),
    planned: await list(named(planned, toStatements(files, planned))),
  };
}

/** Writes planned prices. A stored price with the same start stays. */
async function writePlannedPrices(transaction: Database, files: ShopFiles) {
  if (files.plannedPrices.length === 0) return { count: 0, productIds: [] };
  const rows = files.plannedPrices.map((row) => ({ ...row, moment: Date.parse(row.validFrom) }));
  return runPriceInsert(
    transaction,
    sql`insert into price (site_id, product_variant_id, amount_excl_vat, valid_from)
      select stated.site_id, stated.id, stated.amount, stated.moment from ${createSoldVariantsJoin(toStatements(files, rows))}
      on conflict do nothing returning product_variant_id`,
  );
}

interface SitePriceStatement {
  /** Position of the row in the file. */
  readonly position: number;
  readonly siteId: number;
  /** Id of the variant. */
  readonly id: number;
  /** Price without VAT, in cents. */
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly moment: number;
}

/** Converts a row of the files to one statement per site. */
function toStatements(
  files: ShopFiles,
  rows: readonly {
    readonly articleNumber: string;
    readonly priceExclVat: number;
    readonly sites?: readonly string[] | undefined;
    readonly moment: number;
  }[],
): SitePriceStatement[] {
  const variantIds = new Map(
    files.products.flatMap(({ variants }) => variants.map(({ articleNumber, id }) => [articleNumber, id])),
  );
  const shops = files.sites.filter((site) => !isCorporate(site));
  return rows.flatMap(({ articleNumber, priceExclVat, sites, moment }, position) => {
    const id = variantIds.get(articleNumber);
    return shops
      .filter(({ key }) => sites?.includes(key) ?? true)
      .flatMap(({ siteId }) =>
        id === undefined ? [] : [{ position, siteId, id, amount: toCents(priceExclVat), moment }],
      );
  });
}

/** Returns the statements as database rows. */
const toStatementRows = (rows: readonly SitePriceStatement[]): SQL =>
  sql`unnest(${toUnnestColumns(
    ['int', rows.map(({ position }) => position)],
    ['int', rows.map(({ siteId }) => siteId)],
    ['int', rows.map(({ id }) => id)],
    ['int', rows.map(({ amount }) => amount)],
    ['timestamptz', rows.map(({ moment }) => new Date(moment).toISOString())],
  )}) as stated (position, site_id, id, amount, moment)`;

/** Returns the statements of sites that sell the product. */
const createSoldVariantsJoin = (rows: readonly SitePriceStatement[]): SQL => sql`${toStatementRows(rows)}
    join product_variant v on v.product_variant_id = stated.id
    join site_product sold on sold.product_id = v.product_id and sold.site_id = stated.site_id`;

/**
 * A first price is valid from the start of the day, because the clock of a web server may be slightly behind
 * this one.
 */
const getStartOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/**
 * Adds prices that differ from those in force, on each site that sells the variant.
 *
 * @param keepsStaffPrices leaves a price in force that staff have set
 */
export function appendPrices(
  transaction: Database,
  stated: readonly StatedPrice[],
  now: Date,
  { keepsStaffPrices }: { readonly keepsStaffPrices: boolean },
): Promise<{ count: number; productIds: number[] }> {
  const own = stated.flatMap(({ id, sitePrices = {} }) =>
    Object.entries(sitePrices).map(([key, euro]) => ({ id, key, amount: toCents(euro) })),
  );
  // A price that starts at this same moment was never charged, so the new one replaces it.
  return runPriceInsert(
    transaction,
    sql`insert into price (site_id, product_variant_id, amount_excl_vat, valid_from)
      select sold.site_id, stated.id, coalesce(own.amount, stated.amount),
        case when known.amount_excl_vat is null then ${getStartOfDay(now).toISOString()}::timestamptz else ${now.toISOString()}::timestamptz end
      from unnest(${toUnnestColumns(
        ['int', stated.map(({ id }) => id)],
        ['int', stated.map(({ priceExclVat }) => toCents(priceExclVat))],
      )}) as stated (id, amount)
      join product_variant v on v.product_variant_id = stated.id
      join site_product sold on sold.product_id = v.product_id
      join site on site.site_id = sold.site_id
      left join unnest(${toUnnestColumns(
        ['int', own.map(({ id }) => id)],
        ['text', own.map(({ key }) => key)],
        ['int', own.map(({ amount }) => amount)],
      )}) as own (id, key, amount) on own.id = stated.id and own.key = site.key
      left join lateral (
        select p.amount_excl_vat, p.is_keepers from price p
        where p.site_id = sold.site_id and p.product_variant_id = stated.id and p.valid_from <= ${now.toISOString()}::timestamptz
        order by p.valid_from desc limit 1
      ) known on true
      where known.amount_excl_vat is distinct from coalesce(own.amount, stated.amount)
        and not (${keepsStaffPrices} and known.is_keepers is true)
      on conflict (site_id, product_variant_id, valid_from) do update set amount_excl_vat = excluded.amount_excl_vat
      returning product_variant_id`,
  );
}

async function runPriceInsert(
  transaction: Database,
  insert: SQL,
): Promise<{ count: number; productIds: number[] }> {
  const rows = await fetchRows<{ id: number; n: number }>(
    transaction,
    sql`with written as (${insert}) select v.product_id as id, count(*)::int as n
      from written join product_variant v using (product_variant_id) group by 1`,
  );
  return { count: rows.reduce((sum, { n }) => sum + n, 0), productIds: rows.map(({ id }) => id) };
}

/** @throws ImportError if the files' history contradicts the stored one or is in the future */
export async function checkHistoryAgainstStored(
  transaction: Database,
  files: ShopFiles,
  now: Date,
): Promise<void> {
  await createCheckedHistorySql(transaction, files, getStartOfDay(now));
}

async function writeHistory(transaction: Database, files: ShopFiles, today: Date) {
  const stated = await createCheckedHistorySql(transaction, files, today);
  if (stated === null) return { count: 0, productIds: [] };
  return runPriceInsert(
    transaction,
    sql`insert into price (site_id, product_variant_id, amount_excl_vat, valid_from)
      select stated.site_id, stated.id, stated.amount, stated.moment from ${stated}
      on conflict do nothing returning product_variant_id`,
  );
}

/** Returns the rows of the files' history per site. */
async function toHistoryStatements(
  transaction: Database,
  files: ShopFiles,
  today: Date,
): Promise<readonly SitePriceStatement[]> {
  const [first] = await fetchRows<{ at: string | null }>(
    transaction,
    sql`select min(imported_at)::text as at from shop_import`,
  );
  const firstMs = first?.at ? Math.floor(Date.parse(first.at) / DAY_MS) * DAY_MS : today.getTime();
  return toStatements(
    files,
    files.priceHistory.map((row) => ({
      ...row,
      moment:
        row.validFrom === undefined
          ? firstMs - (row.daysBeforeFirstImport ?? 0) * DAY_MS
          : Date.parse(row.validFrom),
    })),
  );
}

/**
 * Returns the files' history as a row source for a statement, after checking it against the stored prices;
 * null if it is empty.
 */
async function createCheckedHistorySql(
  transaction: Database,
  files: ShopFiles,
  today: Date,
): Promise<SQL | null> {
  if (files.priceHistory.length === 0) return null;
  const rows = await toHistoryStatements(transaction, files, today);

  const issues = new IssueList();
  const stated = createSoldVariantsJoin(rows);
  // Charged prices never change: rows may precede the stored prices or repeat them.
  const contradictions = await fetchRows<{ position: number; site: string; amount: number | null }>(
    transaction,
    sql`select distinct on (stated.position) stated.position, site.key as site, same.amount_excl_vat as amount
      from ${stated}
      join site on site.site_id = stated.site_id
      join lateral (
        select min(p.valid_from) as moment from price p
        where p.site_id = stated.site_id and p.product_variant_id = stated.id
      ) oldest on stated.moment >= oldest.moment
      left join price same on same.site_id = stated.site_id and same.product_variant_id = stated.id
        and same.valid_from = stated.moment
      where same.amount_excl_vat is distinct from stated.amount
      order by stated.position, stated.site_id`,
  );
  for (const { position, site, amount } of contradictions) {
    issues.add(
      PRICE_HISTORY_FILE,
      getPriceHistoryRowName(files, position),
      'priceExclVat',
      amount === null
        ? `the shop has sold it on the site ${site} since before that day, at other prices: remove the row, what was charged is known`
        : `the shop sold it on the site ${site} for ${amount / 100} from that day on: state that price, or remove the row`,
    );
  }
  for (const { position, moment } of rows) {
    if (moment < today.getTime() + DAY_MS) continue;
    const name = getPriceHistoryRowName(files, position);
    if (issues.issues.some(({ row }) => row === name)) continue;
    issues.add(
      PRICE_HISTORY_FILE,
      name,
      'validFrom',
      'is in the future: the history contains charged prices only',
    );
  }
  issues.throwIfAny();
  return stated;
}
