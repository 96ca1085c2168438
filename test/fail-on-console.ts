import { format } from 'node:util';
import { afterEach, beforeEach } from '@jest/globals';

/**
 * Unexpected warnings fail a test: React reports a wrong key, a missing act or a hydration mismatch on the
 * console only. A test that expects a message replaces the method with `jest.spyOn(console, 'error')`.
 */
const watchedConsoleMethods = ['error', 'warn'] as const;
const originalConsole = { error: console.error, warn: console.warn };
let consoleMessages: string[] = [];

/**
 * Matches the message of jsdom when a test follows a link: jsdom cannot leave the page. It comes from a timer,
 * which may fire during a later test.
 */
const FOLLOWED_LINK_MESSAGE_PATTERN = /^Error: Not implemented: navigation/;

beforeEach(() => {
  consoleMessages = [];
  for (const method of watchedConsoleMethods) {
    console[method] = (...args: unknown[]) => {
      const text = format(...args);
      if (!FOLLOWED_LINK_MESSAGE_PATTERN.test(text)) consoleMessages.push(`console.${method}: ${text}`);
    };
  }
});

afterEach(() => {
  const unexpected = consoleMessages;
  consoleMessages = [];
  for (const method of watchedConsoleMethods) console[method] = originalConsole[method];
  if (unexpected.length > 0) throw new Error(`Unexpected message on the console\n${unexpected.join('\n')}`);
});
