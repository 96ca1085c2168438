import { UrlTokenForm } from '../../features/cart/UrlTokenForm.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';

/** Renders the page on which a staff member opens a customer's cart with a key from customer service. */
export function CartImpersonationPage() {
  const { t } = useShop();
  const form = useForm('cart-impersonate');
  return (
    <div className="wrap section">
      <h1>{t('impersonation.title')}</h1>
      <UrlTokenForm
        name="cart-impersonate"
        form={form}
        field="key"
        texts={{ label: 'impersonation.key', lead: 'impersonation.lead', button: 'impersonation.button' }}
        failures={{
          token_invalid: 'impersonation.invalid',
          validation_failed: 'impersonation.invalid',
          too_many_attempts: 'cart.tooManyAttempts',
        }}
      />
    </div>
  );
}
