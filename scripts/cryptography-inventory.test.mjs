import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readTypeScriptSources } from './source-files.mjs';

const projectRoot = path.join(import.meta.dirname, '..');
const inventory = readFileSync(path.join(projectRoot, 'docs/cryptography.md'), 'utf8');
const sourceFiles = [...readTypeScriptSources(projectRoot, ['server', 'shared', 'client'])].filter(
  ({ file }) => !/\.test\.tsx?$/.test(file),
);

/** Functions of `node:crypto` that use a key or derive one from a secret. */
const keyedFunctionPattern =
  /\b(?:argon2|scrypt|pbkdf2|hkdf|createHmac|createCipheriv|createDecipheriv|createSign|createVerify)(?:Sync)?\(/;

/** Returns true if the inventory names a file or one of its folders. */
function isInInventory(file) {
  const name = file.replace(/^server\/backend\//, '');
  const folders = name.split('/').map((_part, index, parts) => `${parts.slice(0, index + 1).join('/')}/`);
  return [name, ...folders].some(
    (one) => inventory.includes(`\`${one}\``) || inventory.includes(`\`server/backend/${one}\``),
  );
}

describe('docs/cryptography.md', () => {
  const users = sourceFiles.filter(({ source }) => keyedFunctionPattern.test(source)).map(({ file }) => file);

  it('names every file that uses a key', () => {
    expect(users.length).toBeGreaterThan(5);
    expect(users.filter((file) => !isInInventory(file))).toEqual([]);
  });

  it('names only the hash SHA-256, and the code uses no other', () => {
    const hashes = sourceFiles.flatMap(({ file, source }) =>
      [...source.matchAll(/\b(?:createHash|createHmac|hash|hkdfSync)\('([a-z0-9-]+)'/g)].map(([, name]) => ({
        file,
        name,
      })),
    );
    expect(hashes.length).toBeGreaterThan(10);
    expect(hashes.filter(({ name }) => name !== 'sha256')).toEqual([]);
  });

  it('names only the cipher AES-256-GCM, and the code uses no other', () => {
    const ciphers = sourceFiles.flatMap(({ source }) =>
      [...source.matchAll(/\bcreate(?:Dec|C)ipheriv\(([^,]+),/g)].map(([, name]) => name),
    );
    expect(new Set(ciphers)).toEqual(new Set(["'aes-256-gcm'"]));
  });
});
