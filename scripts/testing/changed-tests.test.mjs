import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chooseChangedTests } from './changed-tests.mjs';

let repositoryFolder;

const writeRepositoryFile = (file, source) => {
  mkdirSync(path.dirname(path.join(repositoryFolder, file)), { recursive: true });
  writeFileSync(path.join(repositoryFolder, file), source);
};
const git = (...args) => execFileSync('git', args, { cwd: repositoryFolder });

beforeEach(() => {
  repositoryFolder = mkdtempSync(path.join(tmpdir(), 'shop-changes-'));
  writeRepositoryFile('shared/rule.ts', 'export const rule = 1;\n');
  writeRepositoryFile('shared/rule.test.ts', "import { rule } from './rule.ts';\n");
  writeRepositoryFile('server/service.ts', "import { rule } from '../shared/rule.ts';\n");
  writeRepositoryFile('test/integration/commerce/service.test.ts', "import '../../../server/service.ts';\n");
  writeRepositoryFile('test/browser/service.test.ts', "import '../../server/service.ts';\n");
  writeRepositoryFile('shared/other.test.ts', "import './other.ts';\n");
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '-qm', 'first');
});

afterEach(() => rmSync(repositoryFolder, { recursive: true, force: true }));

describe('chooseChangedTests', () => {
  it('returns the tests that import an edited module, nearest first', () => {
    writeRepositoryFile('shared/rule.ts', 'export const rule = 2;\n');
    expect(chooseChangedTests(repositoryFolder, 'HEAD')).toEqual({
      edited: ['shared/rule.ts'],
      tests: ['shared/rule.test.ts', 'test/integration/commerce/service.test.ts'],
      leftOut: 0,
    });
  });

  it('includes an edited test file, and one that is not committed', () => {
    writeRepositoryFile('shared/other.test.ts', '\n');
    writeRepositoryFile('shared/new.test.ts', '\n');
    expect(chooseChangedTests(repositoryFolder, 'HEAD').tests.toSorted()).toEqual([
      'shared/new.test.ts',
      'shared/other.test.ts',
    ]);
  });

  it('returns no tests if nothing was edited', () => {
    expect(chooseChangedTests(repositoryFolder, 'HEAD')).toEqual({ edited: [], tests: [], leftOut: 0 });
  });

  it('returns tests within a time budget, and counts the others', () => {
    for (let index = 0; index < 300; index += 1) {
      writeRepositoryFile(`shared/many/${index}.test.ts`, "import { rule } from '../rule.ts';\n");
    }
    writeRepositoryFile('shared/rule.ts', 'export const rule = 2;\n');
    const { tests, leftOut } = chooseChangedTests(repositoryFolder, 'HEAD');
    expect(leftOut).toBeGreaterThan(0);
    expect(tests.length + leftOut).toBe(302);
  });
});
