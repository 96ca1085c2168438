import type { MessageKey, Translate } from '../../shared/i18n/translate.ts';
import { getOwnProperty } from '../../shared/rules/get-own-property.ts';

/** Messages of the fields that several forms have, by field name. */
const emptyFieldMessages: Readonly<Record<string, MessageKey>> = {
  addressName: 'form.required.addressName',
  city: 'form.required.city',
  contract: 'form.required.contract',
  countryId: 'form.required.country',
  emailAddress: 'form.required.emailAddress',
  firstName: 'form.required.firstName',
  lastName: 'form.required.lastName',
  name: 'form.required.name',
  nearDealer: 'form.required.near',
  nearParcelShop: 'form.required.near',
  newPassword: 'form.required.newPassword',
  password: 'form.required.password',
  phoneNumber: 'form.required.phoneNumber',
  repeatedPassword: 'form.required.repeatedPassword',
  street: 'form.required.street',
  streetNumber: 'form.required.streetNumber',
  zipcode: 'form.required.zipcode',
};

/** Describes how to fix an empty field: 'Enter your street'. Fields without a message get a general one. */
export const describeEmptyField = (t: Translate, field: string): string =>
  t(getOwnProperty(emptyFieldMessages, field) ?? 'form.required');
