import { describe, expect, it } from '@jest/globals';
import { createFailureReports } from './failure-reports.ts';

describe('reports of failed pages', () => {
  it('reach the error service ten times a minute for each kind of page and failure', () => {
    let now = 5;
    const reported: unknown[] = [];
    const report = createFailureReports({
      reporter: { reportError: (error, fields) => void reported.push([error, fields]) },
      now: () => now,
    });
    const product = { event: 'page_data_failed', page: 'product', requestId: 'r1' };
    for (let time = 0; time < 25; time += 1) report(new Error('gone'), product);
    expect(reported).toHaveLength(10);
    expect(reported[0]).toEqual([new Error('gone'), product]);
    report(new Error('gone'), { ...product, page: 'category' });
    report(new Error('late'), { ...product, event: 'optional_data_failed' });
    expect(reported).toHaveLength(12);
    now += 60_000;
    report(new Error('gone'), product);
    expect(reported).toHaveLength(13);
  });
});
