import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { isLate } from '../../build/late-styles.mjs';
import { loadStyles } from './styles.ts';

const findLinks = () => [...document.querySelectorAll<HTMLLinkElement>('link')];

describe('a style sheet that a page needs', () => {
  beforeEach(() => {
    document.head.innerHTML = '<link rel="stylesheet" href="/main.css">';
  });

  it('is asked for once, behind the others, and awaited', async () => {
    const both = [loadStyles(document, '/a.css'), loadStyles(document, '/a.css')];
    const links = findLinks();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/main.css', '/a.css']);
    links[1]!.dispatchEvent(new Event('load'));
    await Promise.all(both);
    await loadStyles(document, '/a.css');
    expect(findLinks()).toHaveLength(2);
  });

  it('that came with the document is there', async () => {
    await loadStyles(document, '/main.css');
    expect(findLinks()).toHaveLength(1);
  });

  it('is asked for again after it could not be had', async () => {
    const first = loadStyles(document, '/b.css');
    findLinks()[1]!.dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow('/b.css');
    const second = loadStyles(document, '/b.css');
    findLinks()[1]!.dispatchEvent(new Event('load'));
    await second;
  });
});

describe('styles in the second sheet', () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = readdirSync(path.join(root, 'client'), { recursive: true, encoding: 'utf8' })
    .map((name) => `client/${name.split(path.sep).join('/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

  it('are those of the pages that say so', () => {
    const pages = files.filter((file) => file.endsWith('/page.ts'));
    expect(pages.filter((file) => read(file).includes('hasLateStyles: true'))).toEqual(pages.filter(isLate));
  });

  it('belong to components that no other page uses', () => {
    const foreign = files
      .filter((file) => file.endsWith('.tsx') && !isLate(file))
      .flatMap((file) =>
        [...read(file).matchAll(/from '(\.[^']+\.tsx)'/g)]
          .map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))
          .filter(isLate)
          .map((imported) => `${file}: ${imported}`),
      );
    expect(foreign).toEqual([]);
  });
});
