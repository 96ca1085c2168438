import { describe, expect, it } from '@jest/globals';
import { purgeCommand } from '../../app/purge-command.ts';

describe('npm run purge', () => {
  it.each([[[]], [['product']], [['--all', 'site-1']], [['*']]])('rejects %j', (words) => {
    expect(purgeCommand.prepare(words, '/')).toBeNull();
  });
});
