import { emptyAdviceAnswers } from '../../../shared/rules/feed-advice/empty-advice-answers.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { AdviceSentence } from '../../features/feed-advice/AdviceSentence.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './FeedCalculatorForm.module.css';

/**
 * Renders the questions of the feed calculator as one sentence in a plain form. Renders nothing if the shop
 * gives no feed advice.
 */
export function FeedCalculatorForm({ referenceWeightKg }: { referenceWeightKg: number | null }) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  if (referenceWeightKg === null) return null;
  return (
    <section className={`wrap ${styles.ask}`} aria-labelledby="ask-advice">
      <Ticket>
        <h2 id="ask-advice" className={styles.title}>
          {t('feedAdvice.question')}
        </h2>
        <form method="get" action={`/${getLocalisedSegment('feedAdvice', locale)}/`}>
          <AdviceSentence answers={emptyAdviceAnswers} referenceWeightKg={referenceWeightKg} />
          <div className="row">
            <Button type="submit" size="large">
              {t('feedAdvice.show')}
            </Button>
            <span className="soft small">{t('feedAdvice.noAccount')}</span>
          </div>
        </form>
      </Ticket>
    </section>
  );
}
