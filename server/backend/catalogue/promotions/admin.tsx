import type { ReactNode } from 'react';
import Type from 'typebox';
import { LOCALES, toLocale } from '../../../../shared/i18n/locales.ts';
import { MAX_KEY_LENGTH, SLUG_PATTERN } from '../../../../shared/rules/slug-pattern.ts';
import type { AdminModule, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { SearchForm } from '../../core/admin/components/SearchForm.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { Choice, EuroCents, Ids, Instant, Line, Lines } from '../../core/admin/fields.ts';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import { AdminRefusal, createOperation, type LoggedState } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { listArticleNumbers } from '../products/queries.ts';
import type { PromotionFields, RequestedBenefit } from './parse-arguments.ts';
import type { PromotionDraft, SellingSite } from './promotion-checks.ts';
import { listSellingSites } from './queries.ts';
import { endPromotion, type PromotionOutcome, savePromotion } from './save-promotions.ts';
import { listPromotions, type StoredPromotion } from './stored-promotions.ts';

const PromotionKey = () => Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: SLUG_PATTERN });
const OptionalCount = (maximum: number) => Type.Optional(Type.Integer({ minimum: 1, maximum }));

/** Creates a field for each language, such as 'name_nl'. */
const createFieldPerLanguage = (name: string) =>
  Object.fromEntries(LOCALES.map((locale) => [`${name}_${locale}`, Type.Optional(Line(120))]));

const AddPromotionInput = Type.Object({
  promotionKey: PromotionKey(),
  gives: Choice(['percentage', 'amount', 'freeShipping', 'freeProduct']),
  percentage: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 })),
  euroOff: Type.Optional(EuroCents(1, 1_000_000)),
  gift: Type.Optional(Line(80)),
  quantity: OptionalCount(99),
  forEvery: OptionalCount(999),
  code: Type.Optional(Line(40)),
  from: Type.Optional(Instant()),
  until: Type.Optional(Instant()),
  minimum: Type.Optional(EuroCents(1, 10_000_000)),
  usageLimit: OptionalCount(1_000_000),
  siteIds: Type.Optional(Ids(50)),
  products: Type.Optional(Lines(500, 80)),
  categories: Type.Optional(Lines(200, 80)),
  ...createFieldPerLanguage('name'),
  ...createFieldPerLanguage('text'),
});
type AddPromotionInput = Type.Static<typeof AddPromotionInput>;

/** @throws AdminRefusal `promotion_gives` if the benefit lacks its amount */
function readEnteredBenefit({ gives, percentage, euroOff, gift }: AddPromotionInput): RequestedBenefit {
  if (gives === 'percentage' && percentage !== undefined) {
    if (Math.round(percentage * 100) / 100 !== percentage) {
      throw new AdminRefusal('two_decimals', {}, 'percentage');
    }
    return { kind: 'percentage', percentage };
  }
  if (gives === 'amount' && euroOff !== undefined) return { kind: 'amount', amount: euroOff };
  if (gives === 'freeShipping') return { kind: 'freeShipping' };
  if (gives === 'freeProduct' && gift !== undefined) return { kind: 'freeProduct', gift };
  throw new AdminRefusal('promotion_gives', {}, 'gives');
}

/** Returns the texts of a field by language code. */
function readEnteredTextsByLanguage(
  input: AddPromotionInput,
  name: 'name' | 'text',
  sites: readonly SellingSite[],
): Map<string, string> {
  const codes = new Set(sites.flatMap(({ languages }) => languages.map(({ code }) => code)));
  return new Map(
    [...codes].flatMap((code) => {
      const word: unknown = Reflect.get(input, `${name}_${toLocale(code)}`);
      return typeof word === 'string' ? [[code, word] as const] : [];
    }),
  );
}

function readEnteredFields(input: AddPromotionInput, sites: readonly SellingSite[]): PromotionFields {
  const { quantity, forEvery, code, from, until, minimum, usageLimit, siteIds = [] } = input;
  const chosen = siteIds.map((siteId) => {
    const site = sites.find((each) => each.siteId === siteId);
    if (!site) throw new AdminRefusal('site_unknown', { siteId }, 'siteIds');
    return site.key;
  });
  const endsAt = until === undefined ? null : new Date(until);
  if (from !== undefined && endsAt !== null && endsAt <= new Date(from)) {
    throw new AdminRefusal('until_before_from', {}, 'until');
  }
  return {
    benefit: readEnteredBenefit(input),
    quantity,
    forEvery,
    code: code ?? null,
    startsAt: from === undefined ? undefined : new Date(from),
    endsAt,
    minimumAmount: minimum ?? null,
    usageLimit: usageLimit ?? null,
    sites: chosen,
    products: input.products ?? [],
    categories: input.categories ?? [],
    names: readEnteredTextsByLanguage(input, 'name', sites),
    texts: readEnteredTextsByLanguage(input, 'text', sites),
  };
}

/** Returns the logged fields of a promotion: benefit, scope and period. */
function toLoggedFields(promotion: PromotionDraft | undefined): LoggedState {
  if (!promotion) return null;
  const { benefit: gives, code, startsAt, endsAt, minimumAmount, usageLimit, siteIds } = promotion;
  return {
    gives: JSON.stringify(gives),
    code,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    minimumAmount,
    usageLimit,
    siteIds: siteIds.join(','),
  };
}

/** @throws AdminRefusal if the operation was refused */
export function getChangesOrRefuse(result: PromotionOutcome) {
  if (result.outcome === 'refused') {
    const details = result.faults.map(({ code, values = {} }) => ({ code, values }));
    throw new AdminRefusal('promotion_faults', {}, undefined, details);
  }
  if (!('promotion' in result)) {
    if (result.outcome === 'known') throw new AdminRefusal('promotion_known', {}, 'promotionKey');
    throw new AdminRefusal('not_found');
  }
  if (result.outcome === 'unchanged') return [];
  const { promotion, before } = result;
  return [
    {
      resource: 'promotion',
      resourceId: promotion.promotionKey,
      before: toLoggedFields(before),
      after: toLoggedFields(promotion),
    },
  ];
}

const addPromotionOperation = createOperation({
  name: 'promotion.add',
  input: AddPromotionInput,
  async run(transaction, input, { actor, now }) {
    const fields = readEnteredFields(input, await listSellingSites(transaction));
    if (fields.endsAt && fields.endsAt <= now) throw new AdminRefusal('moment_past', {}, 'until');
    const change = { kind: 'add' as const, promotionKey: input.promotionKey, fields };
    return { changes: getChangesOrRefuse(await savePromotion(transaction, change, { actor, now })) };
  },
});

const stopPromotionOperation = createOperation({
  name: 'promotion.end',
  input: Type.Object({ promotionKey: PromotionKey() }),
  async run(transaction, { promotionKey }, { actor, now }) {
    return { changes: getChangesOrRefuse(await endPromotion(transaction, promotionKey, { actor, now })) };
  },
});

const promotionStates = ['running', 'planned', 'ended'] as const;
type PromotionState = (typeof promotionStates)[number];

function getPromotionState({ startsAt, endsAt }: StoredPromotion, now: Date): PromotionState {
  if (endsAt !== null && (endsAt <= now || endsAt <= startsAt)) return 'ended';
  return startsAt > now ? 'planned' : 'running';
}

function describeBenefit(
  { benefit: gives }: StoredPromotion,
  articles: ReadonlyMap<number, string>,
  { t, locale }: AdminPageRequest,
): string {
  if (gives.kind === 'percentage') return t('admin.promotion.percentage', { percentage: gives.percentage });
  if (gives.kind === 'amount')
    return t('admin.promotion.amount', { amount: formatEuro(gives.amount, locale) });
  if (gives.kind === 'freeShipping') return t('admin.choice.freeShipping');
  const given = `${gives.quantity} × ${articles.get(gives.productVariantId) ?? gives.productVariantId}`;
  return gives.forEvery === null
    ? given
    : t('admin.promotion.forEvery', { given, smart_count: gives.forEvery });
}

async function createPromotionTable(
  database: Database,
  state: PromotionState,
  sites: readonly SellingSite[],
  request: AdminPageRequest,
): Promise<ReactNode> {
  const { t, locale, now, form } = request;
  const promotions = (await listPromotions(database)).filter((row) => getPromotionState(row, now) === state);
  const giftIds = promotions.flatMap(({ benefit: gives }) =>
    gives.kind === 'freeProduct' ? [gives.productVariantId] : [],
  );
  const articles = await listArticleNumbers(database, giftIds);
  const keys = new Map(sites.map(({ siteId, key }) => [siteId, key]));
  const rows = promotions.map((row) => {
    const { promotionKey, code, startsAt, endsAt, minimumAmount, usageLimit, usageCount, siteIds } = row;
    return [
      promotionKey,
      describeBenefit(row, articles, request),
      code ?? t('admin.promotion.forAll'),
      `${formatMoment(startsAt, t)} – ${endsAt === null ? '' : formatMoment(endsAt, t)}`,
      minimumAmount === null ? null : formatEuro(minimumAmount, locale),
      usageLimit === null ? usageCount : `${usageCount} / ${usageLimit}`,
      siteIds.length === 0
        ? t('admin.promotion.allSites')
        : siteIds.map((siteId) => keys.get(siteId) ?? siteId).join(', '),
      state === 'ended' ? null : form('promotion.end', { hidden: { promotionKey }, fields: [] }),
    ];
  });
  return (
    <Table
      headings={[
        t('admin.promotion.head.key'),
        t('admin.field.gives'),
        t('admin.promotion.head.code'),
        t('admin.promotion.period'),
        t('admin.promotion.head.minimum'),
        t('admin.promotion.uses'),
        t('admin.field.siteIds'),
        t('admin.promotion.head.end'),
      ]}
      rows={rows}
      empty={t('admin.promotion.none')}
      caption={t('admin.promotion.title')}
      figures={[4, 5]}
    />
  );
}

/** Creates the admin pages of promotions. */
export function createPromotionAdmin({ database }: { readonly database: Database }): AdminModule {
  return {
    operations: [addPromotionOperation, stopPromotionOperation],
    pages: [
      {
        path: '/promotions',
        menu: { section: 'goods', label: 'promotions', position: 40 },
        async read(request) {
          const { t, query, form } = request;
          const state = promotionStates.find((word) => word === query.state) ?? 'running';
          const sites = await listSellingSites(database);
          const search = (
            <SearchForm
              path="/promotions"
              fields={[
                {
                  name: 'state',
                  label: t('admin.promotion.state'),
                  value: state,
                  choices: promotionStates.map((word) => [word, t(`admin.promotion.state.${word}`)] as const),
                },
              ]}
              t={t}
            />
          );
          const add = form('promotion.add', {
            isFolded: true,
            choices: { siteIds: sites.map(({ siteId, key }) => [siteId, key] as const) },
            note: <p>{t('admin.promotion.note')}</p>,
          });
          return {
            title: t('admin.promotion.title'),
            body: (
              <>
                {search}
                {await createPromotionTable(database, state, sites, request)}
                <Section title={t('admin.promotion.new')}>{add}</Section>
              </>
            ),
          };
        },
      },
    ],
  };
}
