import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { ApiError } from '../../../shared/api/api-error.ts';
import {
  createJsonHandler,
  type FakeBackend,
  startFakeBackend,
} from '../../../test/fixtures/fake-backend.ts';
import { createSeededRandom } from '../../../test/fixtures/seeded-random.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import type { PageRenderer } from '../render/page-renderer.ts';

const NOTIFICATION_PATH = '/api/notifications/15';
const host = 'havero-nl.localhost';
let backend: FakeBackend;
let web: TestWeb;

/** Renders the visitor's data by a call that is cached and shared on public pages. */
const renderForVisitor: PageRenderer = async ({ context, visitor }) => {
  const api = visitor?.api ?? context.api;
  const text = await api
    .fetchNotification({ params: { id: 15 } })
    .then((note) => note.text)
    .catch((error: unknown) => {
      if (error instanceof ApiError) return error.failure;
      throw error;
    });
  return {
    kind: 'document',
    status: 200,
    cachePolicy: visitor ? 'private' : 'public',
    surrogateKeys: ['site-1'],
    isComplete: true,
    pageKind: 'search',
    timings: { dataMs: 1, renderMs: 1 },
    pipe: (destination) => void destination.end(`<p>${text}</p>`),
  };
};

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({ baseUrl: backend.baseUrl, renderPage: renderForVisitor });
});
afterEach(async () => {
  await web.close();
  await backend.close();
});

describe('visitor context of private pages', () => {
  it('never exposes data of one visitor to another, with concurrent requests, failures and purges', async () => {
    let fails = false;
    backend.handlers.set(NOTIFICATION_PATH, (request, response) => {
      const cookie = request.headers.cookie ?? 'nobody';
      if (fails) return createJsonHandler({}, 500)(request, response);
      const mark = /cart=([\w-]+)/.exec(cookie)?.[1];
      if (mark) response.setHeader('set-cookie', [`cart=${mark}-next; Domain=evil.example`, 'other=1']);
      return createJsonHandler({ notificationId: 15, text: cookie })(request, response);
    });
    const pick = createSeededRandom(20_261_122).below;
    const visit = async (who: string | null) => {
      const question = supertest(web.server).get('/zoeken/').set('host', host);
      const answer = await (who ? question.set('cookie', `cart=${who}; sid=secret-${who}; x=1`) : question);
      return { who, answer };
    };
    const under = new Set<Promise<unknown>>();
    const answers: Awaited<ReturnType<typeof visit>>[] = [];
    for (let round = 0; round < 300; round += 1) {
      const chance = pick(20);
      if (chance === 0) web.purge('all');
      if (chance === 1) fails = !fails;
      const asked = visit(['visitor-a', 'visitor-b', null][pick(3)] ?? null).then((result) => {
        answers.push(result);
        under.delete(asked);
      });
      under.add(asked);
      if (under.size > pick(8)) await Promise.race(under);
    }
    await Promise.all(under);

    expect(answers).toHaveLength(300);
    const told = { own: 0, failed: 0 };
    for (const { who, answer } of answers) {
      const other = who === 'visitor-a' ? 'visitor-b' : 'visitor-a';
      const everything = JSON.stringify([answer.text, answer.headers]);
      expect(everything).not.toContain(other);
      if (who === null) expect(everything).not.toContain('visitor-');
      if (who !== null && answer.text.includes(`cart=${who}`)) {
        told.own += 1;
        expect(answer.text).toBe(`<p>sid=secret-${who}; cart=${who}</p>`);
        expect(answer.headers['set-cookie']).toEqual([`cart=${who}-next; Path=/; SameSite=Lax`]);
      } else if (who !== null) told.failed += 1;
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['surrogate-key']).toBeUndefined();
    }
    // Both cases occurred: successful answers, and a failing backend.
    expect(told.own).toBeGreaterThan(30);
    expect(told.failed).toBeGreaterThan(3);
    expect(JSON.stringify(web.lines)).not.toContain('visitor-');
    expect(JSON.stringify(web.reported)).not.toContain('visitor-');
  });

  it('calls the backend separately for each of several equal concurrent requests', async () => {
    let asked = 0;
    backend.handlers.set(NOTIFICATION_PATH, (request, response) => {
      asked += 1;
      return createJsonHandler({ notificationId: 15, text: 'note' })(request, response);
    });
    const ask = () => supertest(web.server).get('/zoeken/').set('host', host).set('cookie', 'cart=7');
    await Promise.all([ask(), ask(), ask()]);
    expect(asked).toBe(3);
  });
});
