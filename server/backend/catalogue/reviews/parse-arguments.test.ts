import { describe, expect, it } from '@jest/globals';
import { parseReviewArguments } from './parse-arguments.ts';

const parseLine = (line: string) => parseReviewArguments(line.split(' ').filter((word) => word !== ''));

describe('command line for reviews', () => {
  it.each([
    ['list', { kind: 'list', productId: undefined, isTakenDown: false }],
    ['list --product 101 --hidden', { kind: 'list', productId: 101, isTakenDown: true }],
    ['hide 41 --reason unlawful', { kind: 'hide', reviewId: 41, reason: 'unlawful' }],
    ['show 41', { kind: 'show', reviewId: 41 }],
  ])('parses "%s"', (line, order) => {
    expect(parseLine(line)).toEqual(order);
  });

  it.each([
    'hide 41',
    'hide 41 --reason negative',
    'hide 41 --reason constructor',
    'hide 41 42 --reason unlawful',
    'hide --reason unlawful',
    'hide 1;drop --reason unlawful',
    'show',
    'show 0',
    'show 99999999999999999999',
    'show 41 --reason unlawful',
    'list 41',
    'list --product x',
    'delete 41',
    'list --all',
    '',
  ])('refuses "%s" as an invalid command', (line) => {
    expect(parseLine(line)).toBeNull();
  });
});
