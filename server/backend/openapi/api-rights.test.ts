import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { renderApiRights } from './api-rights.ts';

describe('docs/api-rights.md', () => {
  it('matches the contract (update it with npm run api-rights)', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api-rights.md'), 'utf8');
    expect(page).toBe(renderApiRights());
  });
});
