import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { RequestError } from '../middleware/request-error.ts';

export interface AssetOptions {
  /** Folder of the built browser files, without subfolders. */
  readonly directory: string;
}

const yearSeconds = 31_536_000;

/**
 * Format of file names of the build: no folder and no leading dot, so that no file outside the folder can be
 * requested.
 */
const namePattern = /^[A-Za-z0-9_@][A-Za-z0-9_@-]*(\.[A-Za-z0-9_-]+)*\.([a-z0-9]+)$/;
/** Matches a name with a content hash, which is never reused. */
const hashedPattern = /-([A-Z0-9]{8}|[a-f0-9]{10,})\./;

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  webm: 'video/webm',
  mp4: 'video/mp4',
  txt: 'text/plain; charset=utf-8',
};

/** Encodings, best first. */
const fileEncodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    // The file does not exist or cannot be read.
    return false;
  }
}

/**
 * Creates the route `/assets/*`: the built files, in the best encoding of the build that the browser accepts.
 */
export function createAssetRoutes({ directory }: AssetOptions): Router {
  const root = path.resolve(directory);
  const handle: RequestHandler = async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      throw new RequestError(405, 'method_not_allowed');
    }
    const name = request.path.slice('/assets/'.length);
    const extension = namePattern.exec(name)?.[2];
    const type = extension === undefined ? undefined : contentTypes[extension];
    if (type === undefined || !(await isFile(path.join(root, name))))
      throw new RequestError(404, 'not_found');

    let file = name;
    for (const encoding of fileEncodings) {
      if (request.acceptsEncodings(encoding.name) !== encoding.name) continue;
      if (!(await isFile(path.join(root, name + encoding.extension)))) continue;
      file = name + encoding.extension;
      response.set('content-encoding', encoding.name);
      break;
    }
    const isHashed = hashedPattern.test(name);
    response.vary('Accept-Encoding').set({
      'content-type': type,
      'cache-control': isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, no-cache',
    });
    response.sendFile(file, { root, cacheControl: false, dotfiles: 'deny' }, (error) => {
      if (error) next(error);
    });
  };
  return Router({ caseSensitive: true, strict: true }).all('/assets/{*path}', handle);
}
