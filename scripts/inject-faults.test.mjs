import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { faultsInBackend } from './faults/backend.mjs';
import { faultsInBuild } from './faults/build.mjs';
import { faultsInClient } from './faults/client.mjs';
import { faultsInShared } from './faults/shared.mjs';
import { faultsInWeb } from './faults/web.mjs';

const projectRoot = path.join(import.meta.dirname, '..');
const faults = [...faultsInWeb, ...faultsInBackend, ...faultsInClient, ...faultsInShared, ...faultsInBuild];

describe('the list of faults that are injected into the code', () => {
  it('contains more than 50 faults', () => {
    expect(faults.length).toBeGreaterThan(50);
  });

  it.each(faults)('finds the text of $id exactly once in its file', ({ file, find, replace }) => {
    const source = readFileSync(path.join(projectRoot, file), 'utf8');
    expect(source.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });
});
