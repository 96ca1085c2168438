import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const PINNED_NODE_PATH = path.join(root, 'node_modules/node/bin/node');
/** Contents of a clone without tests, packages and build output. */
const CLONED_PATHS =
  'build client deploy docs locales scripts server shared package.json tsconfig.json biome.json .dependency-cruiser.mjs'.split(
    ' ',
  );

/** Commands of the document that this test runs, verbatim. */
const VERIFIED_COMMANDS = [
  'node scripts/check-locales.mjs --sort',
  'npm run locales',
  'npm run boundaries',
  'npm run api-rights',
  'npm run migrations',
  'npm run data-docs',
  'npm run format',
];
/** Commands that start processes or run whole suites: `dev-server.test.ts` and the suites themselves cover them. */
const UNTESTED_COMMANDS = ['git checkout client', 'npm run dev', 'npm start', 'npm test'];

let documentText: string;
let copy: string;
let nodePaths: string[];

beforeAll(async () => {
  documentText = await readFile(path.join(root, 'docs/first-change.md'), 'utf8');
  copy = await mkdtemp(path.join(tmpdir(), 'first-change-'));
  for (const part of CLONED_PATHS)
    await cp(path.join(root, part), path.join(copy, part), { recursive: true });
  await cp(path.join(root, 'package-lock.json'), path.join(copy, 'package-lock.json'));
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  // The Node of the machine, which may be an older one, and the pinned one.
  const { stdout } = await run('which', ['-a', 'node']);
  const own = stdout.split('\n').find((file) => file !== '' && !file.includes('node_modules'));
  nodePaths = [...(own === undefined ? [] : [own]), PINNED_NODE_PATH];
});
afterAll(async () => {
  if (copy) await rm(copy, { recursive: true, force: true });
});

/**
 * Runs a command line of the document in the copy, where `node` and all that npm starts have the same
 * version.
 */
async function runDocumentCommand(command: string, node: string): Promise<string> {
  const [program = '', ...words] = command.split(' ');
  const bin = await mkdtemp(path.join(copy, 'bin-'));
  await symlink(node, path.join(bin, 'node'));
  const env = { ...process.env, NODE_OPTIONS: '', PATH: `${bin}:${process.env.PATH}` };
  try {
    const { stdout } = await run(program, words, { cwd: copy, env });
    return stdout;
  } finally {
    await rm(bin, { recursive: true });
  }
}

async function editCopiedFile(file: string, change: (text: string) => string): Promise<void> {
  const place = path.join(copy, file);
  const before = await readFile(place, 'utf8');
  const after = change(before);
  expect([file, after === before]).toEqual([file, false]);
  await writeFile(place, after);
}

describe('docs/first-change.md', () => {
  it('contains no command that is unknown to this test', () => {
    const code = [...documentText.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
    const commands = code.filter((words) => /^(npm|node|git) /.test(words));
    const known = [...VERIFIED_COMMANDS, ...UNTESTED_COMMANDS];
    expect(commands.filter((words) => !known.some((start) => words.startsWith(start)))).toEqual([]);
    expect(VERIFIED_COMMANDS.filter((words) => !commands.includes(words))).toEqual([]);
  });

  it('names files and folders that exist or that its steps create', () => {
    const named = [
      ...documentText.matchAll(/`((?:client|server|shared|locales|scripts|test)\/[\w./-]*)`/g),
    ].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((file) => !file.includes('stables') && !existsSync(path.join(root, file)))).toEqual(
      [],
    );
  });

  it('shows code that is in the sources', async () => {
    const heading = '<h2>{brand}</h2>';
    expect(documentText).toContain(`\`${heading}\``);
    await editCopiedFile('client/shell/Footer.tsx', (text) =>
      text.replace(heading, `${heading}\n<p>Hello</p>`),
    );
    await editCopiedFile('client/shell/Footer.module.css', (text) =>
      text.replace('\n.footer {', '\n.footer {\n  padding: 1rem;'),
    );
  });

  it('adds a text with the Node of the machine and with the pinned one', async () => {
    const names = (await readdir(path.join(copy, 'locales'))).filter((name) => /^[a-z]{2}\.json$/.test(name));
    expect(names).toHaveLength(9);
    for (const [index, node] of nodePaths.entries()) {
      const key = `footer.hello${index}`;
      for (const name of names)
        await editCopiedFile(`locales/${name}`, (text) =>
          text.replace(/\n\}\s*$/, `,\n  "${key}": "Hello"\n}\n`),
        );
      await expect(runDocumentCommand('npm run locales', node)).rejects.toThrow(
        `'${key}' is out of alphabetical order`,
      );
      await editCopiedFile('client/shell/Footer.tsx', (text) =>
        text.replace('<p>Hello', `<p>{t('${key}')}</p>\n<p>Hello`),
      );
      expect(await runDocumentCommand('node scripts/check-locales.mjs --sort', node)).toContain(
        'All languages agree.',
      );
      expect(await runDocumentCommand('npm run locales', node)).toContain('All languages agree.');
    }
  });

  it.each([
    'npm run boundaries',
    'npm run api-rights',
    'npm run migrations',
    'npm run data-docs',
    'npm run format',
  ])('`%s` works with both Node versions', async (command) => {
    await mkdir(path.join(copy, 'test'), { recursive: true });
    for (const node of nodePaths) await runDocumentCommand(command, node);
  });
});
