import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import express, { type Express } from 'express';
import sharp from 'sharp';
import request from 'supertest';
import { answerErrors } from '../../core/http/problem-answers.ts';
import { createPictureFiles } from './picture-files.ts';
import { createPictureRoutes } from './routes.ts';
import { createPictureService, type PictureSource } from './service.ts';

const drawingHash = '0123456789abcdef';
const bag = {
  type: 'bag',
  name: 'Prado Balance Muesli',
  line: 'Prado',
  way: 'meadow',
  brand: 'HAVERO',
  size: '20 kg',
};

/** Hash of an uploaded picture. */
const uploadedHash = '00112233445566ff';
let uploadedOriginal: Buffer;

let pictureFolder: string;
let findOptions: jest.Mock<PictureSource['findOptions']>;
let pictureApp: Express;

beforeEach(async () => {
  pictureFolder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'));
  findOptions = jest.fn(async (asked: string) => (asked === drawingHash ? bag : undefined));
  const pictures = createPictureService({
    source: {
      findOptions,
      findPhoto: async () => undefined,
      findOriginal: async (asked) => (asked === uploadedHash ? uploadedOriginal : undefined),
    },
    files: createPictureFiles(path.join(pictureFolder, 'images')),
  });
  pictureApp = express()
    .use(createPictureRoutes(pictures))
    .use(answerErrors({ errors: { reportError: () => {}, flush: async () => {} } }));
});

afterEach(() => rm(pictureFolder, { recursive: true }));

describe('uploaded pictures', () => {
  it('are available in every size and format, never enlarged', async () => {
    const create = { width: 300, height: 150, channels: 3, background: '#c80' } as const;
    uploadedOriginal = await sharp({ create }).webp().toBuffer();
    for (const [file, width] of [
      ['96.png', 96],
      ['260.webp', 260],
      ['1472.avif', 300],
    ] as const) {
      const answer = await request(pictureApp)
        .get(`/images/${uploadedHash}/${file}`)
        .buffer(true)
        .expect(200);
      expect((await sharp(answer.body).metadata()).width).toBe(width);
    }
    await request(pictureApp)
      .get(`/images/${uploadedHash}/96.png`)
      .set('if-none-match', `"${uploadedHash}-96-png"`)
      .expect(304);
  });
});

describe('product pictures', () => {
  it('are drawn at the requested width on a transparent background and cached permanently', async () => {
    const answer = await request(pictureApp).get(`/images/${drawingHash}/260.png`).expect(200);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { width, height, hasAlpha } = await sharp(answer.body).metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 260, height: 308, hasAlpha: true });
    const { data } = await sharp(answer.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
    expect((await sharp(answer.body).stats()).isOpaque).toBe(false);
  });

  it.each([
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
  ])('are available as %s', async (extension, type, format) => {
    const answer = await request(pictureApp)
      .get(`/images/${drawingHash}/96.${extension}`)
      .buffer(true)
      .expect(200);
    expect(answer.headers['content-type']).toBe(type);
    expect((await sharp(answer.body).metadata()).format).toBe(format);
  });

  it('return 304 for a matching ETag', async () => {
    const { headers } = await request(pictureApp).get(`/images/${drawingHash}/96.webp`).expect(200);
    const etag = String(headers.etag);
    await request(pictureApp).get(`/images/${drawingHash}/96.webp`).set('if-none-match', etag).expect(304);
    await request(pictureApp)
      .get(`/images/${drawingHash}/96.webp`)
      .set('if-none-match', `"x", W/${etag}`)
      .expect(304);
    await request(pictureApp).get(`/images/${drawingHash}/96.webp`).set('if-none-match', '"x"').expect(200);
  });

  it('are not drawn for a matching ETag, and return 404 for the ETag of an unknown picture', async () => {
    const tagOf = (of: string) => `"${of}-96-webp"`;
    await request(pictureApp)
      .get(`/images/${drawingHash}/96.webp`)
      .set('if-none-match', tagOf(drawingHash))
      .expect(304);
    expect(existsSync(path.join(pictureFolder, 'images'))).toBe(false);
    const unknown = 'f'.repeat(drawingHash.length);
    await request(pictureApp)
      .get(`/images/${unknown}/96.webp`)
      .set('if-none-match', tagOf(unknown))
      .expect(404);
  });

  it('are drawn once for concurrent requests and never again', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => request(pictureApp).get(`/images/${drawingHash}/96.webp`).expect(200)),
    );
    await request(pictureApp).get(`/images/${drawingHash}/96.webp`).expect(200);
    expect(findOptions).toHaveBeenCalledTimes(1);
    const kept = await readdir(path.join(pictureFolder, 'images', drawingHash.slice(0, 2), drawingHash));
    expect(kept.toSorted()).toEqual(['96.webp', 'master.png']);
  });

  it.each([
    `/images/${drawingHash}/97.webp`,
    `/images/${drawingHash}/96.gif`,
    `/images/${drawingHash}/96.webp.png`,
    `/images/${drawingHash}/0096.webp`,
    '/images/fedcba9876543210/96.webp',
    '/images/ABCDEF0123456789/96.webp',
    '/images/..%2f..%2fetc/96.webp',
  ])('do not exist at %s', async (url) => {
    const answer = await request(pictureApp).get(url).expect(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('allow no other method than GET', async () => {
    const answer = await request(pictureApp).delete(`/images/${drawingHash}/96.webp`).expect(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  it('leave no file behind if writing fails', async () => {
    const files = createPictureFiles(path.join(pictureFolder, 'images'));
    await files.store(drawingHash, '96.png', Buffer.from('picture'));
    await expect(files.store(drawingHash, '96.png/x', Buffer.from('picture'))).rejects.toThrow();
    expect(await readdir(path.join(pictureFolder, 'images', '01', drawingHash))).toEqual(['96.png']);
  });
});
