import { describe, expect, it } from '@jest/globals';
import { readPreview, signPreviewCookie } from './preview-cookie.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2026-11-05T12:00:00Z');
const hostScope = { siteId: 1, languageId: 4 };
const preview = {
  instant: new Date('2026-12-24T17:00:00Z'),
  endsAt: new Date('2026-11-05T14:00:00Z'),
  staffMemberId: '5b6a1f0c-9a3d-4c55-8a58-6f1f2f0f7c21',
};
const cookie = signPreviewCookie(key, hostScope, preview);
const createReadScope = (over: Partial<typeof hostScope & { now: Date }> = {}) => ({
  ...hostScope,
  now,
  ...over,
});

describe('preview cookie', () => {
  it('is valid on its host until it expires', () => {
    expect(readPreview(key, cookie, createReadScope())).toEqual(preview);
    expect(readPreview(key, cookie, createReadScope({ now: new Date('2026-11-05T13:59:59.999Z') }))).toEqual(
      preview,
    );
  });

  it('fits into the size limit of cookies', () => {
    const longest = signPreviewCookie(
      key,
      { siteId: 2_147_483_647, languageId: 2_147_483_647 },
      {
        instant: new Date('8999-12-31T00:00:00Z'),
        endsAt: new Date('8999-12-31T00:00:00Z'),
        staffMemberId: 'k'.repeat(64),
      },
    );
    expect(longest).toMatch(/^[\w.~-]{43,200}$/);
  });

  it.each([
    ['another site', createReadScope({ siteId: 2 })],
    ['another language', createReadScope({ languageId: 5 })],
    ['a moment after its expiry', createReadScope({ now: preview.endsAt })],
  ])('is invalid for %s', (_what, asked) => {
    expect(readPreview(key, cookie, asked)).toBeNull();
  });

  it('is invalid with another key', () => {
    expect(readPreview(Buffer.alloc(32, 8), cookie, createReadScope())).toBeNull();
  });

  it('is invalid if any of its characters is changed', () => {
    for (let index = 0; index < cookie.length; index += 1) {
      for (const other of ['0', 'A', '.', '-']) {
        const forged = cookie.slice(0, index) + other + cookie.slice(index + 1);
        if (forged !== cookie) expect(readPreview(key, forged, createReadScope())).toBeNull();
      }
    }
  });

  it.each(['', '.', 'a.b.c.d.e.f', cookie.slice(0, -1), `${cookie}=`, `${cookie}.${cookie}`, `1${cookie}`])(
    'rejects %j',
    (value) => {
      expect(readPreview(key, value, createReadScope())).toBeNull();
    },
  );
});
