import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { checkoutSteps } from '../../../shared/rules/checkout/step-readiness.ts';
import { findFormProblem } from '../../forms/create-form-fields.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { listFieldErrors, useCheckoutForm } from './checkout-form-fields.tsx';
import { type CheckoutField, describeCheckoutFormProblem } from './checkout-messages.ts';

/** Error codes that the visitor resolves in the cart. */
const cartProblemCodes: ReadonlySet<string> = new Set(['insufficient_stock', 'samples_unnamed', 'not_found']);

interface FormProblemsProps {
  fields: readonly CheckoutField[];
  /** Fields that are visible; errors of other fields get no link. Defaults to all. */
  visibleFields?: readonly CheckoutField[];
}

/**
 * Renders the errors of a checkout form: a list of links to its fields, or one message for the whole form
 * with the next step.
 */
export function FormProblems({ fields, visibleFields: asked = fields }: FormProblemsProps) {
  const shop = useShop();
  const { t } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  const context = useCheckoutForm();
  const errors = listFieldErrors(shop, context, asked);
  const whole = findFormProblem(context.form, fields);
  const step = checkoutSteps.find((known) => known === whole?.step);
  return (
    <>
      {whole && (
        <FormNotice tone="error">
          <p>{describeCheckoutFormProblem(shop, whole)}</p>
          {cartProblemCodes.has(whole.code) && (
            <p>
              <SiteLink href={getCartPath(locale)} className="tap">
                {t('shell.skipToCart')}
              </SiteLink>
            </p>
          )}
          {step && (
            <p>
              <SiteLink href={getCheckoutPath(locale, step)} className="tap">
                {t('checkout.toOpenStep')}
              </SiteLink>
            </p>
          )}
        </FormNotice>
      )}
      <ErrorSummary errors={errors} />
    </>
  );
}
