import { type ReactNode, useRef, useState } from 'react';
import type { SavedAddress } from '../../../shared/contract/accounts.ts';
import { fill } from '../../features/checkout/AddressFields.tsx';
import {
  getFieldId,
  TextField,
  useCheckoutForm,
  useFieldError,
  useTyped,
} from '../../features/checkout/checkout-form-fields.tsx';
import { formatAddress } from '../../features/checkout/checkout-messages.ts';
import { useShop } from '../../store/shop.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './CheckoutDeliveryPage.module.css';

interface SavedAddressesProps {
  /** Address book of the signed-in customer. */
  addresses: readonly SavedAddress[];
  onCountry: (countryId: number) => void;
  /** Fields of the address. */
  children: ReactNode;
}

/**
 * Renders the address book around the fields of an address. A saved address fills the fields, and a typed
 * address can be saved under a name. Without script the chosen saved address is used, whatever the fields
 * contain.
 */
export function SavedAddresses({ addresses, onCountry, children }: SavedAddressesProps) {
  const { t } = useShop();
  const { form } = useCheckoutForm();
  const error = useFieldError('savedAddressId');
  const sentId = useTyped('savedAddressId');
  // The saved address may have been deleted since.
  const [chosenId, setChosenId] = useState(
    addresses.some(({ addressId }) => addressId === sentId) ? sentId : '',
  );
  const isFilling = useRef(false);
  const choose = (addressId: string) => {
    setChosenId(addressId);
    const saved = addresses.find((address) => address.addressId === addressId);
    if (!saved) return;
    const { firstName, lastName, address } = saved;
    onCountry(address.countryId);
    isFilling.current = true;
    fill(form.ref.current, 'firstName', firstName);
    fill(form.ref.current, 'lastName', lastName);
    fill(form.ref.current, 'zipcode', address.zipcode);
    fill(form.ref.current, 'street', address.street);
    fill(form.ref.current, 'streetNumber', address.streetNumber);
    fill(form.ref.current, 'streetNumberAddition', address.streetNumberAddition ?? '');
    fill(form.ref.current, 'city', address.city);
    isFilling.current = false;
  };
  return (
    <>
      {addresses.length > 0 && (
        <Field
          id={getFieldId('savedAddressId')}
          label={t('checkout.savedAddress')}
          {...(error !== undefined && { error })}
        >
          {(control) => (
            <Select
              control={control}
              name="savedAddressId"
              value={chosenId}
              onChange={(event) => choose(event.target.value)}
              options={[
                { label: t('checkout.typedAddress'), value: '' },
                ...addresses.map(({ addressId, addressName, address }) => ({
                  value: addressId,
                  label: `${addressName}, ${formatAddress(address)}`,
                })),
              ]}
            />
          )}
        </Field>
      )}
      {/* An edited address is no longer the saved one. */}
      <div className={styles.body} onInput={() => !isFilling.current && setChosenId('')}>
        {children}
      </div>
      {chosenId === '' && <SaveInAddressBook />}
    </>
  );
}

/**
 * Renders the checkbox that saves the typed address in the account. While it is checked, the field for the
 * name is visible, also without script.
 */
function SaveInAddressBook() {
  const { t } = useShop();
  const typed = useTyped('saveInBook');
  return (
    <div className={styles.book}>
      <Checkbox name="saveInBook" defaultChecked={typed !== ''}>
        {t('checkout.saveInBook')}
      </Checkbox>
      <div className={styles.name}>
        <TextField field="addressName" hint={t('addressBook.nameHint')} />
      </div>
    </div>
  );
}
