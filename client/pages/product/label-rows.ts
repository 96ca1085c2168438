import type { FeedLabel, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { type Shop, useAppState, useShop } from '../../store/shop.tsx';

type MessageContext = Pick<Shop, 't' | 'formats'>;

/** A detail of a label with its name and value. */
export interface LabelRow {
  readonly key: string;
  readonly header: string;
  readonly value: string;
}

const feedTypeNames: Record<FeedLabel['feedType'], MessageKey> = {
  complementaryFeed: 'label.complementaryFeed',
  mineralFeed: 'label.mineralFeed',
  feedMaterial: 'label.feedMaterial',
};

/** Functional groups of Regulation (EC) 1831/2003, annex I, of the additives in the catalogue. */
const additiveGroupNames: Readonly<Record<string, MessageKey>> = {
  vitamin: 'label.group.vitamins',
  traceElement: 'label.group.traceElements',
  aminoAcid: 'label.group.aminoAcids',
  zootechnical: 'label.group.zootechnical',
  technological: 'label.group.technological',
  sensory: 'label.group.sensory',
};

/** Returns the rows that have a value. */
export function omitEmptyRows(
  rows: readonly { readonly key: string; readonly header: string; readonly value: string | null }[],
): LabelRow[] {
  return rows.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }]));
}

export const getFeedType = ({ t }: Pick<Shop, 't'>, label: FeedLabel): string =>
  t(feedTypeNames[label.feedType]);

/** Formats ingredients as 'Oats 32%', heaviest first. */
export const listComposition = ({ t, formats }: MessageContext, label: FeedLabel): string[] =>
  label.composition.map(({ name, percent }) =>
    t('label.part', { name, percentage: formats.percentage(percent) }),
  );

export function listConstituents({ t, formats }: MessageContext, label: FeedLabel): LabelRow[] {
  const values = {
    '%': formats.percentage,
    'MJ/kg': (value: number) => t('label.megajoules', { value: formats.number(value) }),
    '/kg': (value: number) => formats.number(value),
  };
  return label.constituents.map(({ key, name, value, unit }) => ({
    key,
    header: name,
    value: values[unit](value),
  }));
}

/** Returns the additives per kilogram by functional group. */
export function listAdditiveGroups(
  words: MessageContext,
  label: FeedLabel,
): { key: string; name: string; additives: LabelRow[] }[] {
  const { t } = words;
  return [...new Set(label.additives.map(({ group }) => group))].map((key) => ({
    key,
    name: t(additiveGroupNames[key] ?? 'label.group.other'),
    additives: label.additives
      .filter(({ group }) => group === key)
      .map((additive) => ({
        key: additive.idNumber,
        header: t('label.additive', { name: additive.name, idNumber: additive.idNumber }),
        value: formatAdditiveAmount(words, additive),
      })),
  }));
}

/** Formats an amount: '12,000 IU' or '0.45 mg'. The caller shows that it is per kilogram. */
function formatAdditiveAmount(
  { t, formats }: MessageContext,
  additive: FeedLabel['additives'][number],
): string {
  const unit = additive.unit.replace(/\/kg$/, '');
  return `${formats.number(additive.amount, 3)}\u00a0${unit === 'IU' ? t('label.internationalUnits') : unit}`;
}

/**
 * Returns the required details in addition to composition and analysis. For products that are not feed: shelf
 * life and responsible company.
 */
export function useRequiredDetails(
  product: ProductDetail,
  variant: ProductVariant,
  feedApprovalNumber: string | null,
): LabelRow[] {
  const shop = useShop();
  const { t, formats } = shop;
  const legal = useAppState((state) => state.scope.settings.legalEntity);
  const email = useAppState((state) => state.scope.site.customerServiceEmailAddress);
  const { feedLabel, safety, shelfLifeMonths, shelfLifeAfterOpeningMonths } = product;
  const feedRows = feedLabel
    ? [
        { key: 'feedType', header: t('label.feedType'), value: getFeedType(shop, feedLabel) },
        { key: 'species', header: t('label.species'), value: t('label.horses') },
        {
          key: 'netQuantity',
          header: t('label.netQuantity'),
          value:
            variant.netWeightGrams === null
              ? formats.content(variant.content)
              : formats.weight(variant.netWeightGrams),
        },
      ]
    : [];
  return omitEmptyRows([
    ...feedRows,
    {
      key: 'shelfLife',
      header: t('label.shelfLife'),
      value:
        shelfLifeMonths === null
          ? null
          : [
              t('label.months', { smart_count: shelfLifeMonths }),
              shelfLifeAfterOpeningMonths === null
                ? null
                : t('label.monthsOpened', { smart_count: shelfLifeAfterOpeningMonths }),
            ]
              .filter(Boolean)
              .join(', '),
    },
    ...(safety
      ? []
      : [
          {
            key: 'operator',
            header: feedLabel ? t('label.operator') : t('product.responsible'),
            value: [
              legal.name,
              legal.street,
              `${legal.zipcode} ${legal.city}`,
              formats.country(legal.regionCode),
              email,
            ].join(', '),
          },
        ]),
    { key: 'approval', header: t('label.approvalNumber'), value: feedApprovalNumber },
  ]);
}
