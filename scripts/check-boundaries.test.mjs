// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are written as texts
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import configuration from '../.dependency-cruiser.mjs';
import { checkBoundaries, drawFolderImports } from './check-boundaries.mjs';

/** File, its source, and a part of the reason that is reported. */
const BOUNDARY_VIOLATIONS = [
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
  ['server/backend/commerce/cart/service.ts', "import { x } from '../prices/a.ts';", 'other modules import'],
  [
    'server/backend/commerce/cart/service.ts',
    "import { x } from '../prices/tables.ts';",
    'imported only inside it',
  ],
  [
    'server/backend/commerce/cart/queries.ts',
    "import type { x } from '../prices/tables.ts';",
    'imported only inside it',
  ],
  ['server/backend/core/mail/a.ts', "import { x } from '../admin/tables.ts';", 'imported only inside it'],
  ['server/backend/app/app.ts', "import { x } from '../commerce/cart/calls.ts';", 'other modules import'],
  [
    'server/backend/commerce/cart/calls.ts',
    "import type { X } from '../prices/a.ts';",
    'other modules import',
  ],
  ['server/backend/commerce/cart/queries.ts', "import { x } from '../prices/a.ts';", 'other modules import'],
  ['server/backend/app/app.ts', "import { x } from '../commerce/cart/tables.ts';", 'imported only inside it'],
  ['server/backend/core/a.ts', "import type { X } from '../sites/x.ts';", 'core serves every domain'],
  ['server/backend/core/mail/tables.ts', "import { x } from '../../sites/x.ts';", 'core serves every domain'],
  ['server/backend/sites/a.ts', "import { x } from '../content/pages/queries.ts';", 'need no domain'],
  ['server/backend/sites/sites/tables.ts', "import { x } from '../../content/x.ts';", 'need no domain'],
  [
    'server/backend/shop-store/a.ts',
    "import { x } from '../import-export/x.ts';",
    'rows that are made of them',
  ],
  ['server/backend/shop-store/tables.ts', "import { x } from '../app/x.ts';", 'rows that are made of them'],
  ['server/backend/customers/a.ts', "import { x } from '../commerce/x.ts';", 'without an order'],
  ['server/backend/customers/tables.ts', "import { x } from '../commerce/x.ts';", 'without an order'],
  ['server/backend/content/a.ts', "import { x } from '../catalogue/x.ts';", 'prices and stock'],
  ['server/backend/content/tables.ts', "import { x } from '../catalogue/x.ts';", 'prices and stock'],
  ['server/backend/catalogue/a.ts', "import { x } from '../commerce/x.ts';", 'without a cart'],
  ['server/backend/catalogue/tables.ts', "import { x } from '../commerce/x.ts';", 'without a cart'],
  ['server/backend/nutrition/a.ts', "import { x } from '../commerce/x.ts';", 'know no order'],
  ['server/backend/nutrition/tables.ts', "import { x } from '../commerce/x.ts';", 'know no order'],
  ['server/backend/commerce/a.ts', "import { x } from '../service-desk/x.ts';", 'everything that is sold'],
  ['server/backend/commerce/tables.ts', "import { x } from '../app/x.ts';", 'everything that is sold'],
  ['server/backend/service-desk/a.ts', "import { x } from '../schema/x.ts';", 'do not depend on that'],
  ['server/backend/service-desk/tables.ts', "import { x } from '../app/x.ts';", 'do not depend on that'],
  ['server/backend/schema/a.ts', "import { x } from '../import-export/x.ts';", 'rooms that own them'],
  ['server/backend/schema/tables.ts', "import { x } from '../app/x.ts';", 'rooms that own them'],
  ['server/backend/import-export/a.ts', "import { x } from '../app/x.ts';", 'where records come from'],
  ['server/backend/import-export/tables.ts', "import { x } from '../app/x.ts';", 'where records come from'],
  ['shared/api/a.ts', "import { x } from '../../scripts/x.ts';", 'how it is developed'],
  ['server/web/a.test.ts', "const x = await import('../../scripts/dev/x.ts');", 'how it is developed'],
  ['scripts/a.mjs', "import { useState } from 'react';", 'React lives in client/'],
  ['server/web/routes/a.tsx', "import { useState } from 'react';", 'React lives in client/'],
  ['server/backend/a.tsx', "import { hydrateRoot } from 'react-dom/client';", 'pages without a client'],
  ['server/backend/a.tsx', "import { Link } from 'react-router';", 'pages without a client'],
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

let projectFolder;

beforeEach(() => {
  projectFolder = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
});

afterEach(() => {
  rmSync(projectFolder, { recursive: true });
});

/** Writes a file, and empty ones for its imports, which must exist. */
function writeWithImports(file, source) {
  createFile(file, source);
  for (const [, target] of source.matchAll(/['"](\.{1,2}\/[^'"]+)['"]/g)) {
    const imported = path.posix.join(path.posix.dirname(file), target);
    if (!existsSync(path.join(projectFolder, imported))) createFile(imported, '');
  }
}

function createFile(file, source) {
  mkdirSync(path.dirname(path.join(projectFolder, file)), { recursive: true });
  writeFileSync(path.join(projectFolder, file), source);
}

describe('drawFolderImports', () => {
  it('draws the folders that import each other, without tests', async () => {
    writeWithImports('client/cart/a.ts', "import { b } from '../../shared/rules/b.ts';");
    writeWithImports('client/cart/a.test.ts', "import { b } from '../../shared/texts/b.ts';");
    writeWithImports('server/web/a.ts', '');

    const picture = await drawFolderImports(projectFolder);

    const [, cart] = /(\w+)\["cart"\]/.exec(picture);
    const [, rules] = /(\w+)\["rules"\]/.exec(picture);
    expect(picture.match(/\w+-->\w+/g)).toEqual([`${cart}-->${rules}`]);
  });
});

describe('checkBoundaries', () => {
  it('reports a picture that shows other imports of the rooms', async () => {
    writeWithImports('server/backend/content/a.ts', "import { b } from '../sites/b.ts';");
    writeWithImports('server/backend/sites/b.ts', "import { c } from '../core/c.ts';");
    const writePicture = (lines) =>
      createFile(
        'docs/architecture.md',
        `# A\n\n<!-- npm run boundaries -- --write -->\n\`\`\`mermaid\nflowchart TB\n${lines}\`\`\`\n`,
      );

    writePicture('  content --> sites\n');
    expect(await checkBoundaries(projectFolder)).toEqual([
      expect.stringContaining('docs/architecture.md shows other imports'),
    ]);
    writePicture('  content --> sites\n  sites --> core\n');
    expect(await checkBoundaries(projectFolder)).toEqual([]);
  });

  it('reports files of the backend that import each other, types included, except tables', async () => {
    createFile('server/backend/core/a.ts', "import type { B } from './b.ts';");
    createFile('server/backend/core/b.ts', "import { a } from './a.ts';");
    createFile('server/backend/sites/tables.ts', "import { b } from '../content/tables.ts';");
    createFile('server/backend/content/tables.ts', "import { a } from '../sites/tables.ts';");

    const problems = await checkBoundaries(projectFolder);

    expect(problems).toEqual([expect.stringMatching(/core.*files that import each other/)]);
  });

  it.each(BOUNDARY_VIOLATIONS)('reports in %s: %s', async (file, source, reason) => {
    writeWithImports(file, source);

    const problems = await checkBoundaries(projectFolder);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(file);
    expect(problems[0]).toContain(reason);
  });

  it('reports an import of a missing file, because no rule can apply to it', async () => {
    createFile('client/a.ts', "import { x } from '../server/x.ts';");

    expect(await checkBoundaries(projectFolder)).toEqual([
      expect.stringContaining('this file does not exist'),
    ]);
  });

  it('has a violating example of each import rule', () => {
    const untested = configuration.forbidden
      .filter(({ comment }) => !BOUNDARY_VIOLATIONS.some(([, , reason]) => comment.includes(reason)))
      .map(({ name }) => name);

    // Each has a test of its own.
    expect(untested).toEqual(['backend-circles', 'no-missing-files']);
  });

  it.each([
    ['client/a.ts', "export const path = '/review/confirm/';"],
    ['server/backend/a.ts', 'const url = `${origin}/review/confirm/?token=${token}`;'],
    ['server/web/a.ts', "router.get('/robots.txt', robots);"],
  ])('reports a duplicate of a fixed path in %s: %s', async (file, source) => {
    writeWithImports(
      'shared/rules/path-constants.ts',
      "export const REVIEW_CONFIRM_PATH = '/review/confirm/';\nexport const ROBOTS_PATH = '/robots.txt';",
    );
    writeWithImports(file, source);

    const problems = await checkBoundaries(projectFolder);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file} writes /r`);
    expect(problems[0]).toContain(
      'shared/rules/path-constants.ts and shared/rules/account/account-paths.ts only',
    );
  });

  it('accepts valid code', async () => {
    writeWithImports('shared/rules/a.ts', "import { b } from './b.ts';\nexport const a = b;");
    writeWithImports(
      'shared/rules/a.test.ts',
      "import { expect } from '@jest/globals';\nimport { a } from './a.ts';",
    );
    writeWithImports(
      'server/web/render/page.tsx',
      "import { renderToPipeableStream } from 'react-dom/server';",
    );
    writeWithImports('server/web/config.ts', 'export const port = process.env.PORT;');
    writeWithImports(
      'server/web/main.ts',
      "const config = createConfig(process.env);\nprocess.on('SIGTERM', () => process.exit(0));",
    );
    writeWithImports('server/backend/import-command.ts', 'process.exit(1);');
    writeWithImports(
      'client/features/cart/a.ts',
      "import { b } from './b.ts';\nimport { c } from '../../store/c.ts';",
    );
    writeWithImports('client/pages/home/Home.tsx', "import { a } from '../../features/cart/a.ts';");
    for (const test of [
      'shared/rules/b.test.ts',
      'client/store/b.test.ts',
      'shared/contract/paths/b.test.ts',
    ]) {
      writeWithImports(
        test,
        "import fs from 'node:fs';\nimport { b } from '../../contract/b.ts';\nimport 'typebox';",
      );
    }
    writeWithImports('server/backend/app/app.test.ts', "import { x } from '../commerce/cart/calls.ts';");
    writeWithImports('server/backend/import-export/a.ts', "import { x } from '../commerce/cart/tables.ts';");
    writeWithImports('server/backend/app/keys-command.ts', "import { x } from '../commerce/cart/a.ts';");
    writeWithImports('server/backend/schema/schema.ts', "export * from '../commerce/cart/tables.ts';");
    writeWithImports(
      'server/backend/catalogue/search/a.ts',
      "import { x } from '../../content/pages/tables.ts';",
    );
    writeWithImports(
      'server/backend/catalogue/stock/tables.ts',
      "import { x } from '../../commerce/cart/tables.ts';",
    );
    writeWithImports(
      'server/backend/commerce/stock/a.ts',
      "import { x } from '../cart/queries.ts';\nimport { v } from '../cart/views.ts';\nimport { y } from '../cart/service.ts';\nimport { z } from '../cart/module.ts';\nimport { b } from './b.ts';\nimport { c } from './tables.ts';",
    );
    writeWithImports(
      'test/a.ts',
      "import { x } from '../server/backend/commerce/cart/a.ts';\nimport 'react';",
    );
    writeWithImports(
      'server/backend/core/admin/a.tsx',
      "import { Fragment } from 'react';\nimport { renderToStaticMarkup } from 'react-dom/server';",
    );
    writeWithImports(
      'client/store/a.ts',
      "import type { A } from '../../shared/contract/products.ts';\nimport { b } from '../../shared/contract/paths.ts';",
    );

    expect(await checkBoundaries(projectFolder)).toEqual([]);
  });

  it('accepts markup with the escaping tag on the server, also in nested templates', async () => {
    writeWithImports(
      'server/web/a.ts',
      "const list = markup`<ul>${rows.map(({ a }) => markup`<li>${a === '' ? '{' : `${a} < b`}</li>`)}</ul>`;",
    );
    writeWithImports('client/a.tsx', 'export const A = () => <b>{`<`}</b>;');

    expect(await checkBoundaries(projectFolder)).toEqual([]);
  });

  it('ignores comments and strings', async () => {
    writeWithImports(
      'server/web/app.ts',
      [
        "// import { x } from '../backend/x.ts';",
        '/* process.exit(1) */',
        "export const hint = 'never call process.exit() here';",
        "export const address = 'https://example.test/'; // process.env.PORT",
      ].join('\n'),
    );

    expect(await checkBoundaries(projectFolder)).toEqual([]);
  });
});
