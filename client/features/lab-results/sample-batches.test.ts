import { describe, expect, it } from '@jest/globals';
import type { AccountSample } from './load-report.ts';
import { groupSamplesByBatch } from './sample-batches.ts';

let lastSampleNumber = 0;

function createSample(changes: Partial<AccountSample> & Pick<AccountSample, 'batch'>): AccountSample {
  lastSampleNumber += 1;
  return {
    kind: 'rqs',
    sampleNumber: `RQS-2026-${10_000 + lastSampleNumber}`,
    sampleName: changes.batch,
    orderNumber: null,
    state: 'result',
    resultDate: '2026-08-07',
    key: 'A'.repeat(43),
    isRead: true,
    verdict: 'medium',
    ...changes,
  };
}

const listBatches = (samples: readonly AccountSample[]) =>
  groupSamplesByBatch(samples).map(({ batch, refused, samples: own }) => [
    batch,
    refused,
    own.map(({ kind, verdict }) => `${kind} ${verdict}`),
  ]);

describe('groupSamplesByBatch', () => {
  it('groups the nutrition scan and the hygiene scan of one batch', () => {
    const samples = [
      createSample({ batch: 'field' }),
      createSample({ batch: 'loft', verdict: 'low' }),
      createSample({ batch: 'field', kind: 'qs', verdict: 'A' }),
    ];
    expect(listBatches(samples)).toEqual([
      ['field', null, ['rqs medium', 'qs A']],
      ['loft', null, ['rqs low']],
    ]);
  });

  it('sorts batches, and the tests of a batch, by worst verdict first', () => {
    const samples = [
      createSample({ batch: 'sound' }),
      createSample({ batch: 'raised' }),
      createSample({ batch: 'refused', verdict: 'C' }),
      createSample({ batch: 'spoiled', verdict: 'D' }),
      createSample({ batch: 'raised', kind: 'qs', verdict: 'B' }),
      createSample({ batch: 'refused', kind: 'qs', verdict: 'C' }),
      createSample({ batch: 'spoiled', kind: 'qs', verdict: 'D' }),
    ];
    expect(listBatches(samples)).toEqual([
      ['spoiled', 'D', ['qs D', 'rqs D']],
      ['refused', 'C', ['qs C', 'rqs C']],
      ['raised', null, ['qs B', 'rqs medium']],
      ['sound', null, ['rqs medium']],
    ]);
  });

  it('sorts batches with equal verdicts by latest result first', () => {
    const samples = [
      createSample({ batch: 'old', resultDate: '2026-07-01' }),
      createSample({ batch: 'new', resultDate: '2026-09-01' }),
      createSample({ batch: 'later', kind: 'qs', verdict: 'A', resultDate: '2026-10-01' }),
    ];
    expect(listBatches(samples).map(([batch]) => batch)).toEqual(['later', 'new', 'old']);
  });

  it('lists a scan without a result after those with one', () => {
    const waiting = { state: 'received', resultDate: null, key: null, verdict: null } as const;
    const samples = [
      createSample({ batch: 'field', ...waiting }),
      createSample({ batch: 'field', kind: 'qs', verdict: 'D' }),
      createSample({ batch: 'loft', ...waiting }),
    ];
    expect(listBatches(samples)).toEqual([
      ['field', 'D', ['qs D', 'rqs null']],
      ['loft', null, ['rqs null']],
    ]);
  });
});
