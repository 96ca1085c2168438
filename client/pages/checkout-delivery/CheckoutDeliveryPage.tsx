import { type ReactNode, useState } from 'react';
import type { OpeningHours } from '../../../shared/contract/sites.ts';
import { HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD } from '../../../shared/rules/shipping-costs.ts';
import { AddressFields } from '../../features/checkout/AddressFields.tsx';
import { CheckoutView, StepActions } from '../../features/checkout/CheckoutView.tsx';
import {
  CheckoutFormProvider,
  getFieldId,
  TextField,
  useCheckoutForm,
  useFieldError,
} from '../../features/checkout/checkout-form-fields.tsx';
import { type CheckoutField, formatAddress } from '../../features/checkout/checkout-messages.ts';
import { FormProblems } from '../../features/checkout/FormProblems.tsx';
import { OrderButton, OrderTerms } from '../../features/checkout/OrderTerms.tsx';
import { hasOrderFields, listOrderTermsProblems } from '../../features/checkout/place-order.ts';
import { RadioCard, RadioCards } from '../../features/checkout/RadioCards.tsx';
import { readAddress } from '../../features/checkout/read-address.ts';
import { useChosenRadio } from '../../features/checkout/use-chosen-radio.ts';
import { formatOpeningHours } from '../../features/locations/format-opening-hours.ts';
import { LocationMap } from '../../features/locations/LocationMap.tsx';
import { FormName } from '../../forms/FormName.tsx';
import type { FormFields } from '../../forms/form-action.ts';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useReloadOnCartChange } from '../use-reload-on-cart-change.ts';
import styles from './CheckoutDeliveryPage.module.css';
import {
  type DeliveryOption,
  deliveryOptions,
  getLocationFieldName,
  parseDeliveryOption,
} from './delivery-options.ts';
import { listDeliveryOptionProblems } from './list-delivery-option-problems.ts';
import { replaceShippingCosts } from './replace-shipping-costs.ts';
import { SavedAddresses } from './SavedAddresses.tsx';

/** Fields of each delivery option in display order. */
const fieldsByDeliveryOption: Readonly<Record<DeliveryOption, readonly CheckoutField[]>> = {
  home: [],
  address: [
    'savedAddressId',
    'firstName',
    'lastName',
    'countryId',
    'zipcode',
    'streetNumber',
    'streetNumberAddition',
    'street',
    'city',
    'addressName',
  ],
  parcelShop: ['nearParcelShop', 'parcelShopId'],
  dealer: ['nearDealer', 'dealerId'],
};
const fields: readonly CheckoutField[] = [
  ...deliveryOptions.flatMap((way) => fieldsByDeliveryOption[way]),
  'acceptsTerms',
];

/** Renders the step for the delivery option. */
export function CheckoutDeliveryPage({ data }: { data: PageDataOf<'checkoutDelivery'> }) {
  const { t } = useShop();
  useReloadOnCartChange();
  const { frame, methods, countries } = data;
  const { billing, alternativeShippingAddress: other, parcelShopId, dealerId } = frame.cart;
  const check = (typed: FormFields) => [
    ...listDeliveryOptionProblems(typed, readAddress(typed, countries), countries),
    ...(hasOrderFields(typed) ? listOrderTermsProblems(typed) : []),
  ];
  const form = useForm('checkout-delivery', '', check);
  const { result } = form;
  const places = result?.places ?? data.places;
  const draft = frame.cart.draft?.step === 'delivery' ? frame.cart.draft.fields : {};
  const savedOption: DeliveryOption =
    draft.way !== undefined
      ? parseDeliveryOption(draft.way)
      : parcelShopId !== null
        ? 'parcelShop'
        : dealerId !== null
          ? 'dealer'
          : other
            ? 'address'
            : 'home';
  const sentOption = form.getValue('search') || form.getValue('way');
  const way = result ? parseDeliveryOption(sentOption) : savedOption;
  const [chosen, setChosen] = useChosenRadio(form, 'way', way);
  const chosenOption = parseDeliveryOption(chosen);
  const choose = (next: DeliveryOption) => ({
    value: next,
    isChosen: way === next,
    onChoose: () => setChosen(next),
  });
  const [countryId, setCountryId] = useState(
    () =>
      Number(form.getValue('countryId')) ||
      Number(draft.countryId) ||
      other?.address.countryId ||
      countries[0]?.countryId ||
      0,
  );
  const country = countries.find((known) => known.countryId === countryId);
  const home = methods.find(({ shippingMethod }) => shippingMethod === HOME_DELIVERY_METHOD);
  const toPoint = methods.find(({ shippingMethod }) => shippingMethod === PARCEL_SHOP_METHOD);
  const costs: Readonly<Record<DeliveryOption, number | undefined>> = {
    home: home?.price,
    address: home?.price,
    parcelShop: toPoint?.price,
    dealer: 0,
  };
  const cost = costs[chosenOption];
  const shown =
    cost === undefined ? frame : { ...frame, calculated: replaceShippingCosts(frame.calculated, cost) };
  // The time is that of the stored destination. A parcel shop or dealer may be in another country.
  const isPickup = parcelShopId !== null || dealerId !== null;
  const isSameCountry = !isPickup && (!other || other.address.countryId === billing?.address.countryId);
  const days = isSameCountry ? frame.calculated.deliveryTimeDays : null;
  const { totalAmount } = shown.calculated;
  // A delivery option with costs makes the payment step necessary.
  const isLast = frame.steps.at(-1) === 'delivery' && totalAmount === 0;
  const saved = {
    ...(other && {
      ...other.address,
      streetNumberAddition: other.address.streetNumberAddition ?? '',
      firstName: other.firstName,
      lastName: other.lastName,
    }),
    ...(!other && billing && { firstName: billing.firstName, lastName: billing.lastName }),
    countryId: String(countryId),
    nearParcelShop: data.places.near,
    nearDealer: data.places.near,
    parcelShopId: parcelShopId ?? '',
    dealerId: dealerId === null ? '' : String(dealerId),
    ...draft,
  };
  const addressFields = (
    <>
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
    </>
  );
  return (
    <CheckoutView frame={shown} step="delivery" title={t('checkout.deliveryTitle')}>
      <CheckoutFormProvider value={{ form, saved, rules: country?.formRules ?? null }}>
        <form
          ref={form.ref}
          method="post"
          onSubmit={form.onSubmit}
          noValidate
          className={styles.form}
          data-draft="delivery"
        >
          <FormName name="checkout-delivery" />
          {/* Enter in any field presses the first button of a form. */}
          <button type="submit" tabIndex={-1} aria-hidden="true" className={styles.first} />
          <FormProblems
            fields={fields}
            visibleFields={[...fieldsByDeliveryOption[chosenOption], 'acceptsTerms']}
          />
          <RadioCards legend={<VisuallyHidden>{t('checkout.deliveryTitle')}</VisuallyHidden>}>
            <RadioCard
              name="way"
              {...choose('home')}
              title={t('checkout.home')}
              note={
                <>
                  {billing && formatAddress(billing.address)}
                  {days !== null && (
                    <>
                      <br />
                      {t('cart.deliveryTime', { days: days.replace('-', '-\u2060') })}
                    </>
                  )}
                </>
              }
              aside={home && <DeliveryPrice {...home} />}
            />
            <RadioCard
              name="way"
              {...choose('address')}
              title={t('checkout.otherAddress')}
              note={t('checkout.otherAddressNote')}
              aside={home && <DeliveryPrice {...home} />}
            >
              <div className={styles.body}>
                {data.addresses === null ? (
                  addressFields
                ) : (
                  <SavedAddresses addresses={data.addresses} onCountry={setCountryId}>
                    {addressFields}
                  </SavedAddresses>
                )}
              </div>
            </RadioCard>
            {toPoint && (
              <RadioCard
                name="way"
                {...choose('parcelShop')}
                title={t('checkout.parcelShop')}
                note={t('checkout.parcelShopNote')}
                aside={<DeliveryPrice {...toPoint} />}
              >
                <PickupLocations
                  way="parcelShop"
                  near={places.near}
                  isSearched={result?.places !== undefined}
                  places={(places.parcelShops ?? []).map((point) => ({ ...point, key: point.parcelShopId }))}
                />
              </RadioCard>
            )}
            <RadioCard
              name="way"
              {...choose('dealer')}
              title={t('checkout.dealer')}
              note={t('checkout.dealerNote')}
              aside={<DeliveryPrice price={0} priceExVat={0} />}
            >
              <PickupLocations
                way="dealer"
                near={places.near}
                isSearched={result?.places !== undefined}
                places={(places.dealers ?? []).map((dealer) => ({ ...dealer, key: String(dealer.dealerId) }))}
              />
            </RadioCard>
          </RadioCards>
          <input type="hidden" name="listedNear" value={places.near} />
          {isLast && <OrderTerms frame={shown} totalAmount={totalAmount} />}
          <StepActions step="delivery" steps={frame.steps}>
            {isLast ? (
              <OrderButton frame={shown} totalAmount={totalAmount} />
            ) : (
              <Button type="submit" size="large" busy={form.isBusy}>
                {t('checkout.toPayment')}
              </Button>
            )}
          </StepActions>
        </form>
      </CheckoutFormProvider>
    </CheckoutView>
  );
}

/** Renders the price of a delivery option, incl. and excl. VAT. */
function DeliveryPrice({ price, priceExVat }: { price: number; priceExVat: number }): ReactNode {
  const { t, formats } = useShop();
  return (
    <>
      <strong>{price === 0 ? t('cart.deliveryFree') : formats.euro(price)}</strong>
      {price > 0 && (
        <span className="small soft">
          <br />
          {t('checkout.exclVat', { amount: formats.euro(priceExVat) })}
        </span>
      )}
    </>
  );
}

interface PickupLocation {
  readonly key: string;
  readonly name: string;
  readonly address: Parameters<typeof formatAddress>[0];
  readonly latitude: number;
  readonly longitude: number;
  readonly openingHours: readonly OpeningHours[];
  readonly distanceMetres: number | null;
}

interface PickupLocationsProps {
  way: 'parcelShop' | 'dealer';
  /** Postcode or town of the search. */
  near: string;
  /** Whether the visitor searched for the locations. Then their number is announced. */
  isSearched: boolean;
  places: readonly PickupLocation[];
}

/**
 * Renders the parcel shops or dealers at which the parcel can be collected, as a list of choices and on a
 * map.
 */
function PickupLocations({ way, near, isSearched, places }: PickupLocationsProps) {
  const { t, formats } = useShop();
  const { form, saved } = useCheckoutForm();
  const field = way === 'parcelShop' ? 'parcelShopId' : 'dealerId';
  const nearField = getLocationFieldName(way);
  const sent = form.result ? form.getValue(field) : (saved[field] ?? '');
  const [chosen, setChosen] = useState(sent);
  const error = useFieldError(field);
  const nearError = useFieldError(nearField);
  const errorId = `${getFieldId(field)}-error`;
  return (
    <div className={styles.body}>
      <div className={styles.search}>
        <Field
          id={getFieldId(nearField)}
          label={t('checkout.near')}
          {...(nearError !== undefined && { error: nearError })}
        >
          {(control) => (
            <Input
              control={control}
              name={nearField}
              autoComplete="shipping postal-code"
              defaultValue={near}
            />
          )}
        </Field>
        <Button type="submit" variant="line" size="large" name="search" value={way} busy={form.isBusy}>
          {t('checkout.showPlaces')}
        </Button>
      </div>
      <p className="small soft" role={isSearched ? 'status' : undefined}>
        {places.length === 0
          ? t('checkout.noPlaces', { near })
          : t('checkout.placeCount', { smart_count: places.length, near })}
      </p>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <Icon name="warning" size="small" />
          {error}
        </p>
      )}
      <div className={styles.pick}>
        <RadioCards
          legend={
            <VisuallyHidden>
              {t(way === 'parcelShop' ? 'checkout.chooseParcelShop' : 'checkout.chooseDealer')}
            </VisuallyHidden>
          }
        >
          {places.map(({ key, name, address, openingHours, distanceMetres }, index) => (
            <RadioCard
              key={key}
              {...(index === 0 && { id: getFieldId(field) })}
              name={field}
              value={key}
              isChosen={sent === key}
              isInvalid={error !== undefined}
              describedBy={error === undefined ? undefined : errorId}
              onChoose={() => setChosen(key)}
              title={`${index + 1}. ${name}`}
              note={
                <>
                  {formatAddress(address)}
                  {openingHours.length > 0 && (
                    <>
                      <br />
                      {openingHours.map((hours) => formatOpeningHours(hours, formats)).join('; ')}
                    </>
                  )}
                </>
              }
              aside={
                distanceMetres !== null && (
                  <span className="small">
                    {t('checkout.distance', { km: formats.number(distanceMetres / 1000, 1) })}
                  </span>
                )
              }
            />
          ))}
        </RadioCards>
        <LocationMap places={places} chosen={chosen} />
      </div>
    </div>
  );
}
