import { describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { createKeyRing } from '../security/key-ring.ts';
import { createSecondFactors } from './second-factor.ts';

const [own, other] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string];
const createFactors = (current: string, former: readonly string[] = []) =>
  createSecondFactors(createKeyRing({ current, former }, 'test'));
const factors = createFactors(own);
const signInTime = new Date('2026-11-25T12:00:10Z');

const generateCode = (kept: Buffer, moment: number) =>
  new TOTP({ secret: factors.describe(kept, 'anna').secret }).generate({ timestamp: moment });

describe('second factor', () => {
  it('accepts the present code and those of 30 seconds before and after it, and no other', () => {
    const kept = factors.create();
    for (const [seconds, isTaken] of [
      [-60, false],
      [-30, true],
      [0, true],
      [30, true],
      [60, false],
    ] as const) {
      const step = factors.verify(
        kept,
        generateCode(kept, signInTime.getTime() + seconds * 1000),
        0,
        signInTime,
      );
      expect([seconds, step !== null]).toEqual([seconds, isTaken]);
    }
  });

  it('accepts no code twice, and none before the last one', () => {
    const kept = factors.create();
    const step = factors.verify(kept, generateCode(kept, signInTime.getTime()), 0, signInTime);
    expect(step).not.toBeNull();
    expect(factors.verify(kept, generateCode(kept, signInTime.getTime()), step ?? 0, signInTime)).toBeNull();
    expect(
      factors.verify(kept, generateCode(kept, signInTime.getTime() - 30_000), step ?? 0, signInTime),
    ).toBeNull();
    expect(
      factors.verify(kept, generateCode(kept, signInTime.getTime() + 30_000), step ?? 0, signInTime),
    ).not.toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', "1' or '1"])('refuses %j', (code) => {
    expect(factors.verify(factors.create(), code, 0, signInTime)).toBeNull();
  });

  it('encrypts the secret', () => {
    const kept = factors.create();
    const { secret } = factors.describe(kept, 'anna');
    expect(kept.toString('latin1')).not.toContain(secret);
    expect(() => createFactors(other).describe(kept, 'anna')).toThrow();
    expect(factors.describe(factors.create(), 'anna').secret).not.toBe(secret);
  });

  it('can be decrypted with a former key, and encrypted again with the current one', () => {
    const kept = factors.create();
    const { secret } = factors.describe(kept, 'anna');
    const rotated = createFactors(other, [own]);
    expect(rotated.describe(kept, 'anna').secret).toBe(secret);
    expect(rotated.findKeyId(kept)).toBe(createKeyRing({ current: own, former: [] }, 'test').current.id);
    const renewed = rotated.renew(kept);
    if (!renewed) throw new Error('It was not encrypted again');
    expect(createFactors(other).describe(renewed, 'anna').secret).toBe(secret);
    expect(rotated.renew(renewed)).toBeNull();
    expect(factors.findKeyId(renewed)).toBeUndefined();
    expect(() => factors.renew(renewed)).toThrow('No key');
  });
});
