import { useState } from 'react';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { BotCheckStatus } from '../../features/account/BotCheckStatus.tsx';
import { AddressFields } from '../../features/checkout/AddressFields.tsx';
import { CheckoutView, StepActions } from '../../features/checkout/CheckoutView.tsx';
import {
  CheckoutFormProvider,
  getFieldId,
  TextField,
  useCheckoutForm,
  useFieldError,
} from '../../features/checkout/checkout-form-fields.tsx';
import type { CheckoutField } from '../../features/checkout/checkout-messages.ts';
import { FormProblems } from '../../features/checkout/FormProblems.tsx';
import { OrderButton, OrderTerms } from '../../features/checkout/OrderTerms.tsx';
import { listOrderTermsProblems } from '../../features/checkout/place-order.ts';
import { readAddress } from '../../features/checkout/read-address.ts';
import { FormName } from '../../forms/FormName.tsx';
import type { FormFields } from '../../forms/form-action.ts';
import { PasswordField } from '../../forms/password/PasswordField.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { useReloadOnCartChange } from '../use-reload-on-cart-change.ts';
import styles from './CheckoutBillingPage.module.css';
import { listAccountProblems, listBillingFormProblems, readBilling } from './read-billing.ts';

/** Fields in display order. The address follows the format of its country. */
const fields: readonly CheckoutField[] = [
  'emailAddress',
  'countryId',
  'zipcode',
  'streetNumber',
  'streetNumberAddition',
  'street',
  'city',
  'firstName',
  'lastName',
  'phoneNumber',
  'companyName',
  'vatNumber',
  'password',
  'acceptsTerms',
];

/** Renders the step for the billing details. */
export function CheckoutBillingPage({ data }: { data: PageDataOf<'checkoutBilling'> }) {
  const { t } = useShop();
  useReloadOnCartChange();
  const { frame, countries, owner } = data;
  const siteCountryId = useAppState((state) => state.scope.site.countryId);
  const isDutchSite = useAppState((state) => state.scope.regionCode === 'NL');
  const billing = frame.cart.billing ?? owner?.billing ?? null;
  const { needsDelivery, totalAmount } = frame.calculated;
  const isLast = frame.steps.length === 1;
  const sentCountryId = useAppState(({ request }) => Number(request.form?.values.countryId ?? 0));
  const draft = frame.cart.draft?.step === 'billing' ? frame.cart.draft.fields : {};
  const [countryId, setCountryId] = useState(
    () => sentCountryId || Number(draft.countryId) || billing?.address.countryId || siteCountryId,
  );
  const country = countries.find((known) => known.countryId === countryId);
  const check = (typed: FormFields) => {
    const address = readAddress(typed, countries);
    const typedCountry = countries.find((known) => known.countryId === address.countryId);
    return [
      ...listBillingFormProblems(readBilling(typed, address), typedCountry, { needsPhone: needsDelivery }),
      ...listAccountProblems(typed),
      ...(isLast ? listOrderTermsProblems(typed) : []),
    ];
  };
  const form = useForm('checkout-billing', '', check, true);
  const person = billing ?? owner;
  const saved = {
    ...(person && {
      emailAddress: person.emailAddress,
      firstName: person.firstName,
      lastName: person.lastName,
      phoneNumber: person.phoneNumber,
    }),
    ...(billing && {
      ...billing.address,
      streetNumberAddition: billing.address.streetNumberAddition ?? '',
      countryId: String(billing.address.countryId),
      companyName: billing.companyName ?? '',
      vatNumber: billing.vatNumber ?? '',
    }),
    ...draft,
  };
  const typedCompany = form.result
    ? form.getValue('companyName') + form.getValue('vatNumber')
    : (saved.companyName ?? '') + (saved.vatNumber ?? '');
  return (
    <CheckoutView frame={frame} step="billing" title={t('checkout.billingTitle')}>
      <CheckoutFormProvider value={{ form, saved, rules: country?.formRules ?? null }}>
        <form
          ref={form.ref}
          method="post"
          onSubmit={form.onSubmit}
          noValidate
          className={styles.form}
          data-draft="billing"
        >
          <FormName name="checkout-billing" />
          {!owner && <SignInOffer />}
          <FormProblems fields={fields} />
          <TextField
            field="emailAddress"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint={t('checkout.emailHint')}
          />
          <AddressFields
            section="billing"
            countries={countries}
            countryId={countryId}
            onCountry={setCountryId}
            {...(!isDutchSite && { countryHint: t('checkout.countryHint') })}
          />
          <div className={styles.pair}>
            <TextField field="firstName" autoComplete="billing given-name" />
            <TextField field="lastName" autoComplete="billing family-name" />
          </div>
          <TextField
            field="phoneNumber"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            isOptional={!needsDelivery}
            hint={t(needsDelivery ? 'checkout.phoneHint' : 'checkout.phoneHintOptional')}
          />
          <details className={styles.company} open={typedCompany !== ''}>
            <summary>
              {t('checkout.forCompany')}
              <Icon name="down" size="small" />
            </summary>
            <div className={styles.form}>
              <TextField field="companyName" autoComplete="billing organization" isOptional />
              <TextField
                field="vatNumber"
                isOptional
                {...(country && {
                  hint: t('checkout.vatNumberHint', { example: country.formRules.vatNumberExample }),
                })}
              />
            </div>
          </details>
          {owner?.lacksAddress && <SaveAddressCheckbox />}
          {!owner && <GuestAccountField />}
          {!owner?.newsletterSubscribe && <NewsletterCheckbox isTicked={frame.cart.newsletterSubscribe} />}
          {isLast && <OrderTerms frame={frame} totalAmount={totalAmount} />}
          <StepActions step="billing" steps={frame.steps}>
            {isLast ? (
              <OrderButton frame={frame} totalAmount={totalAmount} />
            ) : (
              <Button type="submit" size="large" busy={form.isBusy}>
                {t(frame.steps[1] === 'delivery' ? 'checkout.toDelivery' : 'checkout.toPayment')}
              </Button>
            )}
          </StepActions>
          <BotCheckStatus />
        </form>
      </CheckoutFormProvider>
    </CheckoutView>
  );
}

/** Renders the sign-in link for customers with an account. */
function SignInOffer() {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  return (
    <p>
      {t('register.customer')}{' '}
      <SiteLink href={getCheckoutPath(locale, 'login')} className="tap">
        {t('login.title')}
      </SiteLink>
    </p>
  );
}

/**
 * Renders the checkbox that saves the address in an account without one. It is checked by default, because
 * the next order is filled in from it.
 */
function SaveAddressCheckbox() {
  const { t } = useShop();
  const { form } = useCheckoutForm();
  return (
    <Checkbox name="saveAddress" defaultChecked={form.result ? form.getValue('saveAddress') !== '' : true}>
      {t('checkout.saveAddress')}
    </Checkbox>
  );
}

/**
 * Renders the newsletter checkbox, which is never pre-checked. After the order, a mail asks for confirmation.
 */
function NewsletterCheckbox({ isTicked }: { isTicked: boolean }) {
  const { t, brand } = useShop();
  const { form } = useCheckoutForm();
  return (
    <>
      {/* Marks the checkbox as present: without this field, the stored choice is unchanged. */}
      <input type="hidden" name="newsletterShown" value="yes" />
      <Checkbox
        name="newsletter"
        defaultChecked={form.result ? form.getValue('newsletter') !== '' : isTicked}
      >
        {t('newsletter.consent', { brand })}
      </Checkbox>
    </>
  );
}

/** Renders the password field with which a guest creates an account from the order. */
function GuestAccountField() {
  const { t } = useShop();
  const error = useFieldError('password');
  return (
    <details className={styles.company} open={error !== undefined || undefined}>
      <summary>
        {t('checkout.makeAccount')}
        <Icon name="down" size="small" />
      </summary>
      <div className={styles.form}>
        <PasswordField
          id={getFieldId('password')}
          name="password"
          label={t('password.label')}
          hint={t('checkout.makeAccountHint')}
          error={error}
          autoComplete="new-password"
          showsRule
        />
      </div>
    </details>
  );
}
