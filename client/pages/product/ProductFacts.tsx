import type { ReactNode } from 'react';
import type { FeedLabel, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Table } from '../../ui/Table.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { getDoseLevelName } from './dose-level-names.ts';
import { formatLitres } from './format-volumes.ts';
import {
  getFeedType,
  listAdditiveGroups,
  listComposition,
  listConstituents,
  omitEmptyRows,
  useRequiredDetails,
} from './label-rows.ts';
import { ProductSafety } from './lazy-product-safety.ts';
import styles from './ProductFacts.module.css';
import { useScoopText } from './use-scoop-text.ts';

const factNames: Readonly<Record<string, MessageKey>> = {
  horseTypes: 'facts.horseTypes',
  ageGroups: 'facts.ageGroups',
  labour: 'facts.labour',
  applications: 'facts.applications',
  ingredientFlags: 'facts.ingredientFlags',
};

/** Keys of product details about suitable horses. */
const horseFactKeys: ReadonlySet<string> = new Set(['horseTypes', 'ageGroups', 'labour']);

interface ProductFactsProps {
  product: ProductDetail;
  variant: ProductVariant;
  feedApprovalNumber: string | null;
}

interface ProductFactsPageProps extends ProductFactsProps {
  /** Further expandable blocks: below the details, on phones also below the analysis. */
  children?: ReactNode;
}

/**
 * Renders the effect, the directions for use, and all details that the law requires before an order
 * (Regulation (EC) 767/2009, art. 11).
 */
export function ProductFacts({ product, variant, feedApprovalNumber, children }: ProductFactsPageProps) {
  const { t } = useShop();
  const { feedLabel } = product;
  const directions = feedLabel?.directions ?? product.directions;
  const scoop = useScoopText(product.dosage?.scoop);
  const filled = product.facts.filter((fact) => factNames[fact.key] && fact.values.length > 0);
  // The suitability of soap or oil does not concern a horse and is part of the specification.
  const facts = filled.some((fact) => horseFactKeys.has(fact.key)) ? filled : [];
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
              {scoop && <p className={styles.text}>{scoop}</p>}
              {product.dosage?.mode === 'byStage' && <StageDoses product={product} />}
            </Accordion>
          )}
          {feedLabel && (
            <Accordion summary={<h2 className={styles.summary}>{t('label.composition')}</h2>} isOpen>
              <CompositionText label={feedLabel} />
            </Accordion>
          )}
          {feedLabel && feedLabel.additives.length > 0 && (
            <Accordion summary={<h2 className={styles.summary}>{t('label.additives')}</h2>} isOpen>
              <AdditiveTables label={feedLabel} />
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
            <RequiredDetails product={product} variant={variant} feedApprovalNumber={feedApprovalNumber} />
          </Accordion>
          {feedLabel && (
            <Accordion summary={<h2 className={styles.summary}>{t('product.specification')}</h2>}>
              <SpecificationTable product={product} variant={variant} />
            </Accordion>
          )}
        </div>
        {product.safety && <ProductSafety safety={product.safety} />}
      </div>
      {hasSide && (
        <div className={styles.side}>
          {feedLabel && feedLabel.constituents.length > 0 && <ConstituentsTable label={feedLabel} />}
          {facts.length > 0 && <SuitabilityFacts facts={facts} />}
        </div>
      )}
      {children && <div className={styles.more}>{children}</div>}
    </div>
  );
}

function StageDoses({ product }: { product: ProductDetail }) {
  const shop = useShop();
  const { t, formats } = shop;
  const gramsPerLitre = product.dosage?.gramsPerLitre ?? null;
  const rows = (product.dosage?.rows ?? []).flatMap((row) => {
    const name = getDoseLevelName(row.level);
    if (!name) return [];
    const milk = gramsPerLitre === null ? null : formatLitres(shop, row.gramsPer100Kg / gramsPerLitre);
    const dose = [formats.weight(row.gramsPer100Kg), milk].filter(Boolean).join(' = ');
    const feeds = t('feedAdvice.meals', { smart_count: row.feedsPerDay });
    return [{ key: row.level, header: t(name), value: `${dose}, ${feeds}` }];
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

function CompositionText({ label }: { label: FeedLabel }) {
  const shop = useShop();
  return (
    <p className={styles.text}>
      {shop.t('label.sentence', {
        feedType: getFeedType(shop, label),
        parts: listComposition(shop, label).join(', '),
      })}
    </p>
  );
}

function AdditiveTables({ label }: { label: FeedLabel }) {
  const shop = useShop();
  return listAdditiveGroups(shop, label).map(({ key, name, additives }) => (
    <div key={key} className={styles.additives}>
      <Table caption={name} rows={additives} />
    </div>
  ));
}

function ConstituentsTable({ label }: { label: FeedLabel }) {
  const shop = useShop();
  const { t } = shop;
  return (
    <Ticket as="section" className={styles.ticket}>
      <h2 id="constituents">{t('label.constituents')}</h2>
      <Table caption={t('label.constituentsCaption')} isCaptionHidden rows={listConstituents(shop, label)} />
      <p className={styles.note}>{t('label.asFed')}</p>
    </Ticket>
  );
}

function SuitabilityFacts({ facts }: { facts: ProductDetail['facts'] }) {
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

/**
 * Renders the remaining label details of feed, or the specification and the responsible company of other
 * products.
 */
function RequiredDetails({ product, variant, feedApprovalNumber }: ProductFactsProps) {
  const shop = useShop();
  const { t } = shop;
  const particulars = useRequiredDetails(product, variant, feedApprovalNumber);
  const { feedLabel } = product;
  const rows = feedLabel
    ? particulars
    : omitEmptyRows([
        ...listSpecificationRows({ product, variant }, shop),
        {
          key: 'applications',
          header: t('facts.applications'),
          value: product.facts.find((fact) => fact.key === 'applications')?.values.join(', ') || null,
        },
        ...particulars,
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

function listSpecificationRows(
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

function SpecificationTable({ product, variant }: { product: ProductDetail; variant: ProductVariant }) {
  const shop = useShop();
  return (
    <Table
      caption={shop.t('product.specification')}
      isCaptionHidden
      values="words"
      rows={omitEmptyRows(listSpecificationRows({ product, variant }, shop))}
    />
  );
}
