import { describe, expect, it } from '@jest/globals';
import { createSite } from '../../../../test/fixtures/sites.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import { assertPaymentProviders, isTestBankAllowed, parsePaymentProviders } from './payment-settings.ts';

const MOLLIE_KEY = `live_${'k'.repeat(30)}`;

/** Returns a site record with the fields that determine its provider. */
function createRecord(domain: string, configurationId: string | null, methods = 1): SiteRecord {
  const site = createSite({ domain, paymentProviderConfigurationId: configurationId });
  return {
    site,
    languages: [{ languageId: 1, domain }],
    paymentMethods: Array.from({ length: methods }, () => ({ key: 'ideal-wero' })),
  } as unknown as SiteRecord;
}

const local = createRecord('havero-nl.localhost', 'havero');
const publicRecord = createRecord('www.havero.example', 'havero');

describe('PAYMENT_PROVIDERS', () => {
  it('sets a provider for each configuration', () => {
    const text = JSON.stringify({
      havero: { kind: 'test-bank' },
      hafero: { kind: 'mollie', apiKey: MOLLIE_KEY },
    });
    expect([...parsePaymentProviders(text)]).toEqual([
      ['havero', { kind: 'test-bank' }],
      ['hafero', { kind: 'mollie', apiKey: MOLLIE_KEY, apiUrl: undefined, webhookOrigin: undefined }],
    ]);
  });

  it.each([
    'no json',
    '[]',
    '{"havero": null}',
    '{"havero": {"kind": "cash"}}',
    '{"havero": {"kind": "mollie"}}',
    '{"havero": {"kind": "mollie", "apiKey": "secret-of-mine"}}',
    `{"havero": {"kind": "mollie", "apiKey": "${MOLLIE_KEY}", "apiUrl": "http://api.example"}}`,
    `{"havero": {"kind": "mollie", "apiKey": "${MOLLIE_KEY}", "webhookOrigin": "https://a.example/path"}}`,
  ])('is refused as %s, without the value in the message', (value) => {
    expect(() => parsePaymentProviders(value)).toThrow(/^must /);
    expect(() => parsePaymentProviders(value)).not.toThrow(/secret-of-mine|live_k/);
  });
});

describe('test bank', () => {
  it.each([
    [[local], false, true],
    [[local, publicRecord], false, false],
    [[local, publicRecord], true, true],
  ] as const)('is allowed if all domains are local, or by the setting', (sites, allowTestBank, expected) => {
    expect(isTestBankAllowed(sites, { providers: undefined, allowTestBank })).toBe(expected);
  });
});

describe('start of a backend', () => {
  const mollie = parsePaymentProviders(JSON.stringify({ havero: { kind: 'mollie', apiKey: MOLLIE_KEY } }));

  it('succeeds if every site has a payment provider', () => {
    assertPaymentProviders([local], { providers: undefined, allowTestBank: false });
    assertPaymentProviders([publicRecord], { providers: undefined, allowTestBank: true });
    assertPaymentProviders([publicRecord], { providers: mollie, allowTestBank: false });
    // It sells nothing.
    assertPaymentProviders([createRecord('group.example', null, 0)], {
      providers: mollie,
      allowTestBank: false,
    });
  });

  it('reports the configuration without a provider in one line', () => {
    const message =
      /^These settings are not usable:\n {2}- PAYMENT_PROVIDERS names no provider for havero; [^\n]+$/;
    expect(() =>
      assertPaymentProviders([publicRecord], { providers: undefined, allowTestBank: false }),
    ).toThrow(message);
    expect(() => assertPaymentProviders([local], { providers: new Map(), allowTestBank: false })).toThrow(
      message,
    );
    const testBank = parsePaymentProviders('{"havero": {"kind": "test-bank"}}');
    expect(() =>
      assertPaymentProviders([publicRecord], { providers: testBank, allowTestBank: false }),
    ).toThrow(message);
  });
});
