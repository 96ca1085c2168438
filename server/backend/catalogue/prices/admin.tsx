import { Fragment, type ReactNode } from 'react';
import Type from 'typebox';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { addVat } from '../../../../shared/rules/prices.ts';
import type { AdminModule, AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { Choice, EuroCents, Flag, Ids, Instant, Line, readFields } from '../../core/admin/fields.ts';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import { AdminRefusal, createOperation } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { formatPackageContent } from '../../core/scope/format-package-content.ts';
import { readProductNamesById } from '../products/queries.ts';
import {
  type PreparedPriceChange,
  preparePriceChange,
  type RequestedPrice,
  revokePrice,
  setPrice,
} from './change-prices.ts';
import {
  countPlannedPrices,
  findPricedVariant,
  listPlannedPrices,
  listPricesOfVariant,
  type PlannedPrice,
  type PricedVariant,
} from './queries.ts';

const WEEK_MS = 7 * DAY_MS;
/**
 * Maximum number of rows on the page of planned prices. An installation with nine sites has nine rows per
 * change.
 */
const MAX_PLANNED_ROWS = 500;

const requestedPriceFields = {
  articleNumber: Line(40),
  amount: EuroCents(1, 1_000_000),
  basis: Choice(['inclVat', 'exclVat']),
  siteIds: Type.Optional(Ids(50)),
  from: Type.Optional(Instant()),
};
const RequestedPriceInput = Type.Object(requestedPriceFields);
type RequestedPriceInput = Type.Static<typeof RequestedPriceInput>;

const toRequestedPrice = ({
  articleNumber,
  amount,
  basis,
  siteIds,
  from,
}: RequestedPriceInput): RequestedPrice => ({
  articleNumber,
  amount,
  basis,
  siteIds: siteIds === undefined || siteIds.length === 0 ? undefined : siteIds,
  from: from === undefined ? undefined : new Date(from),
});

const getPricePagePath = (articleNumber: string): string => `/prices/${encodeURIComponent(articleNumber)}`;

/** Returns the address of the page that previews a requested price. */
function getPreviewPath({ articleNumber, amount, basis, siteIds = [], from }: RequestedPriceInput): string {
  const query = new URLSearchParams({ amount: (amount / 100).toFixed(2), basis });
  if (siteIds.length > 0) query.set('siteIds', siteIds.join(','));
  if (from !== undefined) query.set('from', from);
  return `${getPricePagePath(articleNumber)}?${query}`;
}

const previewPriceOperation = createOperation({
  name: 'price.preview',
  input: RequestedPriceInput,
  async run(transaction, input, { now }) {
    await preparePriceChange(transaction, toRequestedPrice(input), { now, isLocked: false });
    return { changes: [], message: { key: 'admin.price.lookAtIt' }, leadsTo: getPreviewPath(input) };
  },
});

const changePriceOperation = createOperation({
  name: 'price.set',
  input: Type.Object({
    ...requestedPriceFields,
    isMeant: Type.Optional(Flag()),
    expected: Type.Optional(Line(60)),
  }),
  async run(transaction, input, { now }) {
    const { isMeant = false, expected } = input;
    const { changes, prepared } = await setPrice(
      transaction,
      { ...toRequestedPrice(input), isMeant, expected },
      now,
    );
    if (changes.length === 0) return { changes };
    return {
      changes,
      message: {
        key: prepared.isNow ? 'admin.price.saidNow' : 'admin.price.saidPlanned',
        values: { article: prepared.variant.articleNumber, from: prepared.from },
      },
      leadsTo: getPricePagePath(prepared.variant.articleNumber),
    };
  },
});

const revokePlannedPriceOperation = createOperation({
  name: 'price.revoke',
  input: Type.Object({ articleNumber: Line(40), from: Instant(), siteIds: Type.Optional(Ids(50)) }),
  async run(transaction, { articleNumber, from, siteIds = [] }, { now }) {
    const changes = await revokePrice(
      transaction,
      { articleNumber, from: new Date(from), siteIds: siteIds.length === 0 ? undefined : siteIds },
      now,
    );
    return { changes };
  },
});

/** Reads the requested price from the address; null if there is none or it is invalid. */
function readRequestedPrice({ params, query }: AdminPageRequest): RequestedPriceInput | null {
  const { amount, basis, siteIds, from } = query;
  if (amount === undefined) return null;
  const written = Object.entries({ articleNumber: params.articleNumber, amount, basis, siteIds, from });
  const read = readFields(
    RequestedPriceInput,
    new Map(written.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]))),
  );
  return 'input' in read ? (read.input as RequestedPriceInput) : null;
}

/** Renders the effect of a price, by site. */
function createPriceEffects(
  { plans, from, isNow }: PreparedPriceChange,
  { t, locale }: AdminPageRequest,
): ReactNode {
  const euro = (cents: number | null) => (cents === null ? null : formatEuro(cents, locale));
  const rows = plans.map(({ seller, amountExclVat, statement }) => {
    const { kind, price, beforeInclVat, lowestInclVat, announcedUntil: toldUntil, nextFrom } = statement;
    const percentage = price.discountPercentage === null ? '' : ` (−${price.discountPercentage} %)`;
    return [
      seller.name,
      euro(beforeInclVat),
      <strong>{formatEuro(price.amountInclVat, locale)}</strong>,
      euro(amountExclVat),
      euro(lowestInclVat),
      price.formerAmountInclVat === null
        ? t(`admin.price.kind.${kind}`)
        : `${t('admin.price.kind.reduction', { former: formatEuro(price.formerAmountInclVat, locale) })}${percentage}`,
      toldUntil === null ? null : formatMoment(toldUntil, t),
      nextFrom === null ? null : formatMoment(nextFrom, t),
    ];
  });
  const title = isNow ? t('admin.price.previewNow') : t('admin.price.previewFrom', { from });
  const headings = [
    t('admin.price.site'),
    t('admin.price.before'),
    t('admin.price.newPrice'),
    t('admin.price.exclVat'),
    t('admin.price.lowest'),
    t('admin.price.says'),
    t('admin.price.toldUntil'),
    t('admin.price.next'),
  ];
  const table = (
    <Table
      headings={headings}
      rows={rows}
      empty={t('admin.price.noSite')}
      caption={title}
      figures={[1, 2, 3, 4]}
    />
  );
  return (
    <Section title={title}>
      {table}
      <p>{t('admin.price.rule')}</p>
    </Section>
  );
}

/**
 * Renders the preview of a requested price with its submit button, or the reason why it is refused; empty if
 * no price was requested.
 */
async function createPricePreview(database: Database, request: AdminPageRequest): Promise<ReactNode> {
  const requestedPrice = readRequestedPrice(request);
  if (!requestedPrice) return null;
  const { t, now, form } = request;
  let prepared: PreparedPriceChange;
  try {
    prepared = await preparePriceChange(database, toRequestedPrice(requestedPrice), { now, isLocked: false });
  } catch (error) {
    if (!(error instanceof AdminRefusal)) throw error;
    return (
      <p className="fault" role="alert">
        {t(`admin.refusal.${error.code}`, error.values)}
      </p>
    );
  }
  const { siteIds = [], from, ...hidden } = requestedPrice;
  const note = prepared.isOdd && <p className="fault">{t('admin.refusal.price_odd')}</p>;
  const confirmation = form('price.set', {
    hidden: {
      ...hidden,
      amount: (requestedPrice.amount / 100).toFixed(2),
      ...(siteIds.length > 0 && { siteIds: siteIds.join(',') }),
      ...(from !== undefined && { from }),
      expected: prepared.version,
    },
    fields: prepared.isOdd ? ['isMeant'] : [],
    note,
  });
  return (
    <>
      {createPriceEffects(prepared, request)}
      {confirmation}
    </>
  );
}

/** Renders the current and planned prices of a variant, by site. */
async function createPriceOverview(
  database: Database,
  variant: PricedVariant,
  { t, locale, now, form }: AdminPageRequest,
): Promise<ReactNode> {
  const history = await listPricesOfVariant(database, variant.productVariantId);
  const after = now.getTime();
  const names = new Map(variant.sellers.map(({ site, name }) => [site.siteId, name]));
  const withName = (rows: typeof history) =>
    rows.flatMap((row) => {
      const name = names.get(row.siteId);
      return name === undefined ? [] : [{ ...row, name }];
    });
  const past = withName(history.filter(({ validFromMs }) => validFromMs <= after));
  const planned = Map.groupBy(
    withName(history.filter(({ validFromMs }) => validFromMs > after)),
    ({ validFromMs }) => validFromMs,
  );
  const forms = [...planned]
    .sort(([a], [b]) => a - b)
    .map(([moment, rows]) => {
      const from = new Date(moment);
      const list = rows.map(
        ({ name, amountExclVat }) =>
          `${name}: ${formatEuro(amountExclVat, locale)} ${t('admin.price.exclVatShort')}`,
      );
      const choices = { siteIds: rows.map(({ siteId, name }) => [siteId, name] as const) };
      const revoke = form('price.revoke', {
        hidden: { articleNumber: variant.articleNumber, from: from.toISOString() },
        values: { siteIds: rows.map(({ siteId }) => siteId) },
        choices,
        isFolded: true,
      });
      return (
        <Fragment key={moment}>
          <h3>{t('admin.price.plannedFrom', { from })}</h3>
          <p>{list.join(' · ')}</p>
          {revoke}
        </Fragment>
      );
    });
  const title = t('admin.price.history');
  const table = (
    <Table
      headings={[t('admin.price.site'), t('admin.price.from'), t('admin.price.exclVat')]}
      rows={past
        .toSorted((a, b) => b.validFromMs - a.validFromMs || a.siteId - b.siteId)
        .slice(0, 100)
        .map((row) => [
          row.name,
          formatMoment(new Date(row.validFromMs), t),
          formatEuro(row.amountExclVat, locale),
        ])}
      empty={t('admin.price.none')}
      caption={title}
      figures={[2]}
    />
  );
  const plannedPart = forms.length > 0 && <Section title={t('admin.price.planned')}>{forms}</Section>;
  return (
    <>
      {plannedPart}
      <Section title={title}>{table}</Section>
    </>
  );
}

const createVariantPricePage = (database: Database): AdminPage => ({
  path: '/prices/:articleNumber',
  async read(request) {
    const { params, t, locale, form } = request;
    const variant = await findPricedVariant(database, params.articleNumber ?? '', { isLocked: false });
    if (!variant) return null;
    const { articleNumber, content, sellers, productId } = variant;
    const names = await readProductNamesById(database, [productId], locale);
    const requestedPrice = readRequestedPrice(request);
    const preview = await createPricePreview(database, request);
    const requestForm = form('price.preview', {
      hidden: { articleNumber },
      values: {
        basis: requestedPrice?.basis ?? 'inclVat',
        ...(requestedPrice && {
          amount: requestedPrice.amount,
          siteIds: requestedPrice.siteIds ?? [],
          from: requestedPrice.from ?? null,
        }),
      },
      fields: ['amount', 'basis', 'from', 'siteIds'],
      choices: { siteIds: sellers.map(({ site, name }) => [site.siteId, name] as const) },
      note: <p>{t('admin.price.allSites')}</p>,
    });
    return {
      title: t('admin.price.title', {
        article: [names.get(productId), formatPackageContent(content, locale).trim(), articleNumber]
          .filter(Boolean)
          .join(' · '),
      }),
      body: (
        <>
          <p>
            <AdminLink path={`/products/${productId}`}>{t('admin.price.toProduct')}</AdminLink>
          </p>
          {preview}
          <Section title={t('admin.price.wanted')}>{requestForm}</Section>
          {await createPriceOverview(database, variant, request)}
        </>
      ),
    };
  },
});

/** Groups planned prices by variant and time, across all sites. */
const groupPlannedPrices = (rows: readonly PlannedPrice[]): PlannedPrice[][] => [
  ...Map.groupBy(rows, ({ articleNumber, validFrom }) => `${articleNumber} ${validFrom.getTime()}`).values(),
];

const createPlannedPricesPage = (database: Database): AdminPage => ({
  path: '/prices',
  menu: { section: 'goods', label: 'prices', position: 30 },
  async read({ t, locale, now, form }) {
    const rows = await listPlannedPrices(database, { after: now, until: null, limit: MAX_PLANNED_ROWS });
    const title = t('admin.price.plannedTitle');
    const names = await readProductNamesById(
      database,
      rows.map(({ productId }) => productId),
      locale,
    );
    const table = (
      <Table
        headings={[
          t('admin.price.from'),
          t('admin.price.article'),
          t('admin.price.newPrice'),
          t('admin.price.takeOut'),
        ]}
        rows={groupPlannedPrices(rows).flatMap((group) => {
          const [first] = group;
          if (!first) return [];
          const { articleNumber, validFrom, productId } = first;
          const prices = group.map(({ siteName, amountExclVat, vatPercentage }) => (
            <div key={siteName}>
              {siteName}: {formatEuro(addVat(amountExclVat, vatPercentage), locale)}
            </div>
          ));
          return [
            [
              formatMoment(validFrom, t),
              <>
                <AdminLink path={getPricePagePath(articleNumber)}>{articleNumber}</AdminLink>{' '}
                {names.get(productId) ?? ''}
              </>,
              prices,
              form('price.revoke', {
                hidden: { articleNumber, from: validFrom.toISOString() },
                fields: [],
              }),
            ],
          ];
        })}
        empty={t('admin.price.nonePlanned')}
        caption={title}
      />
    );
    const facts = <DetailList details={[[t('admin.price.howTo'), t('admin.price.howToText')]]} />;
    return {
      title,
      body: (
        <>
          {facts}
          {table}
        </>
      ),
    };
  },
});

/** Creates the admin pages of prices. */
export function createPriceAdmin({ database }: { readonly database: Database }): AdminModule {
  return {
    operations: [previewPriceOperation, changePriceOperation, revokePlannedPriceOperation],
    pages: [createPlannedPricesPage(database), createVariantPricePage(database)],
    tasks: [
      {
        label: 'pricesOfWeek',
        path: '/prices',
        count: (now) => countPlannedPrices(database, now, new Date(now.getTime() + WEEK_MS)),
      },
    ],
  };
}
