import { describe, expect, it } from '@jest/globals';
import { purgeCommand } from './purge-command.ts';

/** What each web answers: how many pages it has forgotten, or the code of why it could not be told. */
async function run(words: readonly string[], webs: Readonly<Record<string, number | string>>) {
  const [said, warned, forgotten]: [string[], string[], unknown[]] = [[], [], []];
  const work = purgeCommand.prepare(words, '/');
  const exit = await work?.({
    say: (text) => said.push(text),
    warn: (text) => warned.push(text),
    openDatabase: () => Promise.reject(new Error('It needs none')),
    webCaches: {
      targets: Object.keys(webs),
      tell: async (target, keys) => {
        forgotten.push(keys);
        const answer = webs[target];
        if (typeof answer === 'number') return answer;
        throw Object.assign(new Error('fetch failed'), { cause: { code: answer } });
      },
    },
    deliverPurges: async () => 0,
    now: new Date(0),
    collectGarbage: () => {},
  });
  return { exit, said, warned, forgotten };
}

describe('npm run purge', () => {
  it('tells every web, and says how many pages each has forgotten', async () => {
    const webs = { 'http://one:9100/': 3, 'http://two:9100/': 4 };
    const keys = ['product-101', 'category-11'];
    expect(await run(keys, webs)).toEqual({
      exit: 0,
      said: ['one:9100: 3 pages forgotten', 'two:9100: 4 pages forgotten'],
      warned: [],
      forgotten: [keys, keys],
    });
  });

  it('fails, and names the web, where one could not be told', async () => {
    const webs = { 'http://one:9100/': 3, 'http://two:9100/': 'ECONNREFUSED' };
    expect(await run(['--all'], webs)).toEqual({
      exit: 1,
      said: ['one:9100: 3 pages forgotten'],
      warned: ['two:9100: failed (ECONNREFUSED)'],
      forgotten: [['*'], ['*']],
    });
  });

  it.each([[[]], [['product']], [['--all', 'site-1']], [['*']]])('does not understand %j', (words) => {
    expect(purgeCommand.prepare(words, '/')).toBeNull();
  });
});
