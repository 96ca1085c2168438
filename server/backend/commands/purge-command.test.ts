import { describe, expect, it } from '@jest/globals';
import type { WebAnswer } from '../web-caches.ts';
import { purgeCommand } from './purge-command.ts';

async function run(words: readonly string[], answers: readonly WebAnswer[]) {
  const [said, warned, forgotten]: [string[], string[], string[]] = [[], [], []];
  const work = purgeCommand.prepare(words, '/');
  const exit = await work?.({
    say: (text) => said.push(text),
    warn: (text) => warned.push(text),
    openDatabase: () => Promise.reject(new Error('It needs none')),
    webCaches: {
      forget: async (keys) => {
        forgotten.push(...keys);
        return answers;
      },
    },
    now: new Date(0),
    collectGarbage: () => {},
  });
  return { exit, said, warned, forgotten };
}

describe('npm run purge', () => {
  it('tells every web, and says how many pages each has forgotten', async () => {
    const answers = [
      { host: 'one:9100', pages: 3 },
      { host: 'two:9100', pages: 4 },
    ];
    expect(await run(['product-101', 'category-11'], answers)).toEqual({
      exit: 0,
      said: ['one:9100: 3 pages forgotten', 'two:9100: 4 pages forgotten'],
      warned: [],
      forgotten: ['product-101', 'category-11'],
    });
  });

  it('fails, and names the web, where one could not be told', async () => {
    const answers = [
      { host: 'one:9100', pages: 3 },
      { host: 'two:9100', pages: 0, reason: 'ECONNREFUSED' },
    ];
    expect(await run(['--all'], answers)).toEqual({
      exit: 1,
      said: ['one:9100: 3 pages forgotten'],
      warned: ['two:9100: failed (ECONNREFUSED)'],
      forgotten: ['*'],
    });
  });

  it.each([[[]], [['product']], [['--all', 'site-1']], [['*']]])('does not understand %j', (words) => {
    expect(purgeCommand.prepare(words, '/')).toBeNull();
  });
});
