import { describe, expect, it } from '@jest/globals';
import english from '../../locales/en.json' with { type: 'json' };
import { createTranslate } from '../../shared/i18n/translate.ts';
import { listAddressNameProblems, listBillingProblems } from '../../shared/rules/people/person-details.ts';
import { listWithdrawalProblems } from '../../shared/rules/withdrawal.ts';
import { describeEmptyField } from './describe-empty-field.ts';

const t = createTranslate('en', english);
const rules = {
  regionCode: 'NL',
  postcodePattern: '^\\d{4} [A-Z]{2}$',
  postcodeExample: '5281 KX',
  postcodeFormat: '0000 AA',
  phonePrefix: '+31',
  phonePattern: '^\\+31\\d{9}$',
  vatNumberPattern: '',
  vatNumberExample: '',
};

describe('describeEmptyField', () => {
  it('has a text of its own for every required field of a customer and of a withdrawal', () => {
    const address = {
      zipcode: '',
      street: '',
      streetNumber: '',
      streetNumberAddition: null,
      city: '',
      countryId: 1,
    };
    const person = { firstName: '', lastName: '', phoneNumber: '', emailAddress: '', address };
    const problems = [
      ...listBillingProblems(person, rules, { needsPhone: true }),
      ...listAddressNameProblems(''),
      ...listWithdrawalProblems({ name: '', contract: '', emailAddress: '', lines: '' }),
    ];
    const fields = problems.map(({ field }) => field.replace('address.', ''));
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter((field) => describeEmptyField(t, field) === t('form.required'))).toEqual([]);
  });

  it('asks for the street by the name of the field', () => {
    expect(describeEmptyField(t, 'street')).toBe('Enter your street');
  });

  it('has a general text for any other field', () => {
    expect(describeEmptyField(t, 'constructor')).toBe('Fill in this field');
  });
});
