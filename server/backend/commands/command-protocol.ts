/** How a command travels to the backend that does it, and what it says comes back. */

/** Path on the admin port; the name of the command follows. */
export const COMMANDS_PATH = '/commands';

/** The body of the request. */
export interface CommandRequest {
  readonly words: readonly string[];
  /** Absolute: where the caller stands. */
  readonly workingDirectory: string;
}

/** One line of the answer, as JSON; the last one has the exit code. */
export type CommandLine = { readonly say: string } | { readonly warn: string } | { readonly exit: number };

const MAX_WORDS = 1000;
const MAX_WORD_LENGTH = 4096;

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_WORD_LENGTH;

/** @returns null for what is no request */
export function parseCommandRequest(body: unknown): CommandRequest | null {
  if (typeof body !== 'object' || body === null) return null;
  const words: unknown = Reflect.get(body, 'words');
  const workingDirectory: unknown = Reflect.get(body, 'workingDirectory');
  return Array.isArray(words) && words.length <= MAX_WORDS && words.every(isWord) && isWord(workingDirectory)
    ? { words, workingDirectory }
    : null;
}

/** @returns undefined for what is no line of an answer */
export function parseCommandLine(text: string): CommandLine | undefined {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof line !== 'object' || line === null) return undefined;
  const read = (name: string): unknown => Reflect.get(line, name);
  const [say, warn, exit] = [read('say'), read('warn'), read('exit')];
  if (typeof say === 'string') return { say };
  if (typeof warn === 'string') return { warn };
  return typeof exit === 'number' ? { exit } : undefined;
}
