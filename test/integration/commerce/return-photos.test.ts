import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import { rateLimit } from '../../../server/backend/schema/schema.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import {
  BOUNDARY,
  createFieldParts,
  createForm,
  createPhotoPart,
  drawPhoto,
  insertDispatchedOrder,
  MULTIPART_CONTENT_TYPE,
  type Part,
} from '../../fixtures/return-forms.ts';

/** String that must not be in a stored photo. */
const MARK = 'HOSTILE-MARK';

let backend: BackendFixture;
let owner: SignedInCustomer;
let orderId: string;

beforeAll(async () => {
  backend = await openBackendFixture();
  owner = await createSignedInAccount(backend);
  // One piece for each return.
  const line = { productId: 101, productVariantId: VARIANT, quantity: 500, unitAmount: 1995 };
  orderId = await insertDispatchedOrder(backend, owner.accountId, { lines: [line] });
});

afterAll(() => backend?.close());

afterEach(async () => {
  await backend.database.delete(rateLimit);
  expect(backend.errors).toEqual([]);
});

const createReturnParts = (...photos: readonly Part[]): Part[] => [
  ...createFieldParts({ productVariantId: String(VARIANT), orderId, quantity: '1', reason: 'damaged' }),
  ...photos,
];

const sendBody = (body: Buffer, type = MULTIPART_CONTENT_TYPE): Promise<Response> =>
  request(backend.app)
    .post('/api/returns')
    .set({ ...dutchShopHeaders, cookie: owner.cookie, 'content-type': type })
    .send(body)
    .then();

const send = (...photos: readonly Part[]) => sendBody(createForm(createReturnParts(...photos)));

async function fetchPhoto(returnId: string, position = 1): Promise<Buffer> {
  const { status, body } = await request(backend.app)
    .get(`/api/returns/${returnId}/photos/${position}`)
    .set({ ...dutchShopHeaders, cookie: owner.cookie });
  expect(status).toBe(200);
  return body;
}

/** Returns the segments of a JPEG up to its pixels. */
function listJpegMarkers(jpeg: Buffer): number[] {
  const markers: number[] = [];
  let at = 2;
  while (at < jpeg.length) {
    expect(jpeg[at]).toBe(0xff);
    const marker = jpeg[at + 1] ?? 0;
    markers.push(marker);
    // The scan follows.
    if (marker === 0xda) break;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return markers;
}

/** Expects a JPEG that contains only pixels, to its last byte. */
async function expectPixelsOnly(photo: Buffer): Promise<void> {
  expect(photo.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(photo.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  // Except JFIF's own segment, there are no application data (E1 to EF: EXIF, XMP, ICC, maker notes) and no
  // comment (FE).
  expect(
    listJpegMarkers(photo).filter((marker) => (marker > 0xe0 && marker <= 0xef) || marker === 0xfe),
  ).toEqual([]);
  const { format, exif, icc, xmp, iptc, orientation, comments, width, height } =
    await sharp(photo).metadata();
  expect({ format, exif, icc, xmp, iptc, orientation, comments }).toEqual({ format: 'jpeg' });
  expect(Math.max(width, height)).toBeLessThanOrEqual(2500);
  expect(photo.includes(MARK)).toBe(false);
  for (const word of ['Exif', '<script', 'PK\x03\x04', 'GPS', '<?xml', '%PDF'])
    expect(photo.includes(word)).toBe(false);
}

const crcTable = Array.from({ length: 256 }, (_none, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function createPngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, crc]);
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Creates a PNG with a declared size, and with custom chunks before its pixels. */
function createPng(options: {
  width: number;
  height: number;
  before?: readonly Buffer[];
  pixels?: Buffer;
  after?: readonly Buffer[];
}): Buffer {
  const { width, height, before = [], after = [] } = options;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const pixels = options.pixels ?? deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    pngSignature,
    createPngChunk('IHDR', head),
    ...before,
    createPngChunk('IDAT', pixels),
    ...after,
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts a segment after the start of a JPEG. */
function addJpegSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, data, jpeg.subarray(2)]);
}

const createMarkedBytes = (words: string) => Buffer.from(`${words} ${MARK}`);
const createHeifHeader = (brand: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1'),
    Buffer.alloc(200),
  ]);

/** Draws an animated picture of two frames. */
const drawAnimation = () =>
  sharp(Buffer.concat([Buffer.alloc(16 * 16 * 3, 90), Buffer.alloc(16 * 16 * 3, 180)]), {
    raw: { width: 16, height: 32, channels: 3, pageHeight: 16 },
  });

const zip = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  createMarkedBytes(' zip'),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.alloc(18),
]);

type FileContent = Buffer | Promise<Buffer>;
const jpeg = () => drawPhoto('jpeg').toBuffer();
const png = () => drawPhoto('png').toBuffer();
const webp = () => drawPhoto('webp').toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** Refused files, with their error code. */
const refused: readonly (readonly [name: string, code: string, make: () => FileContent])[] = [
  ['an empty file', 'broken', () => Buffer.alloc(0)],
  ['one byte', 'type', () => Buffer.from([0xff])],
  ['the first two bytes of a JPEG', 'type', () => Buffer.from([0xff, 0xd8])],
  ['the first three bytes of a JPEG', 'broken', () => Buffer.from([0xff, 0xd8, 0xff])],
  ['the signature of a PNG', 'broken', () => pngSignature],
  ['the head of a WebP', 'broken', () => Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
  ['zeros', 'type', () => Buffer.alloc(5000)],
  ['text', 'type', () => createMarkedBytes('hello')],
  ['an HTML page', 'type', () => createMarkedBytes('<!doctype html><script>alert(1)</script>')],
  ['a script', 'type', () => createMarkedBytes('alert(1)//')],
  ['an SVG with a script', 'type', () => Buffer.from(svg)],
  [
    'an SVG behind an XML declaration',
    'type',
    () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
  ],
  [
    'a compressed SVG',
    'type',
    () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), deflateSync(Buffer.from(svg))]),
  ],
  ['a GIF', 'type', () => drawPhoto('jpeg').gif().toBuffer()],
  ['an animated GIF', 'type', () => drawAnimation().gif().toBuffer()],
  ['a TIFF', 'type', () => drawPhoto('jpeg').tiff().toBuffer()],
  ['an AVIF', 'type', () => drawPhoto('jpeg').avif().toBuffer()],
  ['a HEIC header', 'type', () => createHeifHeader('heic')],
  ['a HEIF sequence header', 'type', () => createHeifHeader('hevc')],
  ['an AVIF sequence header', 'type', () => createHeifHeader('avis')],
  ['a JPEG 2000 header', 'type', () => Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1')],
  ['a JPEG XL header', 'type', () => Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1')],
  ['a bitmap', 'type', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
  ['an icon', 'type', () => Buffer.from([0, 0, 1, 0, 1, 0, 16, 16])],
  ['a Photoshop file', 'type', () => Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(100)])],
  ['a PDF', 'type', () => createMarkedBytes('%PDF-1.7')],
  [
    'a PDF that names a JPEG inside',
    'type',
    async () => Buffer.concat([createMarkedBytes('%PDF-1.7'), await jpeg()]),
  ],
  ['a ZIP archive', 'type', () => zip],
  ['a program for Windows', 'type', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
  ['a program for Linux', 'type', () => Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(500)])],
  [
    'a command for ImageMagick',
    'type',
    () => createMarkedBytes('push graphic-context\nimage over 0,0 0,0 "https://evil.example/"'),
  ],
  ['a WAV with the extension of a WebP', 'type', () => Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
  ['a JPEG after a space', 'type', async () => Buffer.concat([Buffer.from(' '), await jpeg()])],
  [
    'an HTML page that begins with the bytes of a JPEG',
    'broken',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), createMarkedBytes('<script>')]),
  ],
  [
    'a PNG signature followed by an HTML page',
    'broken',
    () => Buffer.concat([pngSignature, createMarkedBytes('<script>')]),
  ],
  [
    'a WebP header followed by an HTML page',
    'broken',
    () => Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBP', 'latin1'), createMarkedBytes('<script>')]),
  ],
  [
    'an animated WebP',
    'animated',
    () =>
      drawAnimation()
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer(),
  ],
  [
    'an animated PNG',
    'animated',
    () =>
      createPng({
        width: 8,
        height: 8,
        before: [createPngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
      }),
  ],
  [
    'a PNG that says it is 50,000 × 50,000',
    'pixels',
    () => createPng({ width: 50_000, height: 50_000, pixels: deflateSync(Buffer.alloc(1000)) }),
  ],
  [
    'a PNG above the maximum width',
    'broken',
    () => createPng({ width: 2_147_483_647, height: 1, pixels: deflateSync(Buffer.alloc(9)) }),
  ],
  ['a PNG of 40 million pixels and one row', 'pixels', () => createPng({ width: 8000, height: 5001 })],
  [
    'a PNG without width',
    'broken',
    () => createPng({ width: 0, height: 8, pixels: deflateSync(Buffer.alloc(8)) }),
  ],
  [
    'a PNG whose pixels cannot be decompressed',
    'broken',
    () => createPng({ width: 64, height: 64, pixels: Buffer.alloc(500, 7) }),
  ],
  [
    'a PNG without pixels',
    'broken',
    () =>
      Buffer.concat([
        createPng({ width: 8, height: 8 }).subarray(0, 33),
        createPngChunk('IEND', Buffer.alloc(0)),
      ]),
  ],
  [
    'a PNG whose chunk is longer than the file',
    'broken',
    () => Buffer.concat([pngSignature, Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('IHDR')]),
  ],
  [
    'a JPEG that is 60,000 × 60,000',
    'pixels',
    async () => {
      const bytes = Buffer.from(await jpeg());
      const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
      bytes.writeUInt16BE(60_000, frame + 5);
      bytes.writeUInt16BE(60_000, frame + 7);
      return bytes;
    },
  ],
  ...[0.05, 0.2, 0.5, 0.8].map(
    (share) =>
      [
        `a JPEG of which ${share * 100} % came`,
        'broken',
        async () => {
          const bytes = await sharp(
            Buffer.from(Array.from({ length: 30_000 }, (_none, n) => (n * 7919) % 251)),
            { raw: { width: 100, height: 100, channels: 3 } },
          )
            .jpeg()
            .toBuffer();
          return bytes.subarray(0, Math.floor(bytes.length * share));
        },
      ] as const,
  ),
  ...[0.3, 0.9].map(
    (share) =>
      [
        `a PNG of which ${share * 100} % came`,
        'broken',
        async () => {
          const bytes = await sharp(
            Buffer.from(Array.from({ length: 30_000 }, (_none, n) => (n * 7919) % 251)),
            { raw: { width: 100, height: 100, channels: 3 } },
          )
            .png()
            .toBuffer();
          return bytes.subarray(0, Math.floor(bytes.length * share));
        },
      ] as const,
  ),
  [
    'a truncated WebP',
    'broken',
    async () => {
      const bytes = await sharp(Buffer.from(Array.from({ length: 30_000 }, (_none, n) => (n * 7919) % 251)), {
        raw: { width: 100, height: 100, channels: 3 },
      })
        .webp({ lossless: true })
        .toBuffer();
      return bytes.subarray(0, Math.floor(bytes.length / 2));
    },
  ],
  ['8 MB and one byte', 'size', async () => Buffer.concat([await jpeg(), Buffer.alloc(8_000_001)])],
];

const drawJpegWithGps = () =>
  drawPhoto('jpeg')
    .withExif({
      IFD0: { Make: MARK, Model: MARK, ImageDescription: '<script>alert(1)</script>' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 12/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '5/1 58/1 0/1',
      },
    })
    .toBuffer();

/** Accepted files of any type: each is stored as a plain JPEG. */
const acceptedFiles: readonly (readonly [name: string, make: () => FileContent])[] = [
  ['a JPEG', jpeg],
  ['a PNG', png],
  ['a WebP', webp],
  ['a JPEG of one pixel', () => drawPhoto('jpeg', { width: 1, height: 1 }).toBuffer()],
  ['a JPEG with GPS position and camera model', drawJpegWithGps],
  [
    'a WebP with a GPS position',
    async () =>
      sharp(await drawJpegWithGps())
        .keepMetadata()
        .webp()
        .toBuffer(),
  ],
  [
    'a PNG with a GPS position',
    async () =>
      sharp(await drawJpegWithGps())
        .keepMetadata()
        .png()
        .toBuffer(),
  ],
  ['a JPEG with a colour profile', () => drawPhoto('jpeg').withIccProfile('p3').toBuffer()],
  [
    'a JPEG with a comment in markup',
    async () => addJpegSegment(await jpeg(), 0xfe, createMarkedBytes('<script>alert(1)</script>')),
  ],
  [
    'a JPEG with a script in its comment',
    async () => addJpegSegment(await jpeg(), 0xfe, createMarkedBytes("<?php system($_GET['c']); ?>")),
  ],
  [
    'a JPEG with XMP',
    async () =>
      addJpegSegment(await jpeg(), 0xe1, createMarkedBytes('http://ns.adobe.com/xap/1.0/\0<?xml?>')),
  ],
  [
    'a JPEG with broken EXIF',
    async () => addJpegSegment(await jpeg(), 0xe1, createMarkedBytes('Exif\0\0MM\0*\xff\xff\xff\xff')),
  ],
  [
    'a JPEG with maker notes',
    async () => addJpegSegment(await jpeg(), 0xed, createMarkedBytes('Photoshop 3.0')),
  ],
  [
    'a JPEG that is also an HTML page',
    async () =>
      Buffer.concat([
        addJpegSegment(await jpeg(), 0xfe, Buffer.from('<html><!--')),
        createMarkedBytes('--><script>alert(1)</script>'),
      ]),
  ],
  [
    'a JPEG that is also a script',
    async () => Buffer.concat([await jpeg(), createMarkedBytes('*/=alert(1)/*')]),
  ],
  ['a JPEG that is also an archive', async () => Buffer.concat([await jpeg(), zip])],
  [
    'a JPEG that is also a PDF',
    async () =>
      Buffer.concat([
        addJpegSegment(await jpeg(), 0xfe, createMarkedBytes('%PDF-1.7')),
        createMarkedBytes('%%EOF'),
      ]),
  ],
  ['two concatenated JPEGs', async () => Buffer.concat([await jpeg(), await drawJpegWithGps()])],
  [
    'a PNG with markup in its text chunks',
    () =>
      createPng({
        width: 8,
        height: 8,
        before: [createPngChunk('tEXt', createMarkedBytes('Comment\0<script>'))],
      }),
  ],
  [
    'a PNG that is also an HTML page',
    async () => Buffer.concat([await png(), createMarkedBytes('<script>alert(1)</script>')]),
  ],
  [
    'a PNG that declares an animation after its pixels',
    () =>
      createPng({
        width: 8,
        height: 8,
        after: [createPngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
      }),
  ],
  [
    'a PNG with 50 MB of compressed text',
    () =>
      createPng({
        width: 8,
        height: 8,
        before: [
          createPngChunk(
            'zTXt',
            Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(50_000_000))]),
          ),
        ],
      }),
  ],
  ['a WebP that is also an archive', async () => Buffer.concat([await webp(), zip])],
  [
    'a JPEG that is larger than the stored size',
    () => drawPhoto('jpeg', { width: 3200, height: 1200 }).toBuffer(),
  ],
  [
    'a transparent picture',
    () =>
      sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
  ],
  ['a JPEG in CMYK', () => drawPhoto('jpeg').toColourspace('cmyk').jpeg().toBuffer()],
];

it('the lists contain at least sixty hostile files', () => {
  expect(refused.length + acceptedFiles.length).toBeGreaterThanOrEqual(60);
});

describe('a file', () => {
  it.each(refused)('that is %s is refused (%s)', async (_name, code, make) => {
    const { status, body } = await send(createPhotoPart(await make()));
    expect([status, body.code]).toEqual([400, 'file_refused']);
    expect(body.errors).toEqual([{ field: 'photo', code, detail: '1' }]);
  });

  it.each(acceptedFiles)('that is %s is stored as a plain JPEG', async (_name, make) => {
    const { status, body } = await send(createPhotoPart(await make()));
    expect(status).toBe(200);
    await expectPixelsOnly(await fetchPhoto(body.returnId));
  });

  it('is stored upright, whatever its camera orientation was', async () => {
    const bytes = await drawPhoto('jpeg', { width: 40, height: 20 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await send(createPhotoPart(bytes));
    expect(await sharp(await fetchPhoto(body.returnId)).metadata()).toMatchObject({ width: 20, height: 40 });
  });

  it.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'bag.php',
    'bag.svg',
    'bag.jpg\0.html',
    `${'x'.repeat(5000)}.jpg`,
    '<script>alert(1)</script>.jpg',
    "'; drop table return_photo; --.jpg",
    'CON',
    '.',
  ])('can be named %j: its name is not stored', async (fileName) => {
    const { status, body } = await send(createPhotoPart(await jpeg(), fileName));
    expect(status).toBe(200);
    const { headers } = await request(backend.app)
      .get(`/api/returns/${body.returnId}/photos/1`)
      .set({ ...dutchShopHeaders, cookie: owner.cookie });
    expect(headers['content-disposition']).toBe('attachment; filename="return-1.jpg"');
  });

  it.each(['text/html', 'image/svg+xml', 'application/octet-stream', 'image/heic', 'x', ''])(
    'can have the declared type %j: its content decides',
    async (type) => {
      expect((await send(createPhotoPart(await jpeg(), 'bag.jpg', type))).status).toBe(200);
      expect((await send(createPhotoPart(Buffer.from(svg), 'bag.jpg', type))).status).toBe(400);
    },
  );
});

describe('a form', () => {
  it('can have its fields after its files', async () => {
    const parts = createReturnParts(createPhotoPart(await jpeg()));
    expect((await sendBody(createForm(parts.toReversed()))).status).toBe(200);
  });

  it('with a duplicate field is refused', async () => {
    const parts = [
      ...createReturnParts(createPhotoPart(await jpeg())),
      ...createFieldParts({ reason: 'wrong' }),
    ];
    const { status, body } = await sendBody(createForm(parts));
    expect([status, body.errors]).toEqual([400, [{ field: 'reason', code: 'duplicate' }]]);
  });

  it('with files in other fields has no photo', async () => {
    const { status, body } = await send({ ...createPhotoPart(await jpeg()), name: 'other' });
    expect([status, body.errors]).toEqual([400, [{ field: 'photo', code: 'required' }]]);
    const named = await send({ ...createPhotoPart(await jpeg()), name: '__proto__' });
    expect(named.status).toBe(400);
  });

  it('with four photos is refused, and with fifty', async () => {
    for (const count of [4, 50]) {
      const photos = Array<Part>(count).fill(createPhotoPart(await jpeg()));
      expect((await send(...photos)).status).toBe(400);
    }
  });

  it.each([
    ['without its last boundary', (body: Buffer) => body.subarray(0, -6)],
    ['cut inside a file', (body: Buffer) => body.subarray(0, Math.floor(body.length * 0.8))],
    ['cut inside a part header', (body: Buffer) => body.subarray(0, 60)],
    ['without a body', () => Buffer.alloc(0)],
    ['of one line', () => Buffer.from(`--${BOUNDARY}\r\n`)],
    ['of zero bytes', () => Buffer.alloc(10_000)],
    [
      'with another boundary',
      (body: Buffer) => Buffer.from(body.toString('latin1').replaceAll(BOUNDARY, 'other'), 'latin1'),
    ],
    [
      'with a nested multipart form',
      (body: Buffer) =>
        Buffer.concat([
          Buffer.from(
            `--${BOUNDARY}\r\nContent-Disposition: form-data; name="photo"\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n`,
          ),
          Buffer.from('--inner\r\n'.repeat(5000)),
          body.subarray(0, 100),
        ]),
    ],
    ['with 10,000 parts', () => createForm(Array<Part>(10_000).fill({ name: 'x', value: 'y' }))],
    [
      'with a part header of 200 kB',
      () =>
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'x'.repeat(200_000)}"\r\n\r\ny\r\n--${BOUNDARY}--\r\n`,
        ),
    ],
    ['with a part without a header', () => Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`)],
  ])('%s is refused with a message', async (_name, change) => {
    const whole = createForm(createReturnParts(createPhotoPart(await jpeg())));
    const { status, body } = await sendBody(change(whole));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(5000)}`,
  ])('of the type %j is refused', async (type) => {
    const { status, body } = await sendBody(
      createForm(createReturnParts(createPhotoPart(await jpeg()))),
      type,
    );
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it.each([
    'application/json',
    'text/plain',
    'image/jpeg',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
  ])('of the type %s contains no photo', async (type) => {
    expect((await sendBody(Buffer.from('{}'), type)).status).toBe(415);
  });

  it('larger than three photos may be is refused', async () => {
    const { status, body } = await sendBody(Buffer.alloc(24_100_000));
    expect([status, body.code]).toEqual([413, 'body_too_large']);
  });
});
