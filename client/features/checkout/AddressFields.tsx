import { type RefObject, useRef, useState } from 'react';
import { getAddressKey } from '../../../shared/rules/people/address-key.ts';
import { mayHaveHouseName } from '../../../shared/rules/people/person-details.ts';
import { splitStreetLine } from '../../../shared/rules/people/street-line.ts';
import { useApi } from '../../api/api-context.tsx';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './AddressFields.module.css';
import type { AddressCountry } from './address-countries.ts';
import { getFieldId, TextField, useCheckoutForm, useFieldError } from './checkout-form-fields.tsx';
import type { CheckoutField } from './checkout-messages.ts';
import { readAddress } from './read-address.ts';

interface AddressFieldsProps {
  /** Autofill section of the address. */
  section: 'billing' | 'shipping';
  countries: readonly AddressCountry[];
  countryId: number;
  onCountry: (countryId: number) => void;
  /** Hint above the choice of a country. */
  countryHint?: string;
}

/** Sets the value of a field and fires the events of user input, so that listeners of the form run. */
export function fill(form: HTMLFormElement | null, field: CheckoutField, value: string): void {
  const control = form?.elements.namedItem(field);
  if (!(control instanceof HTMLInputElement)) return;
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

const read = (form: HTMLFormElement | null, field: CheckoutField): string => {
  const control = form?.elements.namedItem(field);
  return control instanceof HTMLInputElement ? control.value.trim() : '';
};

/**
 * Renders the country and its address fields. In the Netherlands, postcode and house number come first and
 * look up street and town, which the visitor can still change.
 */
export function AddressFields({ section, countries, countryId, onCountry, countryHint }: AddressFieldsProps) {
  const { t } = useShop();
  const { form, idPrefix } = useCheckoutForm();
  const country = countries.find((known) => known.countryId === countryId);
  const isDutch = country?.regionCode === 'NL';
  const hasHouseName = country !== undefined && mayHaveHouseName(country.regionCode);
  const error = useFieldError('countryId');
  const found = useAddressLookup(form.ref, isDutch ? countryId : null);
  const split = useHouseNumberSplit(form.ref);
  const zipcode = (
    <div key="zipcode" className={styles.zipcode}>
      <TextField field="zipcode" autoComplete={`${section} postal-code`} onBlur={found.look} />
    </div>
  );
  // A house name needs the width of a line.
  const numberClass = hasHouseName ? styles.named : undefined;
  const number = (
    <div key="number" className={numberClass ?? styles.number}>
      <TextField
        field="streetNumber"
        {...(hasHouseName && { label: t('checkout.houseNumberOrName'), isOptional: true })}
        inputMode={isDutch ? 'numeric' : 'text'}
        onBlur={found.look}
      />
    </div>
  );
  const addition = (
    <div key="addition" className={numberClass}>
      <TextField field="streetNumberAddition" isOptional />
    </div>
  );
  const street = (
    <div key="street" className={isDutch ? styles.half : styles.long}>
      <TextField
        field="street"
        autoComplete={`${section} address-line1`}
        onBlur={split.look}
        {...(isDutch && { hint: t('checkout.streetHint') })}
      />
    </div>
  );
  const city = (
    <div key="city" className={styles.half}>
      <TextField field="city" autoComplete={`${section} address-level2`} />
    </div>
  );
  const message = split.text ?? found.text;
  return (
    <>
      <Field
        id={getFieldId('countryId', idPrefix)}
        label={t('checkout.country')}
        {...(error !== undefined && { error })}
        {...(countryHint !== undefined && { hint: countryHint })}
      >
        {(control) => (
          <Select
            control={control}
            name="countryId"
            value={String(countryId)}
            onChange={(event) => onCountry(Number(event.target.value))}
            options={countries.map((option) => ({ value: String(option.countryId), label: option.name }))}
          />
        )}
      </Field>
      <div className={styles.address}>
        {isDutch ? [zipcode, number, addition, street, city] : [street, number, addition, zipcode, city]}
      </div>
      <ConfirmAddressCheckbox countries={countries} />
      <div role="status" className={styles.told}>
        {message !== null && <p>{message}</p>}
      </div>
      {split.undo && (
        <Button variant="text" onClick={split.undo}>
          {t('cart.undo')}
        </Button>
      )}
    </>
  );
}

/**
 * Renders the checkbox that confirms an address reported as invalid. Its value is the key of that address, so
 * it does not apply to an address typed later.
 */
function ConfirmAddressCheckbox({ countries }: Pick<AddressFieldsProps, 'countries'>) {
  const { t } = useShop();
  const { form } = useCheckoutForm();
  const { result } = form;
  if (!result) return null;
  const { confirmedAddress = '' } = result.values;
  const isReported = result.problems.some(({ code }) => code === 'invalidAddress');
  // Stays if the form is refused for another reason after the confirmation.
  if (!isReported && confirmedAddress === '') return null;
  const key = getAddressKey(readAddress({ get: (field) => result.values[field] ?? '' }, countries));
  return (
    // The key creates a new, unchecked box for another address.
    <Checkbox key={key} name="confirmedAddress" value={key} defaultChecked={confirmedAddress === key}>
      {t('checkout.confirmAddress')}
    </Checkbox>
  );
}

/**
 * Looks up street and town of a Dutch postcode and house number, and fills the fields that the visitor has
 * not typed.
 */
function useAddressLookup(ref: RefObject<HTMLFormElement | null>, countryId: number | null) {
  const { t } = useShop();
  const api = useApi();
  const [text, setText] = useState<string | null>(null);
  const requestedAddress = useRef('');
  /** Values filled in by the look-up, which another look-up may replace. */
  const filled = useRef({ street: '', city: '' });
  const lookUp = () => {
    const form = ref.current;
    const [zipcode, streetNumber] = [read(form, 'zipcode'), read(form, 'streetNumber')];
    const wanted = `${zipcode} ${streetNumber}`;
    if (
      !api ||
      countryId === null ||
      zipcode === '' ||
      streetNumber === '' ||
      requestedAddress.current === wanted
    )
      return;
    requestedAddress.current = wanted;
    const isFree = (field: 'street' | 'city') =>
      read(form, field) === '' || read(form, field) === filled.current[field];
    if (!isFree('street') && !isFree('city')) return;
    api
      .lookUpAddress({ body: { countryId, zipcode, streetNumber } })
      .then(({ address }) => {
        if (!address || requestedAddress.current !== wanted) return;
        if (isFree('street')) fill(form, 'street', address.street);
        if (isFree('city')) fill(form, 'city', address.city);
        filled.current = address;
        setText(
          t('checkout.addressFound', { address: `${address.street} ${streetNumber}, ${address.city}` }),
        );
      })
      // If the look-up fails, the visitor types the address.
      .catch(() => undefined);
  };
  return { look: lookUp, text };
}

/**
 * Moves a house number from the street line to its own field, because browsers autofill both into one line.
 * Reports this and can undo it.
 */
function useHouseNumberSplit(ref: RefObject<HTMLFormElement | null>) {
  const { t } = useShop();
  const [done, setDone] = useState<{ readonly line: string; readonly text: string } | null>(null);
  const unsplitLine = useRef<string | null>(null);
  const splitStreet = () => {
    const form = ref.current;
    const line = read(form, 'street');
    const split = splitStreetLine(line);
    // The visitor has undone this split, so it is not repeated.
    if (!split || read(form, 'streetNumber') !== '' || unsplitLine.current === line) return;
    fill(form, 'street', split.street);
    fill(form, 'streetNumber', split.streetNumber);
    if (split.streetNumberAddition !== '') fill(form, 'streetNumberAddition', split.streetNumberAddition);
    const number = [split.streetNumber, split.streetNumberAddition].filter(Boolean).join(' ');
    setDone({ line, text: t('checkout.streetSplit', { street: split.street, number }) });
  };
  const undo = () => {
    const form = ref.current;
    if (!done) return;
    unsplitLine.current = done.line;
    fill(form, 'street', done.line);
    fill(form, 'streetNumber', '');
    fill(form, 'streetNumberAddition', '');
    setDone(null);
    const control = form?.elements.namedItem('street');
    if (control instanceof HTMLElement) control.focus();
  };
  return { look: splitStreet, text: done?.text ?? null, undo: done ? undo : null };
}
