import type { ReactNode } from 'react';
import type { FeedLabel, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Table } from '../../ui/Table.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { getDoseLevelName } from './dose-levels.ts';
import styles from './ProductFacts.module.css';

const factNames: Readonly<Record<string, MessageKey>> = {
  horseTypes: 'facts.horseTypes',
  ageGroups: 'facts.ageGroups',
  labour: 'facts.labour',
  applications: 'facts.applications',
  ingredientFlags: 'facts.ingredientFlags',
};

/** Facts that tell a horse by. */
const horseFacts: ReadonlySet<string> = new Set(['horseTypes', 'ageGroups', 'labour']);

const feedTypes: Record<FeedLabel['feedType'], MessageKey> = {
  complementaryFeed: 'label.complementaryFeed',
  mineralFeed: 'label.mineralFeed',
  feedMaterial: 'label.feedMaterial',
};

/** Functional groups of Regulation (EC) 1831/2003, annex I, that the catalogue's additives belong to. */
const additiveGroups: Readonly<Record<string, MessageKey>> = {
  vitamin: 'label.group.vitamins',
  traceElement: 'label.group.traceElements',
  aminoAcid: 'label.group.aminoAcids',
  zootechnical: 'label.group.zootechnical',
  technological: 'label.group.technological',
  sensory: 'label.group.sensory',
};

interface ProductFactsProps {
  product: ProductDetail;
  variant: ProductVariant;
  feedApprovalNumber: string | null;
}

interface ProductFactsPageProps extends ProductFactsProps {
  /** Further blocks that open: below the facts, and on phones below the analysis, too. */
  children?: ReactNode;
}

/** What it does, how to use it, and everything that must be told before the order (Regulation (EC) 767/2009, art. 11). */
export function ProductFacts({ product, variant, feedApprovalNumber, children }: ProductFactsPageProps) {
  const { t } = useShop();
  const { feedLabel } = product;
  const directions = feedLabel?.directions ?? product.directions;
  const filled = product.facts.filter((fact) => factNames[fact.key] && fact.values.length > 0);
  // What soap or oil is made for says nothing of a horse; then it stands in the specification.
  const facts = filled.some((fact) => horseFacts.has(fact.key)) ? filled : [];
  const hasSide = facts.length > 0 || (feedLabel?.constituents.length ?? 0) > 0;
  return (
    <div className={joinClasses('wrap section', styles.facts, hasSide && styles.withSide)}>
      <div className={styles.main}>
        <section aria-labelledby="description">
          <h2 id="description">{t(feedLabel ? 'product.description' : 'product.about')}</h2>
          <p className={styles.description}>{product.description}</p>
          {product.benefits.length > 0 && (
            <ul className={styles.benefits}>
              {product.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          )}
        </section>
        <div className={styles.blocks}>
          {directions && (
            <Accordion
              summary={
                <h2 className={styles.summary}>{t(feedLabel ? 'label.directions' : 'product.directions')}</h2>
              }
              isOpen={!feedLabel}
            >
              <p className={styles.text}>{directions}</p>
              {product.dosage?.mode === 'byStage' && <StageDoses product={product} />}
            </Accordion>
          )}
          {feedLabel && (
            <Accordion summary={<h2 className={styles.summary}>{t('label.composition')}</h2>} isOpen>
              <Composition label={feedLabel} />
            </Accordion>
          )}
          {feedLabel && feedLabel.additives.length > 0 && (
            <Accordion summary={<h2 className={styles.summary}>{t('label.additives')}</h2>} isOpen>
              <Additives label={feedLabel} />
            </Accordion>
          )}
          <Accordion
            summary={
              <h2 className={styles.summary}>
                {feedLabel ? t('label.particulars') : t('product.specification')}
              </h2>
            }
            isOpen={!feedLabel}
          >
            <Particulars product={product} variant={variant} feedApprovalNumber={feedApprovalNumber} />
          </Accordion>
          {feedLabel && (
            <Accordion summary={<h2 className={styles.summary}>{t('product.specification')}</h2>}>
              <Specification product={product} variant={variant} />
            </Accordion>
          )}
        </div>
      </div>
      {hasSide && (
        <div className={styles.side}>
          {feedLabel && feedLabel.constituents.length > 0 && <Constituents label={feedLabel} />}
          {facts.length > 0 && <Suitability facts={facts} />}
        </div>
      )}
      {children && <div className={styles.more}>{children}</div>}
    </div>
  );
}

function StageDoses({ product }: { product: ProductDetail }) {
  const { t, formats } = useShop();
  const rows = (product.dosage?.rows ?? []).flatMap((row) => {
    const name = getDoseLevelName(row.level);
    return name ? [{ key: row.level, header: t(name), value: formats.weight(row.gramsPer100Kg) }] : [];
  });
  return (
    <div className={styles.stages}>
      <Table
        caption={t('dosage.stagesCaption')}
        head={[t('dosage.stage'), t('dosage.per100Kg')]}
        rows={rows}
      />
    </div>
  );
}

function Composition({ label }: { label: FeedLabel }) {
  const { t, formats } = useShop();
  const parts = label.composition.map((part) =>
    t('label.part', { name: part.name, percentage: formats.percentage(part.percent) }),
  );
  return (
    <p className={styles.text}>
      {t('label.sentence', { feedType: t(feedTypes[label.feedType]), parts: parts.join(', ') })}
    </p>
  );
}

function Additives({ label }: { label: FeedLabel }) {
  const { t, formats } = useShop();
  const groups = [...new Set(label.additives.map((additive) => additive.group))];
  return groups.map((group) => {
    const name = additiveGroups[group];
    return (
      <div key={group} className={styles.additives}>
        <Table
          caption={name ? t(name) : t('label.group.other')}
          rows={label.additives
            .filter((additive) => additive.group === group)
            .map((additive) => ({
              key: additive.idNumber,
              header: t('label.additive', { name: additive.name, idNumber: additive.idNumber }),
              value: formatAdditiveAmount(additive, t('label.internationalUnits'), formats.number),
            }))}
        />
      </div>
    );
  });
}

/** '12,000 IU' or '0.45 mg': the table says per kilogram already. */
function formatAdditiveAmount(
  additive: FeedLabel['additives'][number],
  internationalUnits: string,
  formatNumber: (value: number, maximumFractionDigits?: number) => string,
): string {
  const unit = additive.unit.replace(/\/kg$/, '');
  return `${formatNumber(additive.amount, 3)}\u00a0${unit === 'IU' ? internationalUnits : unit}`;
}

function Constituents({ label }: { label: FeedLabel }) {
  const { t, formats } = useShop();
  const values = {
    '%': formats.percentage,
    'MJ/kg': (value: number) => t('label.megajoules', { value: formats.number(value) }),
    '/kg': (value: number) => formats.number(value),
  };
  return (
    <Ticket as="section" className={styles.ticket}>
      <h2 id="constituents">{t('label.constituents')}</h2>
      <Table
        caption={t('label.constituentsCaption')}
        isCaptionHidden
        rows={label.constituents.map((constituent) => ({
          key: constituent.key,
          header: constituent.name,
          value: values[constituent.unit](constituent.value),
        }))}
      />
      <p className={styles.note}>{t('label.asFed')}</p>
    </Ticket>
  );
}

function Suitability({ facts }: { facts: ProductDetail['facts'] }) {
  const { t } = useShop();
  return (
    <section aria-labelledby="suitability" className={styles.suitability}>
      <h2 id="suitability">{t('facts.title')}</h2>
      <dl>
        {facts.map((fact) => {
          const name = factNames[fact.key];
          return (
            <div key={fact.key}>
              <dt>{name && t(name)}</dt>
              <dd>{fact.values.join(', ')}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

interface Row {
  readonly key: string;
  readonly header: string;
  readonly value: string;
}

/** Rows that have a value. */
function keepFilled(rows: readonly { key: string; header: string; value: string | null }[]): Row[] {
  return rows.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }]));
}

/** For feed what its label says beside the tables; for anything else its specification and who answers for it. */
function Particulars({ product, variant, feedApprovalNumber }: ProductFactsProps) {
  const { t, formats } = useShop();
  const legal = useAppState((state) => state.scope.settings.legalEntity);
  const email = useAppState((state) => state.scope.site.customerServiceEmailAddress);
  const operator = [
    legal.name,
    legal.street,
    `${legal.zipcode} ${legal.city}`,
    formats.country(legal.regionCode),
    email,
  ].join(', ');
  const { feedLabel } = product;
  const feedRows = feedLabel
    ? [
        { key: 'feedType', header: t('label.feedType'), value: t(feedTypes[feedLabel.feedType]) },
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
    : [
        ...getSpecificationRows({ product, variant }, { t, formats }),
        {
          key: 'applications',
          header: t('facts.applications'),
          value: product.facts.find((fact) => fact.key === 'applications')?.values.join(', ') || null,
        },
      ];
  const rows = keepFilled([
    ...feedRows,
    {
      key: 'shelfLife',
      header: t('label.shelfLife'),
      value:
        product.shelfLifeMonths === null
          ? null
          : [
              t('label.months', { smart_count: product.shelfLifeMonths }),
              product.shelfLifeAfterOpeningMonths === null
                ? null
                : t('label.monthsOpened', { smart_count: product.shelfLifeAfterOpeningMonths }),
            ]
              .filter(Boolean)
              .join(', '),
    },
    {
      key: 'operator',
      header: feedLabel ? t('label.operator') : t('product.responsible'),
      value: operator,
    },
    { key: 'approval', header: t('label.approvalNumber'), value: feedApprovalNumber },
  ]);
  return (
    <Table
      caption={feedLabel ? t('label.particulars') : t('product.specification')}
      isCaptionHidden
      values="words"
      rows={rows}
    />
  );
}

function getSpecificationRows(
  { product, variant }: { product: ProductDetail; variant: ProductVariant },
  shop: Pick<ReturnType<typeof useShop>, 't' | 'formats'>,
) {
  const { t, formats } = shop;
  return [
    { key: 'brand', header: t('specification.brand'), value: product.brandName },
    { key: 'articleNumber', header: t('specification.articleNumber'), value: variant.articleNumber },
    { key: 'ean', header: t('specification.ean'), value: variant.ean },
    { key: 'pack', header: t('specification.pack'), value: getPackName(shop, variant) },
    { key: 'colour', header: t('specification.colour'), value: variant.colour },
    {
      key: 'netWeight',
      header: t('specification.netWeight'),
      value: variant.netWeightGrams === null ? null : formats.weight(variant.netWeightGrams),
    },
    {
      key: 'grossWeight',
      header: t('specification.grossWeight'),
      value: variant.grossWeightGrams > 0 ? formats.weight(variant.grossWeightGrams) : null,
    },
    {
      key: 'dimensions',
      header: t('specification.dimensions'),
      value: variant.dimensionsCm
        ? t('specification.centimetres', {
            dimensions: variant.dimensionsCm.map((side) => formats.number(side)).join(' × '),
          })
        : null,
    },
    {
      key: 'pallet',
      header: t('specification.palletQuantity'),
      value:
        variant.palletQuantity === null
          ? null
          : t('specification.pieces', { smart_count: variant.palletQuantity }),
    },
  ];
}

function Specification({ product, variant }: { product: ProductDetail; variant: ProductVariant }) {
  const shop = useShop();
  return (
    <Table
      caption={shop.t('product.specification')}
      isCaptionHidden
      values="words"
      rows={keepFilled(getSpecificationRows({ product, variant }, shop))}
    />
  );
}
