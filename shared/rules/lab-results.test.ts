import { describe, expect, it } from '@jest/globals';
import {
  getReportVerdict,
  getWorstGrade,
  isRefusedVerdict,
  qsGrades,
  type ReportVerdict,
  reportVerdicts,
} from './lab-results.ts';

describe('the verdict of a report', () => {
  it.each(reportVerdicts.flatMap((own) => (['C', 'D'] as const).map((grade) => [own, grade] as const)))(
    'of its own %s is the class %s of its batch, which is refused as feed',
    (own, grade) => {
      expect(getReportVerdict(own, grade)).toBe(grade);
      expect(isRefusedVerdict(grade)).toBe(true);
    },
  );

  it.each(
    (['low', 'medium', 'high', 'A', 'B'] satisfies ReportVerdict[]).flatMap((own) =>
      ([null, 'A', 'B'] as const).map((grade) => [own, grade] as const),
    ),
  )('of its own %s stays so with a batch of class %s', (own, grade) => {
    expect(getReportVerdict(own, grade)).toBe(own);
    expect(isRefusedVerdict(own)).toBe(false);
  });

  it('follows the worst of several hygiene scans, in any order', () => {
    expect(getWorstGrade([])).toBeNull();
    expect(getWorstGrade(['A', 'D', 'B'])).toBe('D');
    expect(getWorstGrade(qsGrades.toReversed())).toBe('D');
    expect(getWorstGrade(['B', 'A'])).toBe('B');
  });
});
