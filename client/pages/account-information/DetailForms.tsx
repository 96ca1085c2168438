import { useState } from 'react';
import { getAccountInformationPath } from '../../../shared/rules/account/account-paths.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { AddressFields } from '../../features/checkout/AddressFields.tsx';
import {
  CheckoutFormProvider,
  listFieldErrors,
  TextField,
  useCheckoutForm,
} from '../../features/checkout/checkout-form-fields.tsx';
import type { CheckoutField } from '../../features/checkout/checkout-messages.ts';
import { listRecipientProblems, readAddress } from '../../features/checkout/read-address.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Select } from '../../ui/Select.tsx';
import {
  listAddressFormProblems,
  listCompanyFormProblems,
  listPersonalProblems,
} from './list-account-information-problems.ts';
import styles from './Part.module.css';
import { Part, useHasFormNotice } from './Part.tsx';
import type { AccountInformationData } from './page.ts';

interface DetailPartProps {
  data: AccountInformationData;
}

const personalFields: readonly CheckoutField[] = [
  'firstName',
  'lastName',
  'phoneNumber',
  'mobilePhoneNumber',
];
const addressFields: readonly CheckoutField[] = [
  'countryId',
  'zipcode',
  'streetNumber',
  'streetNumberAddition',
  'street',
  'city',
];
const deliveryFields: readonly CheckoutField[] = ['firstName', 'lastName', ...addressFields];
const companyFields: readonly CheckoutField[] = ['companyName', 'vatNumber'];

/**
 * Returns the address rules of the customer's country, or of the shop's country if the account has no
 * address.
 */
function useHomeAddressRules({ account, countries }: AccountInformationData) {
  const siteCountryId = useAppState((state) => state.scope.site.countryId);
  const countryId = account.billing?.address.countryId ?? siteCountryId;
  return countries.find((country) => country.countryId === countryId)?.formRules;
}

/** Renders the errors of the surrounding form, each with a link to its field. */
export function Problems({ fields }: { fields: readonly CheckoutField[] }) {
  const shop = useShop();
  return <ErrorSummary errors={listFieldErrors(shop, useCheckoutForm(), fields)} />;
}

/** Renders the submit button of a details form. */
export function SaveButton({ isBusy }: { isBusy: boolean }) {
  const { t } = useShop();
  return (
    <Button type="submit" variant="brand" busy={isBusy}>
      {t('information.save')}
    </Button>
  );
}

/** Renders the form for name, phone numbers and mail language. */
export function PersonalPart({ data }: DetailPartProps) {
  const { t } = useShop();
  const languages = useAppState((state) => state.scope.site.languages);
  const hasNotice = useHasFormNotice('account-personal');
  const rules = useHomeAddressRules(data);
  const form = useForm('account-personal', '', (typed) => listPersonalProblems(typed, rules));
  const { firstName, lastName, phoneNumber, mobilePhoneNumber, languageId } = data.account;
  return (
    <Part action="personal" title={t('information.personal')}>
      <AccountFormOutcome
        form={form}
        fields={personalFields}
        done={<p>{t('information.saved')}</p>}
        hasNotice={hasNotice}
      />
      <CheckoutFormProvider
        value={{
          form,
          saved: { firstName, lastName, phoneNumber, mobilePhoneNumber },
          rules: rules ?? null,
          idPrefix: 'personal',
        }}
      >
        <AccountForm
          name="account-personal"
          form={form}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('personal')}
          className={styles.form}
        >
          <Problems fields={personalFields} />
          <div className={styles.pair}>
            <TextField field="firstName" autoComplete="given-name" />
            <TextField field="lastName" autoComplete="family-name" />
            <TextField field="phoneNumber" type="tel" inputMode="tel" autoComplete="home tel" isOptional />
            <TextField
              field="mobilePhoneNumber"
              type="tel"
              inputMode="tel"
              autoComplete="mobile tel"
              isOptional
            />
            <Field label={t('register.language')}>
              {(control) => (
                <Select
                  control={control}
                  name="languageId"
                  defaultValue={form.result ? form.getValue('languageId') : String(languageId)}
                  options={languages.map((language) => ({
                    value: String(language.languageId),
                    label: language.localizedName,
                  }))}
                />
              )}
            </Field>
          </div>
          <SaveButton isBusy={form.isBusy} />
        </AccountForm>
      </CheckoutFormProvider>
    </Part>
  );
}

/** Renders the home address and the alternative delivery address. */
export function AddressPart({ data }: DetailPartProps) {
  const { t } = useShop();
  return (
    <Part action="address" title={t('information.address')}>
      <HomeAddressForm data={data} />
      <DeliveryAddress data={data} />
    </Part>
  );
}

function HomeAddressForm({ data }: DetailPartProps) {
  const { t } = useShop();
  const { countries } = data;
  const address = data.account.billing?.address;
  const siteCountryId = useAppState((state) => state.scope.site.countryId);
  const hasNotice = useHasFormNotice('account-address');
  const form = useForm('account-address', '', (typed) =>
    listAddressFormProblems(readAddress(typed, countries), countries),
  );
  const [countryId, setCountryId] = useState(
    () => Number(form.getValue('countryId')) || address?.countryId || siteCountryId,
  );
  const country = countries.find((known) => known.countryId === countryId);
  return (
    <div>
      <AccountFormOutcome
        form={form}
        fields={addressFields}
        done={<p>{t('information.saved')}</p>}
        hasNotice={hasNotice}
      />
      <CheckoutFormProvider
        value={{
          form,
          saved: address ? toSaved(address) : {},
          rules: country?.formRules ?? null,
          idPrefix: 'address',
        }}
      >
        <AccountForm
          name="account-address"
          form={form}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('address')}
          className={styles.form}
        >
          <Problems fields={addressFields} />
          <AddressFields
            section="billing"
            countries={countries}
            countryId={countryId}
            onCountry={setCountryId}
          />
          <SaveButton isBusy={form.isBusy} />
        </AccountForm>
      </CheckoutFormProvider>
    </div>
  );
}

/** Converts an address to the saved values of a form. */
export function toSaved(address: NonNullable<AccountInformationData['account']['billing']>['address']) {
  return {
    ...address,
    streetNumberAddition: address.streetNumberAddition ?? '',
    countryId: String(address.countryId),
  };
}

/** Renders the form of an alternative delivery address, collapsed if there is none. */
function DeliveryAddress({ data }: DetailPartProps) {
  const { t } = useShop();
  const sentForm = useAppState(({ request }) => request.form?.form);
  const hasNotice = useHasFormNotice('account-delivery');
  const hasRemovalNotice = useHasFormNotice('account-delivery-remove');
  const isOpen =
    data.account.alternativeShippingAddress !== null ||
    hasNotice ||
    hasRemovalNotice ||
    sentForm === 'account-delivery' ||
    sentForm === 'account-delivery-remove';
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <h3>{t('information.deliveryAddress')}</h3>
        <Icon name="down" size="small" />
      </summary>
      <p className="small soft">{t('information.deliveryAddressHint')}</p>
      <DeliveryForm data={data} />
    </details>
  );
}

function DeliveryForm({ data }: DetailPartProps) {
  const { t } = useShop();
  const deliveryCountryIds = useAppState((state) => state.scope.settings.deliveryCountryIds);
  const siteCountryId = useAppState((state) => state.scope.site.countryId);
  const countries = data.countries.filter(({ countryId }) => deliveryCountryIds.includes(countryId));
  const other = data.account.alternativeShippingAddress;
  const hasNotice = useHasFormNotice('account-delivery');
  const hasRemovalNotice = useHasFormNotice('account-delivery-remove');
  const form = useForm('account-delivery', '', (typed) =>
    listRecipientProblems(typed, readAddress(typed, countries), countries),
  );
  const removal = useForm('account-delivery-remove');
  const [countryId, setCountryId] = useState(() => {
    const wanted = Number(form.getValue('countryId')) || other?.address.countryId || siteCountryId;
    return countries.some((country) => country.countryId === wanted)
      ? wanted
      : (countries[0]?.countryId ?? wanted);
  });
  const country = countries.find((known) => known.countryId === countryId);
  const saved = <p>{t('information.saved')}</p>;
  return (
    // The key resets the fields after the address is deleted.
    <div key={other ? 'kept' : 'none'}>
      <AccountFormOutcome form={form} fields={deliveryFields} done={saved} hasNotice={hasNotice} />
      <AccountFormOutcome form={removal} done={saved} hasNotice={hasRemovalNotice} />
      <CheckoutFormProvider
        value={{
          form,
          saved: other
            ? { firstName: other.firstName, lastName: other.lastName, ...toSaved(other.address) }
            : {},
          rules: country?.formRules ?? null,
          idPrefix: 'delivery',
        }}
      >
        <AccountForm
          name="account-delivery"
          form={form}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('address')}
          className={styles.form}
        >
          <Problems fields={deliveryFields} />
          <div className={styles.pair}>
            <TextField field="firstName" autoComplete="shipping given-name" />
            <TextField field="lastName" autoComplete="shipping family-name" />
          </div>
          <AddressFields
            section="shipping"
            countries={countries}
            countryId={countryId}
            onCountry={setCountryId}
          />
          <SaveButton isBusy={form.isBusy} />
        </AccountForm>
      </CheckoutFormProvider>
      {other && (
        <AccountForm
          name="account-delivery-remove"
          form={removal}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('address')}
          className={styles.remove}
        >
          <Button type="submit" variant="text" busy={removal.isBusy}>
            {t('information.removeAddress')}
          </Button>
        </AccountForm>
      )}
    </div>
  );
}

/** Renders the form of the customer's company. */
export function CompanyPart({ data }: DetailPartProps) {
  const { t } = useShop();
  const hasNotice = useHasFormNotice('account-company');
  const rules = useHomeAddressRules(data);
  const form = useForm('account-company', '', (typed) => listCompanyFormProblems(typed, rules));
  const { companyName, vatNumber } = data.account;
  return (
    <Part action="company" title={t('information.company')}>
      <AccountFormOutcome
        form={form}
        fields={companyFields}
        done={<p>{t('information.saved')}</p>}
        hasNotice={hasNotice}
      />
      <CheckoutFormProvider
        value={{ form, saved: { companyName, vatNumber }, rules: rules ?? null, idPrefix: 'company' }}
      >
        <AccountForm
          name="account-company"
          form={form}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('company')}
          className={styles.form}
        >
          <Problems fields={companyFields} />
          <div className={styles.pair}>
            <TextField field="companyName" autoComplete="organization" isOptional />
            <TextField
              field="vatNumber"
              isOptional
              {...(rules && {
                hint: t('checkout.vatNumberHint', { example: rules.vatNumberExample }),
              })}
            />
          </div>
          <SaveButton isBusy={form.isBusy} />
        </AccountForm>
      </CheckoutFormProvider>
    </Part>
  );
}
