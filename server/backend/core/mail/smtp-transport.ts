import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { composeMessage } from './compose-message.ts';
import type { Delivery, MailTransport } from './mail-transport.ts';

/** Mail server of `SMTP_URL`. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** True for implicit TLS (smtps); otherwise STARTTLS if the server offers it. */
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
/**
 * Generous, because servers check a message before they accept it, and after an early timeout the result is
 * unknown.
 */
const IDLE_TIMEOUT_MS = MINUTE_MS;

const loopbackPattern = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * Parses `smtp://user:password@host:587` or `smtps://user:password@host:465`.
 *
 * @throws Error that describes the format, without the value, because it contains a password
 */
export function parseSmtpUrl(value: string): SmtpServer {
  const url = URL.parse(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('must be smtp://user:password@host:port or smtps://…');
  }
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(url.username === ''
      ? {}
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
  };
}

/** Returns the properties that nodemailer adds to its errors. */
function readErrorProperties(error: unknown): {
  code: string;
  command: string;
  responseCode: number | undefined;
} {
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const [code, command, responseCode] = [read('code'), read('command'), read('responseCode')];
  return {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    command: typeof command === 'string' ? command : '',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}

/**
 * Returns true if the command concerns this message or its recipient, which alone can be refused permanently.
 * Earlier failures concern the configuration.
 */
function isMessageCommand(command: string): boolean {
  return /^(RCPT TO|DATA)/i.test(command);
}

export interface SmtpTimeouts {
  readonly connectMs?: number;
  readonly idleMs?: number;
}

/**
 * Connects to a server with TCP_NODELAY. A message and its end are two writes: without it, the second waits
 * for the delayed acknowledgement of the first, in which time ten mails can be sent.
 */
function openConnection({ host, port }: SmtpServer, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true });
    const giveUp = () =>
      socket.destroy(Object.assign(new Error('Connection timed out'), { code: 'ETIMEDOUT' }));
    socket.setTimeout(timeoutMs, giveUp);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('timeout', giveUp);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Creates a transport that sends each mail over a new SMTP connection. */
export function createSmtpTransport(server: SmtpServer, timeouts: SmtpTimeouts = {}): MailTransport {
  const { host, port, secure, user, password } = server;
  const connectMs = timeouts.connectMs ?? CONNECT_TIMEOUT_MS;
  const transporter = createTransport({
    host,
    port,
    secure,
    getSocket: (
      _options: unknown,
      callback: (failure: Error | null, found: { readonly connection: Socket } | null) => void,
    ) => {
      openConnection(server, connectMs).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(error, null),
      );
    },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    // Never sends a password without TLS, regardless of the capabilities that the server, or a man in the
    // middle, announces.
    requireTLS: !secure && user !== undefined && !loopbackPattern.test(host),
    // Timeout of the TLS handshake for implicit TLS.
    connectionTimeout: connectMs,
    greetingTimeout: timeouts.connectMs ?? GREETING_TIMEOUT_MS,
    socketTimeout: timeouts.idleMs ?? IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail): Promise<Delivery> {
      const message = await composeMessage(mail);
      let isHandedOver = false;
      // Read only after the server has accepted the DATA command.
      const raw = new Readable({
        read() {
          isHandedOver = true;
          this.push(message);
          this.push(null);
        },
      });
      try {
        await transporter.sendMail({ envelope: { from: mail.senderAddress, to: [mail.recipient] }, raw });
        return { outcome: 'sent' };
      } catch (error) {
        const { code, command, responseCode } = readErrorProperties(error);
        const failure = [code, responseCode].filter((part) => part !== undefined).join(' ');
        if (responseCode === undefined) {
          return isHandedOver
            ? { outcome: 'unknown', failure, isServerUnavailable: true }
            : { outcome: 'later', failure, isServerUnavailable: true };
        }
        if (responseCode >= 500 && isMessageCommand(command)) {
          return { outcome: 'refused', failure, isServerUnavailable: false };
        }
        return { outcome: 'later', failure, isServerUnavailable: !isMessageCommand(command) };
      }
    },
  };
}
