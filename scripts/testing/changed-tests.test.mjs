import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chooseChangedTests } from './changed-tests.mjs';

let root;

const write = (file, source) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), source);
};
const git = (...args) => execFileSync('git', args, { cwd: root });

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'shop-changes-'));
  write('shared/rule.ts', 'export const rule = 1;\n');
  write('shared/rule.test.ts', "import { rule } from './rule.ts';\n");
  write('server/service.ts', "import { rule } from '../shared/rule.ts';\n");
  write('test/integration/commerce/service.test.ts', "import '../../../server/service.ts';\n");
  write('test/browser/service.test.ts', "import '../../server/service.ts';\n");
  write('shared/other.test.ts', "import './other.ts';\n");
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '-qm', 'first');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('chooseChangedTests', () => {
  it('returns the tests that import an edited module, nearest first', () => {
    write('shared/rule.ts', 'export const rule = 2;\n');
    expect(chooseChangedTests(root, 'HEAD')).toEqual({
      edited: ['shared/rule.ts'],
      tests: ['shared/rule.test.ts', 'test/integration/commerce/service.test.ts'],
      leftOut: 0,
    });
  });

  it('includes an edited test file, and one that is not committed', () => {
    write('shared/other.test.ts', '\n');
    write('shared/new.test.ts', '\n');
    expect(chooseChangedTests(root, 'HEAD').tests.toSorted()).toEqual([
      'shared/new.test.ts',
      'shared/other.test.ts',
    ]);
  });

  it('returns no tests if nothing was edited', () => {
    expect(chooseChangedTests(root, 'HEAD')).toEqual({ edited: [], tests: [], leftOut: 0 });
  });

  it('returns tests within a time budget, and counts the others', () => {
    for (let index = 0; index < 300; index += 1) {
      write(`shared/many/${index}.test.ts`, "import { rule } from '../rule.ts';\n");
    }
    write('shared/rule.ts', 'export const rule = 2;\n');
    const { tests, leftOut } = chooseChangedTests(root, 'HEAD');
    expect(leftOut).toBeGreaterThan(0);
    expect(tests.length + leftOut).toBe(302);
  });
});
