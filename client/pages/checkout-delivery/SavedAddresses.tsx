import { type ReactNode, useRef, useState } from 'react';
import type { SavedAddress } from '../../../shared/contract/accounts.ts';
import { fill } from '../../features/checkout/AddressFields.tsx';
import { writeAddress } from '../../features/checkout/checkout-words.ts';
import {
  getFieldId,
  TextField,
  useCheckoutForm,
  useFieldError,
  useTyped,
} from '../../features/checkout/fields.tsx';
import { useShop } from '../../store/shop.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './CheckoutDeliveryPage.module.css';

interface SavedAddressesProps {
  /** The address book of who is signed in. */
  addresses: readonly SavedAddress[];
  onCountry: (countryId: number) => void;
  /** The fields of the address. */
  children: ReactNode;
}

/**
 * The address book around the fields of an address: a saved address fills them, and what is typed can be saved under a name. Without
 * script the chosen address counts, whatever the fields hold.
 */
export function SavedAddresses({ addresses, onCountry, children }: SavedAddressesProps) {
  const { t } = useShop();
  const { form } = useCheckoutForm();
  const error = useFieldError('savedAddressId');
  const sentId = useTyped('savedAddressId');
  // It may be deleted since.
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
                  label: `${addressName}, ${writeAddress(address)}`,
                })),
              ]}
            />
          )}
        </Field>
      )}
      {/* What is typed is another address than the saved one. */}
      <div className={styles.body} onInput={() => !isFilling.current && setChosenId('')}>
        {children}
      </div>
      {chosenId === '' && <SaveInBook />}
    </>
  );
}

/** Offers to save the typed address in the account; its name is asked for while that is ticked, without script, too. */
function SaveInBook() {
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
