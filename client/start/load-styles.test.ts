import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { isDeferredStyleFile } from '../../build/deferred-styles.mjs';
import { loadStyles } from './load-styles.ts';

const findStyleLinks = () => [...document.querySelectorAll<HTMLLinkElement>('link')];

describe('loadStyles', () => {
  beforeEach(() => {
    document.head.innerHTML = '<link rel="stylesheet" href="/main.css">';
  });

  it('adds the style sheet once after the others and waits for it', async () => {
    const both = [loadStyles(document, '/a.css'), loadStyles(document, '/a.css')];
    const links = findStyleLinks();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/main.css', '/a.css']);
    links[1]!.dispatchEvent(new Event('load'));
    await Promise.all(both);
    await loadStyles(document, '/a.css');
    expect(findStyleLinks()).toHaveLength(2);
  });

  it('adds nothing if the document contains the style sheet', async () => {
    await loadStyles(document, '/main.css');
    expect(findStyleLinks()).toHaveLength(1);
  });

  it('retries after a failure', async () => {
    const first = loadStyles(document, '/b.css');
    findStyleLinks()[1]!.dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow('/b.css');
    const second = loadStyles(document, '/b.css');
    findStyleLinks()[1]!.dispatchEvent(new Event('load'));
    await second;
  });
});

describe('deferred style sheet', () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = readdirSync(path.join(root, 'client'), { recursive: true, encoding: 'utf8' })
    .map((name) => `client/${name.split(path.sep).join('/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

  it('contains the styles of the pages with hasDeferredStyles', () => {
    const pages = files.filter((file) => file.endsWith('/page.ts'));
    expect(pages.filter((file) => read(file).includes('hasDeferredStyles: true'))).toEqual(
      pages.filter(isDeferredStyleFile),
    );
  });

  it('contains no styles of components that other pages use', () => {
    const foreign = files
      .filter((file) => file.endsWith('.tsx') && !isDeferredStyleFile(file))
      .flatMap((file) =>
        [...read(file).matchAll(/from '(\.[^']+\.tsx)'/g)]
          .map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))
          .filter(isDeferredStyleFile)
          .map((imported) => `${file}: ${imported}`),
      );
    expect(foreign).toEqual([]);
  });
});
