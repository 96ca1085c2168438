import { useState } from 'react';
import { getAccountInformationPath } from '../../../shared/rules/account/account-paths.ts';
import { MAX_SAVED_ADDRESSES } from '../../../shared/rules/people/person-details.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { useResultFocus } from '../../features/account/use-result-focus.ts';
import { AddressFields } from '../../features/checkout/AddressFields.tsx';
import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import { CheckoutFormProvider, TextField } from '../../features/checkout/checkout-form-fields.tsx';
import { type CheckoutField, formatAddress } from '../../features/checkout/checkout-messages.ts';
import {
  listRecipientProblems,
  listSavedAddressNameProblems,
  readAddress,
} from '../../features/checkout/read-address.ts';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './AddressBookPart.module.css';
import { Problems, SaveButton, toSaved } from './DetailForms.tsx';
import partStyles from './Part.module.css';
import { Part, useHasFormNotice } from './Part.tsx';
import type { AccountInformationData } from './page.ts';

type SavedAddressEntry = NonNullable<AccountInformationData['addresses']>[number];

const fields: readonly CheckoutField[] = [
  'addressName',
  'firstName',
  'lastName',
  'countryId',
  'zipcode',
  'streetNumber',
  'streetNumberAddition',
  'street',
  'city',
];
const forms: readonly string[] = ['account-book', 'account-book-delete'];

/** Renders the saved delivery addresses of the account, each with its name. */
export function AddressBookPart({ data }: { data: AccountInformationData }) {
  const { t } = useShop();
  const result = useAppState(({ request }) => request.form);
  const hasSavingNotice = useHasFormNotice('account-book');
  const hasDeletionNotice = useHasFormNotice('account-book-delete');
  const isDone = result !== null && forms.includes(result.form) && result.status === 'done';
  const place = useResultFocus(isDone ? result : null);
  const hasNotice = result === null && (hasSavingNotice || hasDeletionNotice);
  const { addresses } = data;
  return (
    <Part action="addresses" title={t('addressBook.title')}>
      <p className="small soft">{t('addressBook.lead')}</p>
      {(isDone || hasNotice) && (
        <div ref={place} tabIndex={-1}>
          <Notice tone="ok" {...(isDone && { role: 'status' as const })}>
            <p>{t('information.saved')}</p>
          </Notice>
        </div>
      )}
      {addresses === null ? (
        <Notice tone="error">
          <p>{t('error.tryLater')}</p>
        </Notice>
      ) : (
        <>
          {addresses.length > 0 && (
            <ul>
              {addresses.map((saved) => (
                <AddressEntry key={saved.addressId} saved={saved} data={data} />
              ))}
            </ul>
          )}
          {addresses.length < MAX_SAVED_ADDRESSES ? (
            // The key resets the form after an address was added.
            <AddressForm key={addresses.length} data={data} title={t('addressBook.add')} />
          ) : (
            <p>{t('addressBook.full', { max: MAX_SAVED_ADDRESSES })}</p>
          )}
        </>
      )}
    </Part>
  );
}

function AddressEntry({ saved, data }: { saved: SavedAddressEntry; data: AccountInformationData }) {
  const { t } = useShop();
  const { addressId, addressName, firstName, lastName, address } = saved;
  const removal = useForm('account-book-delete', addressId);
  const country = data.countries.find(({ countryId }) => countryId === address.countryId);
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <p>
          <strong>{addressName}</strong>
        </p>
        <p className="small soft">
          {[`${firstName} ${lastName}`, formatAddress(address), country?.name].filter(Boolean).join(', ')}
        </p>
      </div>
      {/* Remounted, and therefore closed, after a change. */}
      <AddressForm
        key={JSON.stringify(saved)}
        data={data}
        saved={saved}
        title={t('addressBook.change')}
        of={addressName}
      />
      <div>
        <AccountFormOutcome form={removal} />
        <AccountForm
          name="account-book-delete"
          of={addressId}
          form={removal}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('addresses')}
        >
          <input type="hidden" name="addressId" value={addressId} />
          <Button type="submit" variant="text" busy={removal.isBusy}>
            {t('addressBook.delete')}
            <VisuallyHidden> {addressName}</VisuallyHidden>
          </Button>
        </AccountForm>
      </div>
    </li>
  );
}

interface AddressFormProps {
  data: AccountInformationData;
  title: string;
  /** Address to change; absent for a new one. */
  saved?: SavedAddressEntry;
  /** Name of the address, so that the headings differ in screen readers. */
  of?: string;
}

/** Returns the initial country of a form: the wanted one if the site delivers there. */
function findCountryId(countries: readonly AddressCountry[], wanted: number): number {
  return countries.some(({ countryId }) => countryId === wanted)
    ? wanted
    : (countries[0]?.countryId ?? wanted);
}

/** Renders the form of one address. It is collapsed until it is opened or refused. */
function AddressForm({ data, title, saved, of }: AddressFormProps) {
  const { t } = useShop();
  const deliveryCountryIds = useAppState((state) => state.scope.settings.deliveryCountryIds);
  const siteCountryId = useAppState((state) => state.scope.site.countryId);
  const countries = data.countries.filter(({ countryId }) => deliveryCountryIds.includes(countryId));
  const id = saved?.addressId ?? '';
  const sent = useForm('account-book', id, (typed) => [
    ...listSavedAddressNameProblems(typed),
    ...listRecipientProblems(typed, readAddress(typed, countries), countries),
  ]);
  const isRefused = sent.result?.status === 'refused';
  // After success the fields show the saved values.
  const form = isRefused ? sent : { ...sent, result: null };
  const [countryId, setCountryId] = useState(() =>
    findCountryId(
      countries,
      (isRefused && Number(sent.getValue('countryId'))) || saved?.address.countryId || siteCountryId,
    ),
  );
  const country = countries.find((known) => known.countryId === countryId);
  return (
    <details className={saved ? styles.change : partStyles.fold} open={isRefused}>
      <summary>
        {saved ? title : <h3>{title}</h3>}
        {of !== undefined && <VisuallyHidden> {of}</VisuallyHidden>}
        <Icon name="down" size="small" />
      </summary>
      <AccountFormOutcome form={form} fields={fields} />
      <CheckoutFormProvider
        value={{
          form,
          saved: saved
            ? {
                addressName: saved.addressName,
                firstName: saved.firstName,
                lastName: saved.lastName,
                ...toSaved(saved.address),
              }
            : {},
          rules: country?.formRules ?? null,
          idPrefix: saved ? `book-${saved.addressId}` : 'book',
        }}
      >
        <AccountForm
          name="account-book"
          {...(saved && { of: saved.addressId })}
          form={form}
          formToken={data.owner.formToken}
          action={getAccountInformationPath('addresses')}
          className={partStyles.form}
        >
          <input type="hidden" name="addressId" value={id} />
          <Problems fields={fields} />
          <TextField field="addressName" hint={t('addressBook.nameHint')} />
          <div className={partStyles.pair}>
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
    </details>
  );
}
