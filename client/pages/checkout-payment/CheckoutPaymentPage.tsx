import { CheckoutView, StepActions } from '../../features/checkout/CheckoutView.tsx';
import {
  CheckoutFormProvider,
  getFieldId,
  useCheckoutForm,
  useFieldError,
} from '../../features/checkout/checkout-form-fields.tsx';
import type { CheckoutField } from '../../features/checkout/checkout-messages.ts';
import { FormProblems } from '../../features/checkout/FormProblems.tsx';
import { OrderButton, OrderTerms } from '../../features/checkout/OrderTerms.tsx';
import { listOrderTermsProblems } from '../../features/checkout/place-order.ts';
import { RadioCard, RadioCards } from '../../features/checkout/RadioCards.tsx';
import { useChosenRadio } from '../../features/checkout/use-chosen-radio.ts';
import { getPaymentMethodName } from '../../features/payment/payment-method-name.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ImplicitSubmitButton } from '../../ui/ImplicitSubmitButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { DiscountCode } from '../cart/DiscountCode.tsx';
import { useReloadOnCartChange } from '../use-reload-on-cart-change.ts';
import styles from './CheckoutPaymentPage.module.css';
import { GiftCard } from './GiftCard.tsx';
import { getIssuerFieldName } from './issuer-field-name.ts';

const fields: readonly CheckoutField[] = ['paymentMethodId', 'issuer', 'giftCardNumber', 'acceptsTerms'];

type PaymentMethodChoice = PageDataOf<'checkoutPayment'>['methods'][number];

/** Renders the step with the payment methods and the order button. */
export function CheckoutPaymentPage({ data }: { data: PageDataOf<'checkoutPayment'> }) {
  const { t } = useShop();
  useReloadOnCartChange();
  const { frame, methods } = data;
  const { payment } = frame.cart;
  const { discountCode, totalAmount, paymentCosts, giftCard, giftCardAmount } = frame.calculated;
  const form = useForm('checkout-payment', '', listOrderTermsProblems);
  const storedMethodId = form.result
    ? Number(form.getValue('paymentMethodId'))
    : (payment?.paymentMethodId ?? 0);
  const [chosenId, choose] = useChosenRadio(form, 'paymentMethodId', String(storedMethodId));
  const chosen = methods.find(({ paymentMethodId }) => String(paymentMethodId) === chosenId);
  // The costs of the chosen method replace those of the stored method. If the backend calculates another
  // total, it refuses the order and reports the total.
  const withoutCosts = totalAmount - paymentCosts;
  const isCovered = giftCardAmount >= withoutCosts;
  const cost = isCovered ? 0 : (chosen?.cost ?? paymentCosts);
  const total = withoutCosts + cost;
  const shown =
    cost === paymentCosts
      ? frame
      : // The known VAT is that of the stored method.
        {
          ...frame,
          calculated: { ...frame.calculated, paymentCosts: cost, totalAmount: total, vatAmounts: [] },
        };
  const giftCardMethodId = methods.find(({ needsGiftCard }) => needsGiftCard)?.paymentMethodId;
  const isPaidByGiftCard = giftCardMethodId !== undefined && total > 0 && giftCardAmount >= total;
  return (
    <CheckoutView frame={shown} step="payment" title={t('checkout.paymentTitle')}>
      <CheckoutFormProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} method="post" onSubmit={form.onSubmit} noValidate className={styles.form}>
          <FormName name="checkout-payment" />
          {/* Enter presses the first button of a form, which must not be that of the gift card. */}
          <ImplicitSubmitButton />
          <FormProblems fields={fields} />
          {isPaidByGiftCard ? (
            <input type="hidden" name="paymentMethodId" value={giftCardMethodId} />
          ) : (
            <PaymentMethodCards
              methods={methods.filter(({ needsGiftCard }) => !(needsGiftCard && giftCard))}
              kept={storedMethodId}
              onChoose={choose}
              savedIssuer={payment?.issuer ?? ''}
            />
          )}
          <GiftCard calculated={frame.calculated} />
          <OrderTerms frame={shown} totalAmount={total} />
          <StepActions step="payment" steps={frame.steps}>
            <OrderButton frame={frame} totalAmount={total} />
          </StepActions>
        </form>
      </CheckoutFormProvider>
      <div className={styles.code}>
        <Accordion summary={t('cart.code')} isOpen={discountCode !== null}>
          <DiscountCode state={discountCode} forms={['checkout-code', 'checkout-code-remove']} />
        </Accordion>
      </div>
    </CheckoutView>
  );
}

interface PaymentMethodCardsProps {
  methods: readonly PaymentMethodChoice[];
  /** Id of the stored payment method. */
  kept: number;
  savedIssuer: string;
  onChoose: (paymentMethodId: string) => void;
}

function PaymentMethodCards({ methods, kept, savedIssuer, onChoose }: PaymentMethodCardsProps) {
  const { t, formats } = useShop();
  const error = useFieldError('paymentMethodId');
  const errorId = `${getFieldId('paymentMethodId')}-error`;
  return (
    <RadioCards legend={t('payment.methods')}>
      {methods.some(({ needsGiftCard }) => !needsGiftCard) && (
        <p className="small soft">{t('checkout.atProvider')}</p>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <Icon name="warning" size="small" />
          {error}
        </p>
      )}
      {methods.map((method, index) => (
        <RadioCard
          key={method.paymentMethodId}
          {...(index === 0 && { id: getFieldId('paymentMethodId') })}
          name="paymentMethodId"
          value={String(method.paymentMethodId)}
          isChosen={kept === method.paymentMethodId}
          isInvalid={error !== undefined}
          describedBy={error === undefined ? undefined : errorId}
          onChoose={() => onChoose(String(method.paymentMethodId))}
          title={getPaymentMethodName(t, method)}
          note={method.needsGiftCard && t('checkout.giftCardAlone')}
          aside={
            method.cost > 0 ? t('checkout.methodCost', { amount: formats.euro(method.cost) }) : undefined
          }
        >
          {method.issuers.length > 0 && (
            <IssuerField method={method} saved={kept === method.paymentMethodId ? savedIssuer : ''} />
          )}
        </RadioCard>
      ))}
    </RadioCards>
  );
}

/** Renders the choice of the bank. */
function IssuerField({ method, saved }: { method: PaymentMethodChoice; saved: string }) {
  const { t } = useShop();
  const { form } = useCheckoutForm();
  const name = getIssuerFieldName(method.paymentMethodId);
  const isChosen = Number(form.getValue('paymentMethodId')) === method.paymentMethodId;
  const error = useFieldError('issuer');
  return (
    <Field
      id={isChosen ? getFieldId('issuer') : name}
      label={t('checkout.bank')}
      {...(isChosen && error !== undefined && { error })}
    >
      {(control) => (
        <Select
          control={control}
          name={name}
          defaultValue={form.result ? form.getValue(name) : saved}
          options={[
            { value: '', label: t('checkout.chooseBank') },
            ...method.issuers.map(({ issuer, name: label }) => ({ value: issuer, label })),
          ]}
        />
      )}
    </Field>
  );
}
