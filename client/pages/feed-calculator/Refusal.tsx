import { isWeightNumber } from '../../../shared/rules/feed-advice/advice-query.ts';
import type { AdviceRefusal } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Table } from '../../ui/Table.tsx';
import { getDoseLevelName } from '../product/dose-level-names.ts';
import { formatGrams } from './format-amounts.ts';
import type { AdviceAnswerView } from './page.ts';
import styles from './Refusal.module.css';

interface RefusalProps {
  data: PageDataOf<'feedCalculator'>;
  answer: Extract<AdviceAnswerView, { determined: false }>;
}

/** Keys of pages and categories that help after a refusal. The first that the site has is linked. */
const linkKeysByReason: Partial<Record<AdviceRefusal, readonly string[]>> = {
  weight_out_of_range: ['contact', 'customer-service'],
  roughage_result_expired: ['roughage-tests', 'tests'],
  roughage_hygiene_rejected: ['qs', 'roughage-tests', 'tests'],
  roughage_too_wet: ['qs', 'roughage-tests', 'tests'],
  life_stage_table_only: ['breeding'],
};

/** Returns why a weight is refused: it is not a number, or out of range for the type of horse. */
export const getWeightRefusalKey = (weight: string) =>
  isWeightNumber(weight) ? 'feedAdvice.reason.weight_out_of_range' : 'feedAdvice.reason.weightNoNumber';

/** Renders the reason why the model gives no ration, and what helps. */
export function Refusal({ data, answer }: RefusalProps) {
  const { reason, product, dosage } = answer;
  const shop = useShop();
  const { t } = shop;
  const scope = useAppState((state) => state.scope);
  const text =
    reason === 'weight_out_of_range'
      ? getWeightRefusalKey(data.answers.weight)
      : (`feedAdvice.reason.${reason}` as const);
  const way = (linkKeysByReason[reason] ?? [])
    .map((key) => findSiteLink(scope, key))
    .find((link) => link !== null);
  const stages = (dosage?.rows ?? []).flatMap(({ level, gramsPer100Kg }) => {
    const name = getDoseLevelName(level);
    return name && gramsPer100Kg > 0
      ? [{ key: level, header: t(name), value: formatGrams(shop, gramsPer100Kg) }]
      : [];
  });
  return (
    <section className={styles.refusal} aria-labelledby="no-ration">
      <Notice tone="warn">
        <h2 id="no-ration" className={styles.title}>
          {t('feedAdvice.refusal')}
        </h2>
        <p>{t(text)}</p>
      </Notice>
      {text !== 'feedAdvice.reason.weightNoNumber' && (
        <>
          <h3>{t('feedAdvice.helps')}</h3>
          <p>{t(`feedAdvice.help.${reason}`)}</p>
        </>
      )}
      <p className="row">
        {product && (
          <SiteLink href={product.url} className="tap">
            {product.title}
          </SiteLink>
        )}
        {way && (
          <SiteLink href={way.route} className="tap">
            {way.title}
          </SiteLink>
        )}
      </p>
      {dosage?.mode === 'byStage' && stages.length > 0 && (
        <Table
          caption={t('dosage.stagesCaption')}
          head={[t('dosage.stage'), t('dosage.per100Kg')]}
          rows={stages}
        />
      )}
    </section>
  );
}
