import { type AdviceAnswers, createAdviceQuery } from '../../../shared/rules/feed-advice/advice-query.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { formatGrams } from './format-amounts.ts';
import styles from './OtherFeeds.module.css';
import type { AdviceView } from './page.ts';

/** Renders other feeds for the same horse, the best first, with links to their rations. */
export function OtherFeeds({ answers, others }: { answers: AdviceAnswers; others: readonly AdviceView[] }) {
  const shop = useShop();
  const { t, formats } = shop;
  const pathname = useAppState((state) => state.page.virtualPath.split('?')[0] ?? '/');
  if (others.length === 0) return null;
  return (
    <section className={styles.others} aria-labelledby="other-feeds">
      <h2 id="other-feeds">{t('feedAdvice.others.title')}</h2>
      <p className="soft">{t('feedAdvice.others.lead')}</p>
      <ul className={styles.list}>
        {others.map(({ productVariantId, product, gramsPerDay, costPerDay, balancePct, warnings }) => (
          <li key={productVariantId} className={styles.item}>
            <Arch colourWay={product.colourWay} className={styles.arch}>
              <ProductPicture picture={product.picture} sizes="6rem" maxWidth={260} alt="" />
            </Arch>
            <div>
              <h3 className={styles.title}>
                <SiteLink
                  href={pathname + createAdviceQuery({ ...answers, product: productVariantId })}
                  className={styles.link}
                >
                  {product.title}
                </SiteLink>
              </h3>
              <p className="small soft">{getPackName(shop, product)}</p>
              <p>
                {t('dosage.gramsPerDay', { grams: formatGrams(shop, gramsPerDay) })},{' '}
                {t('dosage.costPerDay', { price: formats.euro(costPerDay) })}
              </p>
              {warnings.includes('energy_surplus') && (
                <p className="small">
                  {t('feedAdvice.others.surplus', { share: formats.percentage(balancePct) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
