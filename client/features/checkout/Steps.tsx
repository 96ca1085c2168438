import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { type CheckoutStep, checkoutSteps } from '../../../shared/rules/checkout/step-readiness.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { StepIndicator } from '../../ui/steps/StepIndicator.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Steps.module.css';

const checkoutStepNames = {
  billing: 'checkout.stepBilling',
  delivery: 'checkout.stepDelivery',
  payment: 'checkout.stepPayment',
  complete: 'checkout.stepComplete',
} as const satisfies Record<CheckoutStep | 'complete', MessageKey>;

interface StepsProps {
  /** Null if the required steps are unknown. */
  steps: readonly CheckoutStep[] | null;
  current: CheckoutStep | 'complete';
  /** Whether the current step is done. */
  isDone?: boolean;
}

/** Renders the progress of the checkout. Completed steps are links until the order is placed. */
export function Steps({ steps, current, isDone = false }: StepsProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const all = [...(steps ?? checkoutSteps), 'complete' as const];
  const at = all.indexOf(current);
  return (
    <nav aria-label={t('checkout.progress')} className={styles.nav}>
      <StepIndicator
        steps={all.map((step, index) => ({
          key: step,
          isDone: index < at || (isDone && index === at),
          isCurrent: step === current,
          content: (
            <>
              {index < at && current !== 'complete' ? (
                <SiteLink href={getCheckoutPath(locale, step)}>{t(checkoutStepNames[step])}</SiteLink>
              ) : (
                t(checkoutStepNames[step])
              )}
              {index < at && <VisuallyHidden> {t('checkout.stepDone')}</VisuallyHidden>}
            </>
          ),
        }))}
      />
    </nav>
  );
}
