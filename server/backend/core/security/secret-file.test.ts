import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureSecret, readSecret } from './secret-file.ts';

describe('secret in a folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'havero-secret-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has 256 bits, is readable by its owner only, and does not change', async () => {
    const dataDir = path.join(folder, 'new');
    expect(await readSecret(dataDir, 'admin-token')).toBeUndefined();
    const token = await ensureSecret(dataDir, 'admin-token', { isPermanent: false });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await stat(path.join(dataDir, 'admin-token'))).mode & 0o777).toBe(0o600);
    expect(await ensureSecret(dataDir, 'admin-token', { isPermanent: false })).toBe(token);
    expect(await readSecret(dataDir, 'admin-token')).toBe(token);
  });

  it('differs for another name', async () => {
    const token = await ensureSecret(folder, 'admin-token', { isPermanent: false });
    const key = await ensureSecret(folder, 'gift-card-key', { isPermanent: true });
    expect(key).not.toBe(token);
    expect((await stat(path.join(folder, 'gift-card-key'))).mode & 0o777).toBe(0o600);
  });

  it('is the same for concurrent creators, and leaves no temporary file', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => ensureSecret(folder, 'gift-card-key', { isPermanent: true })),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(folder)).toEqual(['gift-card-key']);
  });

  it('is created again if the file is invalid, unless it must be permanent', async () => {
    const file = path.join(folder, 'admin-token');
    await writeFile(file, 'x', { mode: 0o644 });
    const token = await ensureSecret(folder, 'admin-token', { isPermanent: false });
    expect((await readFile(file, 'utf8')).trim()).toBe(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const key = path.join(folder, 'gift-card-key');
    await writeFile(key, 'x');
    await expect(ensureSecret(folder, 'gift-card-key', { isPermanent: true })).rejects.toThrow(key);
    expect(await readFile(key, 'utf8')).toBe('x');
  });
});
