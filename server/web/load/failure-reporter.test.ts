import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { createApi } from '../../../shared/api/client.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createFailureReporter } from './failure-reporter.ts';

describe('createFailureReporter', () => {
  it('reports the name of the failed call and the contract violation of its answer', async () => {
    const reported: unknown[] = [];
    const report = createFailureReporter({
      reporter: { reportError: (_error, fields) => void reported.push(fields) },
      now: () => 0,
    });
    const fault = new ApiError('invalid', { status: 200, cause: new Error('/name: must be string') });
    const api = createApi(() => Promise.reject(fault));
    const about = { event: 'page_data_failed', page: 'product', requestId: 'r1' };
    const error = await api.fetchSites().catch((failed: unknown) => failed);
    for (let time = 0; time < 11; time += 1) report(error, about);
    const reason = { failure: 'invalid', status: 200, reason: '/name: must be string' };
    expect(reported).toHaveLength(10);
    expect(reported[0]).toEqual({ ...about, call: 'fetchSites', ...reason });
    const other = await api.fetchLanguages().catch((failed: unknown) => failed);
    report(other, about);
    expect(reported.at(-1)).toEqual({ ...about, call: 'fetchLanguages', ...reason });
  });

  it('sends at most ten reports per minute for each page kind and failure', () => {
    let now = 5;
    const reported: unknown[] = [];
    const report = createFailureReporter({
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
    now += MINUTE_MS;
    report(new Error('gone'), product);
    expect(reported).toHaveLength(13);
  });
});
