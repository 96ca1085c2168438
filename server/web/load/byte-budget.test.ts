import { describe, expect, it } from '@jest/globals';
import { createByteBudget } from './byte-budget.ts';

describe('createByteBudget', () => {
  it('ends the oldest non-empty holdings until the rest fits', () => {
    const cut: string[] = [];
    const budget = createByteBudget(100);
    budget.hold(() => cut.push('idle'));
    const first = budget.hold(() => cut.push('first'));
    const second = budget.hold(() => cut.push('second'));
    const third = budget.hold(() => cut.push('third'));
    first.set(40);
    second.set(40);
    third.set(10);
    expect(cut).toEqual([]);
    third.set(50);
    expect(cut).toEqual(['first']);
    expect(budget.bytes).toBe(90);
    third.set(70);
    expect(cut).toEqual(['first', 'second']);
    first.set(1000);
    expect(budget.bytes).toBe(70);
  });

  it('ends even the newest holding if it exceeds the limit alone', () => {
    const cut: string[] = [];
    const budget = createByteBudget(100);
    budget.hold(() => cut.push('only')).set(101);
    expect(cut).toEqual(['only']);
    expect(budget.bytes).toBe(0);
  });

  it('subtracts released bytes once', () => {
    const budget = createByteBudget(100);
    const holding = budget.hold(() => {});
    holding.set(60);
    holding.release();
    holding.release();
    expect(budget.bytes).toBe(0);
  });
});
