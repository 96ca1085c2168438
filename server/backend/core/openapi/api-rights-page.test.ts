import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CallContract } from '../../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../../shared/contract/calls.ts';
import { listProblemCodes } from '../../../../shared/contract/list-problem-codes.ts';
import { type CallName, callPaths } from '../../../../shared/contract/paths.ts';
import { listImpliedCodes, renderApiRights } from './api-rights-page.ts';

describe('docs/api-rights.md', () => {
  it('matches the contract (update it with npm run api-rights)', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/api-rights.md'), 'utf8');
    expect(page).toBe(renderApiRights());
  });

  it.each(Object.keys(callPaths) as CallName[])('implies only errors that %s may return', (name) => {
    const contract: CallContract = callContracts[name];
    const codes = listProblemCodes(callPaths[name], contract);
    expect(codes).toEqual(expect.arrayContaining([...listImpliedCodes(callPaths[name], contract)]));
  });
});
