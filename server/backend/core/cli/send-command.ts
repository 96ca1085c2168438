import { type IncomingMessage, request as sendHttp } from 'node:http';
import { getErrorCode } from '../../../platform/error-code.ts';
import type { CommandOutput } from './command.ts';
import { COMMANDS_PATH, type CommandRequest, parseCommandOutputLine } from './command-protocol.ts';

/** Address at which a backend of this shop listens for commands, and its token. */
export interface BackendAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

/** Error codes if no backend is running: the connection was never established. */
const NOT_RUNNING_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EADDRNOTAVAIL',
]);

/** Returns the loopback address for a process that listens on all addresses. */
const getReachableHost = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;

/** Returns the message for a refused command. */
function explainRefusal(status: number | undefined, { host, port }: BackendAddress): string {
  const backendName = `The backend on ${host}:${port} (ADMIN_HOST, BACKEND_ADMIN_PORT)`;
  return status === 401
    ? `${backendName} rejects this token: it belongs to another shop, or its ADMIN_TOKEN differs.`
    : `${backendName} has refused the command (${status}).`;
}

/**
 * Prints the output of the backend line by line.
 *
 * @returns exit code; undefined if the connection was lost before it arrived
 */
async function printAnswer(answer: IncomingMessage, output: CommandOutput): Promise<number | undefined> {
  let exit: number | undefined;
  let rest = '';
  answer.setEncoding('utf8');
  try {
    for await (const chunk of answer) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        const line = parseCommandOutputLine(text);
        if (line === undefined) continue;
        if ('say' in line) output.print(line.say);
        else if ('warn' in line) output.warn(line.warn);
        else exit = line.exit;
      }
    }
  } catch {
    // Connection lost. The exit code, which comes last, may have arrived before.
  }
  return exit;
}

/**
 * Runs a command in the running backend.
 *
 * @returns exit code; null if no backend is running, or one of a release without commands
 */
export function sendCommandToBackend(
  name: string,
  commandRequest: CommandRequest,
  address: BackendAddress,
  output: CommandOutput,
): Promise<number | null> {
  const { host, port, token } = address;
  const body = JSON.stringify(commandRequest);
  return new Promise((resolve) => {
    const fail = (text: string) => {
      output.warn(text);
      resolve(1);
    };
    const request = sendHttp({
      host: getReachableHost(host),
      port,
      path: `${COMMANDS_PATH}/${encodeURIComponent(name)}`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    request.on('error', (error) => {
      const code = getErrorCode(error);
      if (code !== undefined && NOT_RUNNING_CODES.has(code)) resolve(null);
      else fail(`The backend on ${host}:${port} did not respond (${code ?? error.message}).`);
    });
    request.on('response', (response) => {
      if (response.statusCode === 404) {
        response.resume();
        resolve(null);
        return;
      }
      if (response.statusCode !== 200) {
        response.resume();
        fail(explainRefusal(response.statusCode, address));
        return;
      }
      void printAnswer(response, output).then((exit) => {
        if (exit !== undefined) resolve(exit);
        else fail('The connection to the backend was lost; see its log for the result of the command.');
      });
    });
    request.end(body);
  });
}
