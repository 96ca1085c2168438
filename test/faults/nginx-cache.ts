import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { eventually } from './visit.ts';

const configFolder = path.resolve(import.meta.dirname, '../../deploy/nginx');
/** User id of Debian's user without rights: nginx runs as this user if the tests run as root. */
const NOBODY_UID = 65_534;

/** The repository's nginx configuration in front of a web, with an empty cache. */
export interface Edge {
  readonly port: number;
  /** Reads the access log and the error log of nginx. */
  readLogs(): Promise<{ readonly access: string; readonly error: string }>;
  /** Reads the stored responses as they are on the disk, head and body. */
  readStored(): Promise<Buffer[]>;
  /** Returns the cache keys of the stored responses. */
  listKeys(): Promise<string[]>;
  /** Removes the folder for large bodies, so that nginx cannot store one. */
  loseTemporaryFolder(): Promise<void>;
  stop(): Promise<void>;
}

/** Finds an installed nginx; null if there is none. `/usr/sbin` is often not in the path of a user. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file)) ?? null;
}

/**
 * Replaces a part of the configuration.
 *
 * @throws Error if the part is missing, so that no replacement is lost after an edit of the configuration
 */
function replaceConfigPart(text: string, part: string | RegExp, replacement: string): string {
  const changed = text.replace(part, () => replacement);
  if (changed === text) throw new Error(`deploy/nginx/nginx.conf does not contain ${part}`);
  return changed;
}

/**
 * Adapts the configuration to an unprivileged process on a shared machine: its address, its files, and the
 * address of the web. Drops `resolve` and `resolver`: the name of the web is Docker's, and open source nginx
 * supports `resolve` from 1.27.3 on only.
 */
function adaptNginxConfig(options: { port: number; webPort: number; folder: string }): string {
  const { port, webPort, folder } = options;
  let text = readFileSync(path.join(configFolder, 'nginx.conf'), 'utf8');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary/${name};`)
    .join('\n  ');
  text = replaceConfigPart(text, /worker_processes auto;/, 'worker_processes 2;');
  text = replaceConfigPart(text, /pid \S+;/, `pid ${folder}/nginx.pid;`);
  text = replaceConfigPart(text, 'http {', `http {\n  ${temporary}`);
  text = replaceConfigPart(text, 'access_log /dev/stdout', `access_log ${folder}/access.log`);
  text = replaceConfigPart(text, 'error_log /dev/stderr', `error_log ${folder}/error.log`);
  text = replaceConfigPart(text, /resolver [^;]+;/, '');
  text = replaceConfigPart(text, 'server web:3000 resolve ', `server 127.0.0.1:${webPort} `);
  text = replaceConfigPart(text, '/var/cache/nginx/pages', `${folder}/cache/pages`);
  text = replaceConfigPart(text, '/var/cache/nginx/files', `${folder}/cache/files`);
  text = replaceConfigPart(text, 'listen 8080', `listen 127.0.0.1:${port}`);
  return replaceConfigPart(text, 'root /etc/nginx/closed', `root ${folder}/closed`);
}

/**
 * Starts nginx with the repository's configuration.
 *
 * @param nginx path of the program
 * @throws Error with the log if it does not start
 */
export async function startNginxCache(nginx: string, webPort: number): Promise<Edge> {
  const port = await findFreePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-edge-'));
  for (const name of ['temporary', 'cache']) await mkdir(path.join(folder, name));
  await cp(path.join(configFolder, 'closed'), path.join(folder, 'closed'), { recursive: true });
  const configFile = path.join(folder, 'nginx.conf');
  await writeFile(configFile, adaptNginxConfig({ port, webPort, folder }));
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const name of ['.', 'temporary', 'cache'])
      await chown(path.join(folder, name), NOBODY_UID, NOBODY_UID);

  // Until the configuration is read, nginx logs to the file of `-e`, or else to one that only root can write.
  const child = spawn(nginx, ['-e', path.join(folder, 'start.log'), '-c', configFile, '-g', 'daemon off;'], {
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY_UID, gid: NOBODY_UID }),
  });
  const ended = once(child, 'exit');
  const readText = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  const readStored = async () => {
    const cache = path.join(folder, 'cache');
    const names = await readdir(cache, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    return Promise.all(files.map(({ parentPath, name }) => readFile(path.join(parentPath, name))));
  };
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    await eventually(async () => {
      if (child.exitCode !== null) return;
      await fetchRaw({ port, path: '/health/live' });
    });
    if (child.exitCode !== null) throw new Error(`nginx does not start:\n${await readText('start.log')}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    readLogs: async () => ({ access: await readText('access.log'), error: await readText('error.log') }),
    readStored,
    listKeys: async () => {
      const stored = await readStored();
      return stored.map((file) => /\nKEY: (.*)\n/.exec(file.toString('latin1'))?.[1] ?? '').sort();
    },
    loseTemporaryFolder: () => rm(path.join(folder, 'temporary'), { recursive: true }),
    stop,
  };
}
