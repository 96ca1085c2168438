import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './RoughageTests.module.css';

/** Example of a result. `share` is the position of the value on the scale of its row, in percent. */
const example = [
  { key: 'home.tests.sugar', value: 172, unit: 'g', share: 88 },
  { key: 'home.tests.protein', value: 74, unit: 'g', share: 44 },
  { key: 'home.tests.dryMatter', value: 87.9, unit: '%', share: 76 },
] as const;

/** Explains why to test hay, with an example of a result. Only on sites that sell the tests. */
export function RoughageTests() {
  const { t, formats } = useShop();
  const choose = useAppState((state) => findSiteLink(state.scope, 'roughage-tests'));
  const how = useAppState((state) => findSiteLink(state.scope, 'how-rqs-works'));
  return (
    <section className={`section wrap ${styles.duo}`} aria-labelledby="roughage-tests">
      <Scene name="roughage-test" className={styles.scene} />
      <div>
        <h2 id="roughage-tests">{t('home.tests.title')}</h2>
        <p className={styles.lead}>{t('home.tests.lead')}</p>
        <table className={styles.bars}>
          <caption>{t('home.tests.example')}</caption>
          <tbody>
            {example.map((row) => (
              <tr key={row.key}>
                <th scope="row">{t(row.key)}</th>
                <td className={styles.bar}>
                  <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={row.share} height="1" />
                  </svg>
                </td>
                <td className={styles.value}>
                  {row.unit === 'g' ? formats.weight(row.value) : formats.percentage(row.value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="row">
          {choose && (
            <ButtonLink href={choose.route} variant="brand" size="large">
              {choose.title}
            </ButtonLink>
          )}
          {how && (
            <SiteLink href={how.route} className="tap">
              {how.title}
            </SiteLink>
          )}
        </p>
      </div>
    </section>
  );
}
