import { expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { letter, outboxMail, outboxEvent } from '../../server/backend/database/schema.ts';
import { reportLetter, checkLetter } from '../../server/backend/modules/letters/service.ts';
import { openBackend } from '../fixtures/backend-app.ts';
import { createCallBackend } from '../fixtures/call-backend.ts';
import { callInputs } from '../fixtures/call-inputs.ts';
import { giveLetter, giveReaders, readLetterScope, trySend } from '../fixtures/letters.ts';

it('big', async () => {
  const fixture = await openBackend({ lettersPerMinute: 6000 });
  const say = (s: string) => process.stdout.write(`${s}\n`);
  const { call } = createCallBackend(() => fixture);
  let t = performance.now();
  const lap = (name: string) => { const n = performance.now(); say(`${name}: ${Math.round(n - t)} ms, heap ${Math.round(process.memoryUsage().heapUsed / 1e6)} MB rss ${Math.round(process.memoryUsage().rss / 1e6)}`); t = performance.now(); };
  await giveReaders(fixture, 20000);
  lap('readers 20000');
  const letterId = await giveLetter(fixture);
  lap('save');
  await checkLetter(fixture.database, await readLetterScope(fixture), letterId);
  lap('check');
  await trySend(fixture, letterId);
  lap('send');
  await fixture.runJob('letters');
  lap('first step');
  let outboxMost = 0; let worstCall = 0; let rounds = 0; const cpu = process.cpuUsage(); const t0 = performance.now();
  for (;;) {
    fixture.setNow(new Date(fixture.clock() + 10_000));
    await fixture.runJob('letters');
    outboxMost = Math.max(outboxMost, await fixture.database.$count(outboxEvent, eq(outboxEvent.kind, 'mail')) - fixture.mails.length);
    const running = fixture.runJob('events');
    const c = performance.now();
    await call('fetchProduct', callInputs.fetchProduct);
    worstCall = Math.max(worstCall, performance.now() - c);
    await running;
    rounds += 1;
    if (rounds % 10 === 0) { const [row] = await fixture.database.select().from(letter); lap(`round ${rounds} written ${row?.writtenCount} sent ${fixture.mails.length} outboxMost ${outboxMost} worst call ${Math.round(worstCall)}`); }
    const [row] = await fixture.database.select().from(letter);
    if (row?.status === 'sent' && fixture.mails.length >= 20000) break;
    if (performance.now() - t0 > 240_000) { say('time is up'); break; }
  }
  const used = process.cpuUsage(cpu);
  say(`mails ${fixture.mails.length} in ${Math.round((performance.now() - t0) / 1000)} s, cpu ${Math.round((used.user + used.system) / 1000 / fixture.mails.length * 100) / 100} ms each`);
  t = performance.now();
  await reportLetter(fixture.database, letterId);
  lap('report');
  say(String(await fixture.database.$count(outboxMail)));
  expect(fixture.errors).toEqual([]);
  await fixture.close();
}, 400_000);
