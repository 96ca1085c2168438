import { useShop } from '../../store/shop.tsx';
import styles from './SafetyTexts.module.css';

const texts = [
  'feedAdvice.safety.roughage',
  'feedAdvice.safety.starch',
  'feedAdvice.safety.sensitive',
  'feedAdvice.safety.meal',
  'feedAdvice.safety.weigh',
  'feedAdvice.safety.soak',
  'feedAdvice.safety.selenium',
  'feedAdvice.safety.sick',
  'feedAdvice.safety.breeding',
] as const;

/** Renders the safety texts that apply to every ration (feeding-advice model, 1.4). */
export function SafetyTexts() {
  const { t } = useShop();
  return (
    <section aria-labelledby="feed-safety" className={styles.safety}>
      <h2 id="feed-safety">{t('feedAdvice.safety.title')}</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
    </section>
  );
}
