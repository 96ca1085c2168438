// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are written as texts
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBoundaries } from './check-boundaries.mjs';

let root;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(file, source) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), source);
}

describe('checkBoundaries', () => {
  it.each([
    ['shared/api/a.ts', "import { x } from '../../server/web/x.ts';", 'knows neither client nor server'],
    ['shared/api/a.ts', "import type { X } from '../../client/x.ts';", 'knows neither client nor server'],
    ['shared/api/a.ts', "import { readFile } from 'node:fs/promises';", 'has no Node'],
    ['shared/contract/paths/a.ts', "import Type from 'typebox';", 'nothing but each other'],
    ['shared/contract/paths.ts', "import { x } from './products.ts';", 'nothing but each other'],
    ['shared/api/a.ts', "import { x } from '../contract/calls.ts';", 'loads no schemas'],
    ['client/store/a.ts', "import { type X } from '../../shared/contract/products.ts';", 'loads no schemas'],
    ['shared/rules/a.ts', "import { x } from '../i18n/x.ts';", 'nothing but itself'],
    ['shared/rules/a.ts', "import Type from 'typebox';", 'nothing but itself'],
    [
      'client/pages/home/Home.tsx',
      "const x = await import('../../../server/web/x.ts');",
      'never imports the server',
    ],
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
  ])('reports in %s: %s', (file, source, reason) => {
    write(file, source);

    const problems = checkBoundaries(root);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(file);
    expect(problems[0]).toContain(reason);
  });

  it.each([
    ['client/a.ts', "export const path = '/review/confirm/';"],
    ['server/backend/a.ts', 'const url = `${origin}/review/confirm/?token=${token}`;'],
    ['server/web/a.ts', "router.get('/robots.txt', robots);"],
  ])('reports a duplicate of a fixed path in %s: %s', (file, source) => {
    write(
      'shared/rules/urls.ts',
      "export const REVIEW_CONFIRM_PATH = '/review/confirm/';\nexport const ROBOTS_PATH = '/robots.txt';",
    );
    write(file, source);

    const problems = checkBoundaries(root);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file} writes /r`);
    expect(problems[0]).toContain('shared/rules/urls.ts and shared/rules/account/account-paths.ts only');
  });

  it('accepts valid code', () => {
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
    write(
      'client/store/a.ts',
      "import type { A } from '../../shared/contract/products.ts';\nimport { b } from '../../shared/contract/paths.ts';",
    );

    expect(checkBoundaries(root)).toEqual([]);
  });

  it('accepts markup with the escaping tag on the server, also in nested templates', () => {
    write(
      'server/web/a.ts',
      "const list = markup`<ul>${rows.map(({ a }) => markup`<li>${a === '' ? '{' : `${a} < b`}</li>`)}</ul>`;",
    );
    write('client/a.tsx', 'export const A = () => <b>{`<`}</b>;');

    expect(checkBoundaries(root)).toEqual([]);
  });

  it('ignores comments and strings', () => {
    write(
      'server/web/app.ts',
      [
        "// import { x } from '../backend/x.ts';",
        '/* process.exit(1) */',
        "export const hint = 'never call process.exit() here';",
        "export const address = 'https://example.test/'; // process.env.PORT",
      ].join('\n'),
    );

    expect(checkBoundaries(root)).toEqual([]);
  });
});
