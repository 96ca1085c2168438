import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  findFontsFolder,
  findGazetteerFolder,
  findLocalesFolder,
  findMigrationsFolder,
  findSampleShopFolder,
  findWordListsFolder,
} from './shipped-folders.ts';

const projectRoot = path.join(import.meta.dirname, '../../..');

describe('a folder that the build copies', () => {
  it.each([
    ['migrations', findMigrationsFolder, 'meta'],
    ['the sample shop', findSampleShopFolder, 'data'],
    ['texts', findLocalesFolder, 'mail.nl.json'],
    ['fonts', findFontsFolder, 'besley-bold.ttf'],
    ['forbidden passwords', findWordListsFolder, null],
    ['towns', findGazetteerFolder, 'towns.txt'],
  ])('is found in the source: %s', (_name, find, entry) => {
    const folder = find();
    expect(path.relative(projectRoot, folder)).not.toMatch(/^\.\./);
    const entries = readdirSync(folder);
    if (entry !== null) expect(entries).toContain(entry);
    expect(entries).not.toEqual([]);
  });
});
