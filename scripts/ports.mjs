// Ports of the processes that `npm start` and `npm run dev` run. Plain JavaScript with built-ins only, as `start.mjs` needs it.
import { get } from 'node:http';
import { createServer } from 'node:net';

/**
 * Returns the loopback address for a process that listens on all addresses; other hosts are returned
 * unchanged.
 */
export function getReachableHost(host) {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/**
 * Checks that every port can be listened on, before anything is started.
 *
 * @param {{ setting: string, port: number, host: string }[]} wanted `setting` is the environment variable that chooses the port
 * @param {string} command that the message names, such as 'npm start'
 * @returns {Promise<string | null>} what is wrong with the first port that cannot be used, and what to do
 */
export async function findPortConflict(wanted, command) {
  const owners = new Map();
  for (const { setting, port, host } of wanted) {
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      return `${setting} is not a port: choose a number from 0 to 65535.`;
    }
    // The system chooses a free port.
    if (port === 0) continue;
    const advice = `${setting}=${port < 65_000 ? port + 10 : port - 10} ${command}`;
    const owner = owners.get(port);
    if (owner) return `${owner} and ${setting} are both ${port}. Choose another: ${advice}`;
    owners.set(port, setting);
    const error = await tryToListen(port, host);
    if (!error) continue;
    const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.message})`;
    return `Port ${port} ${reason}. Stop the process that listens on it, or choose another port: ${advice}`;
  }
  return null;
}

/** @returns {Promise<NodeJS.ErrnoException | undefined>} the error of the attempt; undefined if the port is free */
function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Maximum length of a readiness answer; its JSON is short. */
const MAX_ANSWER_CHARACTERS = 10_000;

/**
 * Returns whether a URL answers with a 2xx status.
 *
 * @param {string} url
 * @param {number} timeoutMs
 * @returns {Promise<boolean>}
 */
export const isAnswering = async (url, timeoutMs = 5000) => (await fetchReadiness(url, timeoutMs)).isReady;

/**
 * Checks whether a process is ready. Does not use `fetch`, which refuses some ports, such as 6000.
 *
 * @param {string} url
 * @param {number} timeoutMs
 * @returns {Promise<{ isReady: boolean, reasons: string[] }>} `reasons`: what operators have to do before it
 *   can be ready
 */
export function fetchReadiness(url, timeoutMs = 5000) {
  return new Promise((resolve) => {
    const request = get(url, { timeout: timeoutMs }, (answer) => {
      const isReady = answer.statusCode >= 200 && answer.statusCode < 300;
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        if (text.length < MAX_ANSWER_CHARACTERS) text += part;
      });
      answer.on('error', () => {});
      answer.once('close', () => resolve({ isReady, reasons: isReady ? [] : parseUnreadyReasons(text) }));
    });
    const notReady = () => resolve({ isReady: false, reasons: [] });
    request.once('timeout', () => request.destroy());
    request.once('error', notReady);
  });
}

/** Reads the reasons of a readiness answer; none if it is another answer. */
function parseUnreadyReasons(text) {
  try {
    return Object.values(JSON.parse(text).reasons ?? {}).map(String);
  } catch {
    return [];
  }
}
