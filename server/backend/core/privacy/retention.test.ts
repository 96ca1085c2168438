import { expect, it } from '@jest/globals';
import { getRetentionLimit } from './retention.ts';

it('returns the moment that is the retention period before now', () => {
  const now = new Date('2026-11-05T12:00:00Z');
  expect(getRetentionLimit({ days: 14 }, now)).toEqual(new Date('2026-10-22T12:00:00Z'));
});
