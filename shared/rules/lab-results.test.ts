import { describe, expect, it } from '@jest/globals';
import {
  getCalciumPhosphorusRatio,
  getReportVerdict,
  getWorstGrade,
  isRefusedVerdict,
  qsGrades,
  type ReportVerdict,
  reportVerdicts,
} from './lab-results.ts';

describe('getReportVerdict', () => {
  it.each(reportVerdicts.flatMap((own) => (['C', 'D'] as const).map((grade) => [own, grade] as const)))(
    'replaces the own verdict %s by the class %s of the batch, which is refused as feed',
    (own, grade) => {
      expect(getReportVerdict(own, grade)).toBe(grade);
      expect(isRefusedVerdict(grade)).toBe(true);
    },
  );

  it.each(
    (['low', 'medium', 'high', 'A', 'B'] satisfies ReportVerdict[]).flatMap((own) =>
      ([null, 'A', 'B'] as const).map((grade) => [own, grade] as const),
    ),
  )('returns the own verdict %s for a batch of class %s', (own, grade) => {
    expect(getReportVerdict(own, grade)).toBe(own);
    expect(isRefusedVerdict(own)).toBe(false);
  });

  it('depends on the worst of several hygiene scans, in any order', () => {
    expect(getWorstGrade([])).toBeNull();
    expect(getWorstGrade(['A', 'D', 'B'])).toBe('D');
    expect(getWorstGrade(qsGrades.toReversed())).toBe('D');
    expect(getWorstGrade(['B', 'A'])).toBe('B');
  });
});

describe('getCalciumPhosphorusRatio', () => {
  const measure = (calcium: number, phosphorus: number) => [
    { key: 'calcium', unit: 'g/kg DM', value: calcium },
    { key: 'phosphorus', unit: 'g/kg DM', value: phosphorus },
  ];

  it.each([
    [4.2, 2.1, 2],
    [4.2, 2.5, 1.7],
    [1.5, 3, 0.5],
    [5, 4, 1.3],
  ])('returns for %d g and %d g the ratio %d', (calcium, phosphorus, ratio) => {
    expect(getCalciumPhosphorusRatio(measure(calcium, phosphorus))).toBe(ratio);
  });

  it('returns null if one value is missing, units differ, or phosphorus is 0', () => {
    const [calcium, phosphorus] = measure(4.2, 2.1);
    if (!calcium || !phosphorus) throw new Error('Two minerals are measured');
    expect(getCalciumPhosphorusRatio([])).toBeNull();
    expect(getCalciumPhosphorusRatio([calcium])).toBeNull();
    expect(getCalciumPhosphorusRatio([phosphorus])).toBeNull();
    expect(getCalciumPhosphorusRatio([calcium, { ...phosphorus, unit: 'mg/kg DM' }])).toBeNull();
    expect(getCalciumPhosphorusRatio(measure(4.2, 0))).toBeNull();
  });
});
