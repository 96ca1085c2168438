import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { Differences } from '../../features/cart/Differences.tsx';
import { UrlTokenForm } from '../../features/cart/UrlTokenForm.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';

/**
 * Renders the page on which a visitor takes over the cart of another site, with the differences on this site.
 */
export function CartHandoverPage() {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const form = useForm('cart-receive');
  const notice = useAppState(({ request }) => request.notice);
  const visibleResult =
    form.result?.status === 'done' ? form.result : notice?.form === 'cart-receive' ? notice : null;
  return (
    <div className="wrap section">
      <h1>{t('handover.title')}</h1>
      {visibleResult ? (
        <div className="stack">
          <FormNotice tone="ok">
            <p>{t('handover.done')}</p>
          </FormNotice>
          <Differences differences={visibleResult.differences ?? []} />
          <ButtonLink href={getCartPath(locale)} size="large">
            {t('add.viewCart')}
          </ButtonLink>
        </div>
      ) : (
        <UrlTokenForm
          name="cart-receive"
          form={form}
          field="token"
          shouldSubmitAutomatically
          texts={{ label: 'handover.token', lead: 'handover.lead', button: 'handover.button' }}
          failures={{
            token_invalid: 'handover.invalid',
            token_expired: 'handover.expired',
            validation_failed: 'handover.invalid',
            not_found: 'handover.invalid',
            too_many_attempts: 'cart.tooManyAttempts',
          }}
        />
      )}
    </div>
  );
}
