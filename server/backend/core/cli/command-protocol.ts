/** Protocol between the command line and the backend that runs the command. */

/** Path on the admin port, followed by the name of the command. */
export const COMMANDS_PATH = '/commands';

/** Body of the request. */
export interface CommandRequest {
  readonly words: readonly string[];
  /** Absolute working directory of the caller. */
  readonly workingDirectory: string;
}

/** One line of the response, as JSON. The last line contains the exit code. */
export type CommandOutputLine =
  | { readonly say: string }
  | { readonly warn: string }
  | { readonly exit: number };

const MAX_ARGUMENTS = 1000;
const MAX_ARGUMENT_LENGTH = 4096;

const isArgument = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_ARGUMENT_LENGTH;

/** @returns null if the body is not a valid request */
export function parseCommandRequest(body: unknown): CommandRequest | null {
  if (typeof body !== 'object' || body === null) return null;
  const words: unknown = Reflect.get(body, 'words');
  const workingDirectory: unknown = Reflect.get(body, 'workingDirectory');
  return Array.isArray(words) &&
    words.length <= MAX_ARGUMENTS &&
    words.every(isArgument) &&
    isArgument(workingDirectory)
    ? { words, workingDirectory }
    : null;
}

/** @returns undefined if the text is not a valid line of the response */
export function parseCommandOutputLine(text: string): CommandOutputLine | undefined {
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
