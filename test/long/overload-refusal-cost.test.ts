import { expect, it } from '@jest/globals';
import supertest from 'supertest';
import { startFakeBackend } from '../fixtures/fake-backend.ts';
import { startTestWeb } from '../fixtures/test-web.ts';

it('a refusal takes less than 5 ms of processor time, including the client', async () => {
  const backend = await startFakeBackend();
  const web = await startTestWeb({
    baseUrl: backend.baseUrl,
    delayMeter: { read: () => 10_000, close: () => {} },
  });
  const refuse = () => supertest(web.server).get('/').set('host', 'havero-nl.localhost').expect(503);
  try {
    web.load.endWindow();
    web.load.endWindow();
    for (let n = 0; n < 200; n += 1) await refuse();
    const before = process.cpuUsage();
    for (let n = 0; n < 500; n += 1) await refuse();
    const { user, system } = process.cpuUsage(before);
    // Processor time, because the machine may have other load.
    expect((user + system) / 1000 / 500).toBeLessThan(5);
  } finally {
    await web.close();
    await backend.close();
  }
});
