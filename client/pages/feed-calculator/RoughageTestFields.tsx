import { type AdviceAnswers, typedFields } from '../../../shared/rules/feed-advice/advice-query.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import styles from './RoughageTestFields.module.css';

/**
 * Renders the fields for the values of a roughage test, or for the key of a report. Belongs inside the form
 * of the answers.
 */
export function RoughageTestFields({
  answers,
  wrongKey = null,
  isOpen = false,
}: {
  answers: AdviceAnswers;
  /** The typed key, if there is no such report. */
  wrongKey?: string | null;
  isOpen?: boolean;
}) {
  const { t } = useShop();
  // Sites without tests have no reports.
  const hasReports = useAppState((state) => state.scope.site.enableRqs);
  return (
    <div className={styles.own} data-sent-together="">
      <Accordion summary={t('feedAdvice.own.title')} isOpen={isOpen}>
        <p className="small">{t(hasReports ? 'feedAdvice.own.lead' : 'feedAdvice.own.leadTyped')}</p>
        <div className={styles.fields}>
          {typedFields.map((field) => (
            <Field key={field} label={t(`feedAdvice.own.${field}`)}>
              {(control) => (
                <Input
                  control={control}
                  name={field}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={10}
                  defaultValue={answers.values?.[field] ?? ''}
                />
              )}
            </Field>
          ))}
          {hasReports && (
            <Field
              label={t('feedAdvice.own.key')}
              hint={t('feedAdvice.own.keyHint')}
              {...(wrongKey !== null && { error: t('feedAdvice.own.keyUnknown') })}
            >
              {(control) => (
                <Input
                  control={control}
                  name="rqs"
                  autoComplete="off"
                  maxLength={43}
                  defaultValue={answers.rqs ?? wrongKey ?? ''}
                />
              )}
            </Field>
          )}
        </div>
        <Button type="submit" variant="line">
          {t('feedAdvice.show')}
        </Button>
      </Accordion>
    </div>
  );
}
