import express, { type Request, type RequestHandler, Router } from 'express';
import { hasBearerToken } from '../../../platform/bearer-token.ts';
import type { Log } from '../../../platform/logging.ts';
import { refuseUnreadableBody } from '../../../platform/refuse-unreadable-body.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import { ExpectedError } from '../expected-error.ts';
import type { Command, CommandContext, CommandOutput } from './command.ts';
import {
  COMMANDS_PATH,
  type CommandOutputLine,
  type CommandRequest,
  parseCommandRequest,
} from './command-protocol.ts';

export interface CommandRoutesOptions<Context extends CommandContext = CommandContext> {
  readonly commands: readonly Command<Context>[];
  /**
   * `ADMIN_TOKEN`; undefined if it could be neither read nor created, in which case all requests are
   * refused.
   */
  readonly token: string | undefined;
  /** `ADMIN_HOST` */
  readonly host: string;
  readonly createContext: (output: CommandOutput) => Context;
  /**
   * Runs a heavy command in a separate process and returns its exit code; undefined if only this process can
   * access the data.
   */
  readonly runInSeparateProcess:
    | ((name: string, asked: CommandRequest, output: CommandOutput) => Promise<number>)
    | undefined;
  readonly log: Log;
  readonly errors: ErrorReporter;
}

/** Returns true if a browser sent the request. The command line sends no such headers. */
export const isBrowser = (request: Request): boolean =>
  request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;

/** Returns true if the `Host` header names this port. Protects against DNS rebinding. */
export function isHostOfThisPort({ socket, headers }: Request, adminHost: string): boolean {
  const hostUrl = URL.parse(`http://${headers.host ?? ''}`);
  const local = socket.localAddress?.replace(/^::ffff:/, '');
  const name = hostUrl?.hostname.replace(/^\[|\]$/g, '');
  const isLoopback = local !== undefined && /^(127\.|::1$)/.test(local);
  const isKnownHostname = name === local || name === adminHost || (isLoopback && name === 'localhost');
  return isKnownHostname && Number(hostUrl?.port || 80) === socket.localPort;
}

/**
 * Handles `POST /commands/<name>` on the admin port: runs a command and streams its output, one JSON document
 * per line. Only for operators: requires the token, no `Origin` header, and the port's own address as `Host`.
 */
export function createCommandRoutes<Context extends CommandContext>(
  options: CommandRoutesOptions<Context>,
): Router {
  const { commands, token, host, createContext, runInSeparateProcess, log, errors } = options;

  const authorise: RequestHandler = (request, response, next) => {
    const refuse = (status: number) => {
      log.warn({ status }, 'command_refused');
      response.status(status).json({ status: 'refused' });
    };
    if (isBrowser(request)) refuse(403);
    else if (!isHostOfThisPort(request, host)) refuse(421);
    else if (token === undefined || !hasBearerToken(request.get('authorization'), token)) {
      response.set('www-authenticate', 'Bearer');
      refuse(401);
    } else next();
  };

  async function run(
    command: Command<Context>,
    asked: CommandRequest,
    output: CommandOutput,
  ): Promise<number> {
    const work = command.prepare(asked.words, asked.workingDirectory);
    if (!work) {
      output.warn(command.usage);
      return 1;
    }
    try {
      return runInSeparateProcess && command.isHeavy
        ? await runInSeparateProcess(command.name, asked, output)
        : await work(createContext(output));
    } catch (error) {
      if (error instanceof ExpectedError) output.warn(error.message);
      else {
        errors.reportError(error, { command: command.name });
        output.warn('The command failed; see the log of the backend.');
      }
      return 1;
    }
  }

  const handle: RequestHandler<{ name: string }> = async (request, response) => {
    const asked = request.is('application/json') ? parseCommandRequest(request.body) : null;
    const command = commands.find(({ name }) => name === request.params.name);
    if (!asked || !command) {
      response.status(command ? 400 : 404).json({ status: command ? 'bad_request' : 'not_found' });
      return;
    }
    log.info({ command: command.name }, 'command_started');
    response.set({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    response.flushHeaders();
    // If the client disconnects, the command continues without output.
    const tell = (line: CommandOutputLine) => response.write(`${JSON.stringify(line)}\n`);
    const exit = await run(command, asked, {
      print: (text) => tell({ say: text }),
      warn: (text) => tell({ warn: text }),
    });
    log.info({ command: command.name, exit }, 'command_ended');
    tell({ exit });
    response.end();
  };

  return Router()
    .post(`${COMMANDS_PATH}/:name`, authorise, express.json({ limit: '64kb' }), refuseUnreadableBody, handle)
    .use(COMMANDS_PATH, authorise);
}
