import { describe, expect, it } from '@jest/globals';
import { transformLoadableCalls } from './loadable-plugin.mjs';

const loadableImportStatement = "import loadable from '@loadable/component';\n";
const transformPageModule = (source, side = 'client') =>
  transformLoadableCalls(source, { side, importer: '/shop/client/pages/cart/page.ts', root: '/shop' });

describe('transformLoadableCalls', () => {
  it('names the chunk of a page in the browser and retains its lazy import', () => {
    expect(
      transformPageModule(
        `${loadableImportStatement}export const Page = loadable(() => import('./CartPage.tsx'));`,
      ),
    ).toBe(
      `import { __chunk } from "/shop/build/chunk-runtime.client.mjs";${loadableImportStatement}export const Page = loadable(__chunk("client/pages/cart/CartPage", () => import('./CartPage.tsx')));`,
    );
  });

  it('imports a page statically on the server', () => {
    expect(
      transformPageModule(
        `${loadableImportStatement}export const Page = loadable(() => import('./CartPage.tsx'));`,
        'server',
      ),
    ).toBe(
      `import { __chunk } from "/shop/build/chunk-runtime.server.mjs";import * as __module0 from "./CartPage.tsx";${loadableImportStatement}export const Page = loadable(__chunk("client/pages/cart/CartPage", () => __module0));`,
    );
  });

  it('does not import a component with `ssr: false` on the server', () => {
    const source = `${loadableImportStatement}const Bar = loadable(() => import('./Bar.tsx'), { ssr: false });`;
    expect(transformPageModule(source, 'server')).toContain(
      '__chunk("client/pages/cart/Bar", undefined), { ssr: false }',
    );
    expect(transformPageModule(source, 'server')).not.toContain('import * as');
  });

  it('recognises calls under another name, over several lines and with nested options', () => {
    const source = `import lazily from '@loadable/component';
const Page = lazily<{ name: string }>(
  () =>
    import('./CartPage.tsx'), // a page
  { resolveComponent: (module) => ({ ...module }).CartPage },
);`;
    expect(transformPageModule(source)).toContain(
      'lazily<{ name: string }>(\n  __chunk("client/pages/cart/CartPage", () =>',
    );
  });

  it('leaves comments, strings and property names that resemble a call unchanged', () => {
    const source = `${loadableImportStatement}// loadable(x)\nconst text = 'loadable(x)';\nconst object = { loadable: text }.loadable;`;
    expect(transformPageModule(source)).toContain(source);
  });

  it('leaves a module unchanged that uses only the types', () => {
    const source =
      "import type { LoadableComponent } from '@loadable/component';\nexport type A = LoadableComponent<{}>;";
    expect(transformPageModule(source)).toBe(source);
  });

  it.each([
    'loadable(load)',
    "loadable(() => import('package'))",
    "loadable(() => import('./A.tsx').then((module) => module.A))",
    "loadable((props) => import('./A.tsx'))",
    "loadable(() => import('./A.tsx'), options)",
    "loadable(() => import('./A.tsx'), { ...options })",
    'use(loadable)',
  ])('refuses %s', (call) => {
    expect(() => transformPageModule(`${loadableImportStatement}const A = ${call};`)).toThrow(
      "/shop/client/pages/cart/page.ts: write loadable(() => import('./relative'), { … }) literally",
    );
  });

  it('imports lazily hydrated parts statically on the server, and leaves them unchanged for the browser', () => {
    const source = `import { hydrateLazily } from '../../start/lazy-hydration.tsx';
const List = hydrateLazily(() => import('./List.tsx'), (module) => module.List);`;
    expect(transformPageModule(source)).toBe(source);
    expect(transformPageModule(source, 'server')).toBe(
      `import * as __module0 from "./List.tsx";${source.replace("import('./List.tsx')", '__module0')}`,
    );
  });
});
