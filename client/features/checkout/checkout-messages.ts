import type { Address } from '../../../shared/contract/addresses.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { PASSWORD_LENGTH_LIMITS } from '../../../shared/rules/account/password.ts';
import {
  hasLengthLimit,
  MAX_SAVED_ADDRESSES,
  maxPersonFieldLengths,
} from '../../../shared/rules/people/person-details.ts';
import { formatStreetLine } from '../../../shared/rules/people/street-line.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import { describeEmptyField } from '../../forms/describe-empty-field.ts';
import type { Shop } from '../../store/shop.tsx';

/** Labels of the checkout fields, by field name. */
export const checkoutFieldLabels = {
  emailAddress: 'checkout.email',
  countryId: 'checkout.country',
  zipcode: 'checkout.zipcode',
  streetNumber: 'checkout.streetNumber',
  streetNumberAddition: 'checkout.streetNumberAddition',
  street: 'checkout.street',
  city: 'checkout.city',
  firstName: 'checkout.firstName',
  lastName: 'checkout.lastName',
  phoneNumber: 'checkout.phone',
  mobilePhoneNumber: 'information.mobile',
  addressName: 'addressBook.name',
  savedAddressId: 'checkout.savedAddress',
  saveInBook: 'checkout.saveInBook',
  companyName: 'checkout.companyName',
  vatNumber: 'checkout.vatNumber',
  password: 'password.label',
  parcelShopId: 'checkout.chooseParcelShop',
  dealerId: 'checkout.chooseDealer',
  nearParcelShop: 'checkout.near',
  nearDealer: 'checkout.near',
  paymentMethodId: 'payment.methods',
  issuer: 'checkout.bank',
  giftCardNumber: 'checkout.giftCardNumber',
  acceptsTerms: 'checkout.terms',
} as const satisfies Record<string, MessageKey>;
export type CheckoutField = keyof typeof checkoutFieldLabels;

/** Examples of the address format of a country, for messages. */
interface Examples {
  readonly postcodeExample: string;
  readonly phonePrefix: string;
  readonly vatNumberExample: string;
}

/** Describes the error of a field and how to fix it. */
export function describeCheckoutFieldProblem(
  { t }: Pick<Shop, 't'>,
  field: CheckoutField,
  code: string,
  examples: Examples | null,
): string {
  if (code === 'country_not_delivered') return t('checkout.countryNotDelivered');
  if (code === 'dutch_addresses_on_dutch_site_only') return t('checkout.dutchSiteOnly');
  if (field === 'parcelShopId' || field === 'dealerId') {
    if (code === 'parcel_too_heavy') return t('checkout.parcelTooHeavy');
    if (code === 'dealer_without_pickup') return t('checkout.dealerWithoutPickup');
    return t('checkout.choosePlace');
  }
  if (code === 'invalidAddress') return t('checkout.addressInvalid');
  if (code === 'address_name_taken') return t('addressBook.nameTaken');
  if (code === 'too_many_addresses') return t('addressBook.full', { max: MAX_SAVED_ADDRESSES });
  if (field === 'paymentMethodId') return t('checkout.chooseMethod');
  if (field === 'issuer') return t('checkout.chooseBank');
  if (field === 'giftCardNumber') return t('checkout.giftCardRefused');
  if (field === 'acceptsTerms') return t('checkout.termsRequired');
  if (field === 'password') return t('password.refused', { min: PASSWORD_LENGTH_LIMITS.min });
  if (code === 'required') return describeEmptyField(t, field);
  if (code === 'maxLength' && hasLengthLimit(field))
    return t('form.maxLength', { max: maxPersonFieldLengths[field] });
  switch (field) {
    case 'emailAddress':
      return t('form.emailFormat');
    case 'zipcode':
      return t('checkout.zipcodeFormat', { example: examples?.postcodeExample ?? '' });
    case 'phoneNumber':
    case 'mobilePhoneNumber':
      return t('checkout.phoneFormat', { prefix: examples?.phonePrefix ?? '' });
    case 'vatNumber':
      return t('checkout.vatNumberFormat', { example: examples?.vatNumberExample ?? '' });
    case 'streetNumber':
      return t('checkout.streetNumberFormat');
    case 'street':
    case 'city':
      return t('checkout.letterRequired', { field: t(checkoutFieldLabels[field]) });
    default:
      return describeEmptyField(t, field);
  }
}

/** Describes the error of a checkout form as a whole. */
export function describeCheckoutFormProblem(
  { t, formats }: Pick<Shop, 't' | 'formats'>,
  problem: FormProblem,
): string {
  switch (problem.code) {
    case 'total_changed':
      return t('checkout.totalChanged', { total: formats.euro(problem.amount ?? 0) });
    case 'amount_to_pay_changed':
      return t('checkout.amountToPayChanged', { amount: formats.euro(problem.amount ?? 0) });
    case 'insufficient_stock':
      return t('checkout.insufficientStock');
    case 'checkout_not_ready':
      return t('checkout.notReady');
    case 'samples_unnamed':
      return t('cart.sampleRequired');
    case 'order_in_preview':
      return t('checkout.orderInPreview');
    case 'order_in_progress':
      return t('checkout.orderInProgress');
    case 'country_not_delivered':
      return t('checkout.countryNotDelivered');
    case 'dutch_addresses_on_dutch_site_only':
      return t('checkout.dutchSiteOnly');
    case 'parcel_too_heavy':
      return t('checkout.parcelTooHeavy');
    case 'dealer_without_pickup':
      return t('checkout.dealerWithoutPickup');
    case 'not_found':
      return t('checkout.cartGone');
    case 'too_many_attempts':
      return t('cart.tooManyAttempts');
    case 'payment_unavailable':
      return t('checkout.paymentUnavailable');
    case 'order_failed':
      return t('checkout.orderFailed');
    default:
      return t('error.tryLater');
  }
}

/** Formats an address as 'Klaverweg 12 b, 7311 KZ Apeldoorn'. */
export function formatAddress(address: Address): string {
  return `${formatStreetLine(address)}, ${address.zipcode} ${address.city}`;
}
