import { describe, expect, it } from '@jest/globals';
import { parseCommandOptions } from './test-options.mjs';

const checks = ['types', 'lint', 'wording', 'commits', 'boundaries', 'locales', 'data-docs'];
const listChosenNames = (...args) => parseCommandOptions(args).chosen.map(({ name }) => name);

describe('parseCommandOptions', () => {
  it('selects the default suites without arguments', () => {
    expect(listChosenNames()).toEqual([...checks, ...['unit-node', 'unit-dom', 'integration', 'browser']]);
    expect(parseCommandOptions([])).toMatchObject({ isAll: false, patterns: [], changedSince: null });
  });

  it('selects every suite with --all', () => {
    expect(listChosenNames('--all')).toEqual([
      ...listChosenNames(),
      'extended',
      'postgresql',
      'faults',
      'dev',
    ]);
    expect(parseCommandOptions(['--all']).isAll).toBe(true);
  });

  it('selects both unit suites by one word, and runs a named suite completely', () => {
    expect(listChosenNames('unit')).toEqual(['unit-node', 'unit-dom']);
    expect(parseCommandOptions(['browser'])).toMatchObject({ isAll: true, patterns: [] });
  });

  it('treats another word as a part of the path of test files, and runs no checks for it', () => {
    expect(parseCommandOptions(['unit', 'cart']).patterns).toEqual(['cart']);
    expect(listChosenNames('cart')).toEqual(
      listChosenNames('--all').filter((name) => !checks.includes(name)),
    );
  });

  it('omits with --changed the suites whose dependencies cannot be traced by imports', () => {
    expect(listChosenNames('--changed')).not.toContain('browser');
    expect(parseCommandOptions(['--changed']).changedSince).toBe('HEAD');
    expect(parseCommandOptions(['--changed=main']).changedSince).toBe('main');
  });

  it('rejects an unknown option', () => {
    expect(() => parseCommandOptions(['--al'])).toThrow('Unknown option: --al');
  });
});
