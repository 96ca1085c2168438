import { describe, expect, it } from '@jest/globals';
import { findCommitSubjectProblem } from './commit-subjects.mjs';

describe('findCommitSubjectProblem', () => {
  it.each([
    'cart: merge guest lines at sign-in',
    'client, web: send the head before the page is ready',
    'payments: process refunds in the order of the orders',
    'docs: address the questions of new developers',
  ])('accepts "%s"', (subject) => {
    expect(findCommitSubjectProblem(subject)).toBeNull();
  });

  it.each([
    ['Merge guest lines at sign-in', 'has no scope'],
    ['Cart: merge guest lines', 'has no scope'],
    ['cart:merge guest lines', 'has no scope'],
    ['cart: merges guest lines', 'use the imperative'],
    ['cart: merged guest lines', 'use the imperative'],
    ['cart: merging guest lines', 'use the imperative'],
    ['cart: merge guest lines.', 'full stop'],
    [`cart: merge ${'x'.repeat(61)}`, '73 characters'],
  ])('refuses "%s"', (subject, problem) => {
    expect(findCommitSubjectProblem(subject)).toContain(problem);
  });
});
