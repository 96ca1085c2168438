import { format } from 'node:util';
import { afterEach, beforeEach } from '@jest/globals';

/**
 * Unexpected warnings fail a test: React reports a wrong key, a missing act or a hydration mismatch on the
 * console only. A test that expects a message replaces the method with `jest.spyOn(console, 'error')`.
 */
const watched = ['error', 'warn'] as const;
const originals = { error: console.error, warn: console.warn };
let messages: string[] = [];

beforeEach(() => {
  messages = [];
  for (const method of watched) {
    console[method] = (...args: unknown[]) => {
      messages.push(`console.${method}: ${format(...args)}`);
    };
  }
});

afterEach(() => {
  const unexpected = messages;
  messages = [];
  for (const method of watched) console[method] = originals[method];
  if (unexpected.length > 0) throw new Error(`Unexpected message on the console\n${unexpected.join('\n')}`);
});
