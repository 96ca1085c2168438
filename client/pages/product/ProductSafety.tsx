import type { SafetyInformation } from '../../../shared/contract/legal.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './ProductFacts.module.css';

/**
 * Renders manufacturer, contact and warnings of a product that is not feed. The law requires them without a
 * click (Regulation (EU) 2023/988, art. 19).
 */
export function ProductSafety({ safety }: { safety: SafetyInformation }) {
  const { t, formats } = useShop();
  const { name, street, zipcode, city, regionCode, emailAddress } = safety.manufacturer;
  return (
    <section
      aria-labelledby="safety"
      className={joinClasses(styles.blocks, styles.suitability, styles.safety)}
    >
      <h2 id="safety">{t('safety.title')}</h2>
      <dl>
        <div>
          <dt>{t('safety.manufacturer')}</dt>
          <dd>{[name, street, `${zipcode} ${city}`, formats.country(regionCode)].join(', ')}</dd>
        </div>
        <div>
          <dt>{t('safety.email')}</dt>
          <dd>
            <a href={`mailto:${emailAddress}`}>{emailAddress}</a>
          </dd>
        </div>
        {safety.text && (
          <div>
            <dt>{t('safety.information')}</dt>
            <dd className={styles.text}>{safety.text}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
