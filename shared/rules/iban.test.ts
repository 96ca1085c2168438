import { describe, expect, it } from '@jest/globals';
import { isIban } from './iban.ts';

describe('isIban', () => {
  it.each(['GB82WEST12345698765432', 'DE89370400440532013000', 'NL91ABNA0417164300'])(
    'accepts the example %s of the registry',
    (iban) => expect(isIban(iban)).toBe(true),
  );

  it.each(['GB82WEST12345698765423', 'GB82 WEST 1234 5698 7654 32', 'gb82west12345698765432', 'NL91', ''])(
    'rejects %j',
    (iban) => expect(isIban(iban)).toBe(false),
  );
});
