import { describe, expect, it } from '@jest/globals';
import { readOptions } from './test-options.mjs';

const checks = ['types', 'lint', 'wording', 'commits', 'boundaries', 'locales', 'data-docs'];
const listChosenNames = (...args) => readOptions(args).chosen.map(({ name }) => name);

describe('readOptions', () => {
  it('selects the default suites without arguments', () => {
    expect(listChosenNames()).toEqual([...checks, ...['unit-node', 'unit-dom', 'integration', 'browser']]);
    expect(readOptions([])).toMatchObject({ isAll: false, patterns: [], changedSince: null });
  });

  it('selects every suite with --all', () => {
    expect(listChosenNames('--all')).toEqual([
      ...listChosenNames(),
      'extended',
      'postgresql',
      'faults',
      'dev',
    ]);
    expect(readOptions(['--all']).isAll).toBe(true);
  });

  it('selects both unit suites by one word, and runs a named suite completely', () => {
    expect(listChosenNames('unit')).toEqual(['unit-node', 'unit-dom']);
    expect(readOptions(['browser'])).toMatchObject({ isAll: true, patterns: [] });
  });

  it('treats another word as a part of the path of test files, and runs no checks for it', () => {
    expect(readOptions(['unit', 'cart']).patterns).toEqual(['cart']);
    expect(listChosenNames('cart')).toEqual(
      listChosenNames('--all').filter((name) => !checks.includes(name)),
    );
  });

  it('omits with --changed the suites whose dependencies cannot be traced by imports', () => {
    expect(listChosenNames('--changed')).not.toContain('browser');
    expect(readOptions(['--changed']).changedSince).toBe('HEAD');
    expect(readOptions(['--changed=main']).changedSince).toBe('main');
  });

  it('rejects an unknown option', () => {
    expect(() => readOptions(['--al'])).toThrow('Unknown option: --al');
  });
});
