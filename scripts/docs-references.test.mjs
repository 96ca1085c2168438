import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readTypeScriptSources } from './source-files.mjs';

const projectRoot = path.join(import.meta.dirname, '..');
const skippedFolders = new Set(['node_modules', 'dist', '.data', '.git']);

/** Lists all pages of documentation by path. */
function listDocumentPages(folder = '') {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listDocumentPages(name);
    return entry.name.endsWith('.md') ? [name] : [];
  });
}

const readDocumentPage = (page) => readFileSync(path.join(projectRoot, page), 'utf8');
const pages = listDocumentPages().map((page) => [page, readDocumentPage(page)]);

/** Returns the anchor of a heading. */
const toHeadingAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');

describe('documentation', () => {
  it('is found', () => {
    expect(pages.map(([page]) => page)).toEqual(expect.arrayContaining(['README.md', 'docs/operations.md']));
  });

  it('has no dead links', () => {
    const dead = pages.flatMap(([page, text]) =>
      [...text.matchAll(/\]\((?!https?:|picture:)([^)\s]+)\)/g)].flatMap(([, link]) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page : path.join(path.dirname(page), file);
        if (!existsSync(path.join(projectRoot, target))) return [`${page}: ${link}`];
        const headings = anchor === undefined ? [] : [...readDocumentPage(target).matchAll(/^#+ (.*)$/gm)];
        const isThere =
          anchor === undefined || headings.some(([, heading]) => toHeadingAnchor(heading) === anchor);
        return isThere ? [] : [`${page}: ${link}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('names only existing npm commands', () => {
    const { scripts } = JSON.parse(readDocumentPage('package.json'));
    const unknown = pages.flatMap(([page, text]) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name]) =>
        scripts[name] === undefined ? [`${page}: ${name}`] : [],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('names only existing files of the project, except in the tutorial that creates one', () => {
    const folders = 'build|client|deploy|docs|locales|scripts|server|shared|test';
    const named = new RegExp(`\`((?:${folders})/[\\w./@-]+)\``, 'g');
    const missing = pages
      .filter(([page]) => page !== 'docs/first-change.md')
      .flatMap(([page, text]) =>
        [...text.matchAll(named)].flatMap(([, file]) =>
          existsSync(path.join(projectRoot, file)) ? [] : [`${page}: ${file}`],
        ),
      );
    expect(missing).toEqual([]);
  });

  it('exists for every page that a source refers to', () => {
    const folders = ['client', 'scripts', 'server', 'shared', 'test'];
    const cited = readTypeScriptSources(projectRoot, folders).flatMap(({ file, source }) =>
      [...source.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([page]) => [file, page]),
    );
    expect(cited.length).toBeGreaterThan(3);
    const dead = cited.filter(([, page]) => !existsSync(path.join(projectRoot, page)));
    expect(dead).toEqual([]);
  });

  it('numbers its decisions consecutively, each with date and status', () => {
    const decisions = pages.filter(([page]) => page.startsWith('docs/decisions/')).sort();
    expect(decisions.length).toBeGreaterThan(10);
    for (const [index, [page, text]] of decisions.entries()) {
      const number = String(index + 1).padStart(3, '0');
      expect(path.basename(page)).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`));
      expect(text).toMatch(new RegExp(`^# ${number} .+\\n\\n\\d{4}-\\d{2}-\\d{2} · (accepted|superseded)`));
    }
  });
});
