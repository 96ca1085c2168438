// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are written as texts
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import configuration from '../.dependency-cruiser.mjs';
import { checkBoundaries, drawFolderImports } from './check-boundaries.mjs';

/** File, its source, and a part of the reason that is reported. */
const VIOLATIONS = [
  ['shared/api/a.ts', "import { x } from '../../server/web/x.ts';", 'knows neither client nor server'],
  ['shared/api/a.ts', "import type { X } from '../../client/x.ts';", 'knows neither client nor server'],
  ['shared/api/a.ts', "import { readFile } from 'node:fs/promises';", 'has no Node'],
  ['shared/contract/paths/a.ts', "import Type from 'typebox';", 'nothing but each other'],
  ['shared/contract/paths.ts', "import { x } from './products.ts';", 'nothing but each other'],
  ['shared/api/a.ts', "import { x } from '../contract/calls.ts';", 'loads no schemas'],
  ['client/store/a.ts', "import { x } from '../../shared/contract/products.ts';", 'loads no schemas'],
  ['client/store/a.ts', "import Type from 'typebox';", 'loads no schemas'],
  ['client/store/a.ts', "import { type X } from './b.ts';", 'by `import type` statements'],
  ['client/store/a.ts', "export { type X } from './b.ts';", 'by `import type` statements'],
  ['client/store/a.test.ts', "type X = typeof import('./b.ts');", 'by `import type` statements'],
  ['client/store/a.ts', "let x: Set<import('./b.ts').X>;", 'by `import type` statements'],
  ['shared/rules/a.ts', "import { x } from '../i18n/x.ts';", 'nothing but itself'],
  ['shared/rules/a.ts', "import Type from 'typebox';", 'nothing but itself'],
  [
    'client/pages/home/Home.tsx',
    "const x = await import('../../../server/web/x.ts');",
    'never imports the server',
  ],
  ['client/a.test.ts', "import type { X } from '../server/platform/x.ts';", 'never imports the server'],
  ['client/a.ts', "import fs from 'fs';", 'has no Node'],
  ['server/backend/a.ts', "export { x } from '../web/x.ts';", 'runs without the web'],
  ['server/backend/a.ts', "import '../../client/x.ts';", 'runs without the web'],
  ['server/web/a.ts', "import {\n  x,\n} from '../backend/x.ts';", 'over HTTP only'],
  ['server/platform/a.ts', "import { x } from '../web/x.ts';", 'below both processes'],
  ['client/ui/Button.tsx', "import { useShop } from '../store/shop.tsx';", 'knows nothing of shops'],
  ['client/ui/Button.tsx', "import { x } from '../../shared/api/client.ts';", 'knows nothing of shops'],
  ['client/features/cart/a.ts', "import { x } from '../reviews/x.ts';", 'no other feature'],
  ['client/features/cart/a.ts', "import { x } from '../../pages/home/x.ts';", 'pages use features'],
  ['server/backend/modules/cart/service.ts', "import { x } from '../prices/a.ts';", 'other modules import'],
  [
    'server/backend/modules/cart/service.ts',
    "import { x } from '../prices/tables.ts';",
    'other modules import',
  ],
  ['server/backend/app.ts', "import { x } from './modules/cart/calls.ts';", 'other modules import'],
  [
    'server/backend/modules/cart/queries.ts',
    "import { price, stock } from '../stock/tables.ts';\nhandle.update(stock).set({});",
    'only the module stock writes',
  ],
  [
    'server/backend/modules/cart/calls.ts',
    "import type { X } from '../prices/a.ts';",
    'other modules import',
  ],
  ['server/backend/modules/cart/queries.ts', "import { x } from '../prices/a.ts';", 'other modules import'],
  ['server/backend/app.ts', "import { x } from './modules/cart/tables.ts';", 'other modules import'],
  ['shared/api/a.ts', "import { x } from '../../scripts/x.ts';", 'how it is developed'],
  ['server/web/a.test.ts', "const x = await import('../../scripts/dev/x.ts');", 'how it is developed'],
  ['scripts/a.mjs', "import { useState } from 'react';", 'React lives in client/'],
  ['server/web/routes/a.tsx', "import { useState } from 'react';", 'React lives in client/'],
  ['shared/i18n/a.ts', "import { Link } from 'react-router';", 'React lives in client/'],
  ['client/ui/all.ts', "export * from './Button.tsx';", 'name what you export'],
  ['client/ui/index.ts', 'export const a = 1;', 'barrel'],
  ['client/utils/a.ts', 'export const a = 1;', 'folder called utils'],
  ['server/web/app.ts', 'export const port = process.env.PORT;', 'config.ts only'],
  ['server/web/main.ts', "export const port = process.env['PORT'];", 'config.ts only'],
  ['server/web/app.ts', 'const config = createConfig(process.env);', 'nobody else sees it'],
  ['server/web/app.ts', "process.on('SIGTERM', () => {});", 'own the process'],
  ['server/web/app.ts', 'process.exit(1);', 'own the process'],
  ['server/web/a.ts', "const row = '<td>' + name + end;", 'markup`…` only'],
  ['server/web/a.ts', 'const row = `<a href="${url}">`;', 'markup`…` only'],
  ['server/web/a.tsx', 'const head = `</${name}>`;', 'markup`…` only'],
  [
    'server/backend/a.ts',
    'const part = markup`<ul>${rows.map((row) => `<li>${row}`)}</ul>`;',
    'markup`…` only',
  ],
  ['server/backend/a.ts', "const sign = { '<': '&lt;' };", 'markup`…` only'],
];

let root;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Writes a file, and empty ones for its imports, which must exist. */
function write(file, source) {
  create(file, source);
  for (const [, target] of source.matchAll(/['"](\.{1,2}\/[^'"]+)['"]/g)) {
    const imported = path.posix.join(path.posix.dirname(file), target);
    if (!existsSync(path.join(root, imported))) create(imported, '');
  }
}

function create(file, source) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), source);
}

describe('drawFolderImports', () => {
  it('draws the folders that import each other, without tests', async () => {
    write('client/cart/a.ts', "import { b } from '../../shared/rules/b.ts';");
    write('client/cart/a.test.ts', "import { b } from '../../shared/texts/b.ts';");
    write('server/web/a.ts', '');

    const picture = await drawFolderImports(root);

    const [, cart] = /(\w+)\["cart"\]/.exec(picture);
    const [, rules] = /(\w+)\["rules"\]/.exec(picture);
    expect(picture.match(/\w+-->\w+/g)).toEqual([`${cart}-->${rules}`]);
  });
});

describe('checkBoundaries', () => {
  it.each(VIOLATIONS)('reports in %s: %s', async (file, source, reason) => {
    write(file, source);

    const problems = await checkBoundaries(root);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(file);
    expect(problems[0]).toContain(reason);
  });

  it('reports an import of a missing file, because no rule can apply to it', async () => {
    create('client/a.ts', "import { x } from '../server/x.ts';");

    expect(await checkBoundaries(root)).toEqual([expect.stringContaining('this file does not exist')]);
  });

  it('has a violating example of each import rule', () => {
    const untested = configuration.forbidden
      .filter(({ comment }) => !VIOLATIONS.some(([, , reason]) => comment.includes(reason)))
      .map(({ name }) => name);

    expect(untested).toEqual(['no-missing-files']);
  });

  it.each([
    ['client/a.ts', "export const path = '/review/confirm/';"],
    ['server/backend/a.ts', 'const url = `${origin}/review/confirm/?token=${token}`;'],
    ['server/web/a.ts', "router.get('/robots.txt', robots);"],
  ])('reports a duplicate of a fixed path in %s: %s', async (file, source) => {
    write(
      'shared/rules/urls.ts',
      "export const REVIEW_CONFIRM_PATH = '/review/confirm/';\nexport const ROBOTS_PATH = '/robots.txt';",
    );
    write(file, source);

    const problems = await checkBoundaries(root);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file} writes /r`);
    expect(problems[0]).toContain('shared/rules/urls.ts and shared/rules/account/account-paths.ts only');
  });

  it('accepts valid code', async () => {
    write('shared/rules/a.ts', "import { b } from './b.ts';\nexport const a = b;");
    write('shared/rules/a.test.ts', "import { expect } from '@jest/globals';\nimport { a } from './a.ts';");
    write('server/web/render/page.tsx', "import { renderToPipeableStream } from 'react-dom/server';");
    write('server/web/config.ts', 'export const port = process.env.PORT;');
    write(
      'server/web/main.ts',
      "const config = createConfig(process.env);\nprocess.on('SIGTERM', () => process.exit(0));",
    );
    write('server/backend/import-command.ts', 'process.exit(1);');
    write('client/features/cart/a.ts', "import { b } from './b.ts';\nimport { c } from '../../store/c.ts';");
    write('client/pages/home/Home.tsx', "import { a } from '../../features/cart/a.ts';");
    for (const test of [
      'shared/rules/b.test.ts',
      'client/store/b.test.ts',
      'shared/contract/paths/b.test.ts',
    ]) {
      write(test, "import fs from 'node:fs';\nimport { b } from '../../contract/b.ts';\nimport 'typebox';");
    }
    write('server/backend/app.test.ts', "import { x } from './modules/cart/calls.ts';");
    write('server/backend/catalogue-import/a.ts', "import { x } from '../modules/cart/tables.ts';");
    write('server/backend/commands/a.ts', "import { x } from '../modules/cart/a.ts';");
    write('server/backend/database/schema.ts', "export * from '../modules/cart/tables.ts';");
    write('server/backend/scope/a.ts', "import { x } from '../modules/cart/tables.ts';");
    write('server/backend/modules/search/a.ts', "import { x } from '../cart/tables.ts';");
    write('server/backend/modules/stock/tables.ts', "import { x } from '../cart/tables.ts';");
    write(
      'server/backend/modules/stock/a.ts',
      "import { x } from '../cart/queries.ts';\nimport { y } from '../cart/service.ts';\nimport { z } from '../cart/module.ts';\nimport { b } from './b.ts';\nimport { c } from './tables.ts';",
    );
    write('test/a.ts', "import { x } from '../server/backend/modules/cart/a.ts';\nimport 'react';");
    write(
      'client/store/a.ts',
      "import type { A } from '../../shared/contract/products.ts';\nimport { b } from '../../shared/contract/paths.ts';",
    );

    expect(await checkBoundaries(root)).toEqual([]);
  });

  it('accepts markup with the escaping tag on the server, also in nested templates', async () => {
    write(
      'server/web/a.ts',
      "const list = markup`<ul>${rows.map(({ a }) => markup`<li>${a === '' ? '{' : `${a} < b`}</li>`)}</ul>`;",
    );
    write('client/a.tsx', 'export const A = () => <b>{`<`}</b>;');

    expect(await checkBoundaries(root)).toEqual([]);
  });

  it('ignores comments and strings', async () => {
    write(
      'server/web/app.ts',
      [
        "// import { x } from '../backend/x.ts';",
        '/* process.exit(1) */',
        "export const hint = 'never call process.exit() here';",
        "export const address = 'https://example.test/'; // process.env.PORT",
      ].join('\n'),
    );

    expect(await checkBoundaries(root)).toEqual([]);
  });
});
