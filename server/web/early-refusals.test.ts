import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeBackend, startFakeBackend } from '../../test/fixtures/fake-backend.ts';
import { fetchRaw } from '../../test/fixtures/fetch-raw.ts';
import { startTestWeb, type TestWeb } from '../../test/fixtures/test-web.ts';

const host = 'havero-nl.localhost';

let backend: FakeBackend;
let web: TestWeb;

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({ baseUrl: backend.baseUrl });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

async function fetchPath(path: string, asked: { host?: string; method?: string } = {}) {
  const { host: askedHost = host, method } = asked;
  const headers = { host: askedHost, 'x-request-id': 'request-of-the-test' };
  const answer = await fetchRaw({ port: web.port, path, headers, ...(method ? { method } : {}) });
  // Refusals are not stored, so `vary` and `etag` do not matter.
  const { date: _moment, etag: _ofExpress, vary: _ofCompression, ...rest } = answer.headers;
  return { status: answer.status, text: answer.text, headers: rest };
}

/** Returns the number of requests that passed through the whole app. */
const countFullRequests = () => web.lines.filter(({ msg }) => msg === 'request').length;

/** Returns the number of 4xx answers in the metrics. */
function countRefusedAnswers(): number {
  const measure = web.metrics.all.find(({ name }) => name === 'web_request_duration_seconds');
  const samples = measure?.readSamples() ?? [];
  return samples
    .filter(({ labels, metricName }) => labels.status === '4xx' && metricName?.endsWith('_count'))
    .reduce((sum, { value }) => sum + value, 0);
}

describe('createEarlyRefusals', () => {
  it.each<[string, string, { host?: string; method?: string }, number]>([
    ['a page of an unknown host', '/', { host: 'elsewhere.example' }, 421],
    ['an API call on an unknown host', '/api/countries', { host: 'elsewhere.example' }, 421],
    ['an invalid host', '/', { host: '[::1]' }, 421],
    ['a URL that cannot be decoded', '/%zz/', {}, 400],
    ['a path that is too long', `/${'a'.repeat(2500)}/`, {}, 414],
    ['a method that no page supports', '/muesli/', { method: 'DELETE' }, 405],
    [
      'a method that no page supports, in another language',
      '/',
      { host: 'hafero-de.localhost', method: 'PUT' },
      405,
    ],
  ])('answers %s as the app does, without running the app', async (_what, path, asked, status) => {
    const whole = await fetchPath(path, asked);
    expect(whole.status).toBe(status);
    // Loads the sites, which were unknown at the first request.
    await fetchPath('/', asked.host?.endsWith('.localhost') ? { host: asked.host } : {});
    const before = { whole: countFullRequests(), refused: countRefusedAnswers() };
    const early = await fetchPath(path, asked);
    expect(early.status).toBe(status);
    expect(early.text).toBe(whole.text);
    expect(early.headers).toEqual(whole.headers);
    expect(countFullRequests()).toBe(before.whole);
    expect(countRefusedAnswers()).toBe(before.refused + 1);
  });

  it('checks the list of sites again after a second, since a host may have been added', async () => {
    await fetchPath('/');
    web.time.ms = 900;
    await fetchPath('/', { host: 'elsewhere.example' });
    const before = countFullRequests();
    web.time.ms = 1000;
    expect((await fetchPath('/', { host: 'elsewhere.example' })).status).toBe(421);
    expect(countFullRequests()).toBe(before + 1);
  });

  it('passes on paths that are the same on every host', async () => {
    await fetchPath('/');
    for (const path of ['/health/live', '/favicon.svg']) {
      expect((await fetchPath(path, { host: 'elsewhere.example' })).status).toBe(200);
    }
    expect((await fetchPath('/assets/none.js', { host: 'elsewhere.example' })).status).toBe(404);
  });
});
