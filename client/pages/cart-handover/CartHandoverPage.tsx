import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { FragmentForm } from '../../features/cart/FragmentForm.tsx';
import type { FormDifference } from '../../forms/action-result.ts';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';

/** Where a visitor takes the cart over that they had on another site, and is told what is other here. */
export function CartHandoverPage() {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const form = useForm('cart-receive');
  const notice = useAppState(({ request }) => request.notice);
  const told = form.result?.status === 'done' ? form.result : notice?.form === 'cart-receive' ? notice : null;
  return (
    <div className="wrap section">
      <h1>{t('handover.title')}</h1>
      {told ? (
        <div className="stack">
          <FormNotice tone="ok">
            <p>{t('handover.done')}</p>
          </FormNotice>
          <Differences differences={told.differences ?? []} />
          <ButtonLink href={getCartPath(locale)} size="large">
            {t('add.viewCart')}
          </ButtonLink>
        </div>
      ) : (
        <FragmentForm
          name="cart-receive"
          form={form}
          field="token"
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

function Differences({ differences }: { differences: readonly FormDifference[] }) {
  const { t } = useShop();
  if (differences.length === 0) return <p>{t('handover.same')}</p>;
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">{t('handover.differences')}</h2>
      <ul>
        {differences.map((difference) => (
          <li key={`${difference.kind} ${difference.description} ${difference.formerAmount}`}>
            <Difference {...difference} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({ kind, description, formerAmount, currentAmount }: FormDifference) {
  const { t, formats } = useShop();
  switch (kind) {
    case 'price':
      return t('handover.price', {
        title: description,
        former: formerAmount === null ? '–' : formats.euro(formerAmount),
        current: formats.euro(currentAmount ?? 0),
      });
    case 'dropped':
      return t('handover.dropped', { title: description });
    case 'code':
      return t('handover.code', { code: description });
  }
}
