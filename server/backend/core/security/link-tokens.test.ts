import { describe, expect, it } from '@jest/globals';
import { createKeyRing } from './key-ring.ts';
import { createLinkTokens } from './link-tokens.ts';
import { hashToken } from './token.ts';

const own = 'o'.repeat(32);
const newerSecret = 'n'.repeat(32);
const foreignSecret = 'x'.repeat(32);
const createTokensOfSecrets = (current: string, former: readonly string[] = []) =>
  createLinkTokens(createKeyRing({ current, former }, 'links'));

const target = { purpose: 'order', id: '0b6f3a52-6f0e-4a5d-9a53-0d8f6f9d2c11' } as const;
const tokens = createTokensOfSecrets(own);
const token = tokens.derive(target);

describe('link token', () => {
  it('is the same each time, and too long to guess', () => {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(createTokensOfSecrets(own).derive(target)).toBe(token);
    expect(tokens.isTokenOf(target, token, null)).toBe(true);
  });

  it('is valid for its own target only', () => {
    const another = { ...target, id: '0b6f3a52-6f0e-4a5d-9a53-0d8f6f9d2c12' };
    expect(tokens.derive(another)).not.toBe(token);
    expect(tokens.isTokenOf(another, token, hashToken(tokens.derive(another)))).toBe(false);
  });

  it.each(['', 'x', token.slice(1), `${token}x`, target.id, hashToken(token)])(
    'does not match %j',
    (wrong) => {
      expect(tokens.isTokenOf(target, wrong, hashToken(token))).toBe(false);
      expect(tokens.isTokenOf(target, wrong, null)).toBe(false);
    },
  );

  it('differs for another key', () => {
    expect(createTokensOfSecrets(foreignSecret).derive(target)).not.toBe(token);
    expect(createTokensOfSecrets(foreignSecret).isTokenOf(target, token, null)).toBe(false);
  });

  it('is accepted under a former key, even without a stored hash', () => {
    const rotated = createTokensOfSecrets(newerSecret, [own]);
    expect(rotated.derive(target)).not.toBe(token);
    expect(rotated.isTokenOf(target, token, null)).toBe(true);
    expect(rotated.isTokenOf(target, rotated.derive(target), null)).toBe(true);
  });

  it('is accepted by its stored hash after its key is removed, as is a random one of a former release', () => {
    expect(createTokensOfSecrets(newerSecret).isTokenOf(target, token, hashToken(token))).toBe(true);
    expect(createTokensOfSecrets(newerSecret).isTokenOf(target, 'random', hashToken('random'))).toBe(true);
  });
});
