import { build } from 'esbuild';
import { unusedHelmetCodePlugin } from '../../build/unused-helmet-code-plugin.mjs';
import { devServerPaths } from './dev-paths.ts';

/** Packages of the browser code as modules with named exports. */
export interface Vendor {
  /** File name below `/dev/vendor/` → its text. */
  readonly files: ReadonlyMap<string, string>;
}

/** Returns the file name of a package's module. */
function getVendorFileName(specifier: string): string {
  return `${specifier.replaceAll(/[^A-Za-z0-9-]/g, '_')}.js`;
}

/**
 * Bundles packages, with shared files for common code, so that there is one React.
 *
 * Most of them are CommonJS, whose export names a bundler cannot determine. Node can, so each is imported
 * here once.
 *
 * @param root absolute path of the project
 */
export async function bundleVendorPackages(root: string, specifiers: Iterable<string>): Promise<Vendor> {
  const wrappers = new Map<string, string>();
  for (const specifier of specifiers) {
    const names = Object.keys(await import(specifier)).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
    wrappers.set(specifier, `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};`);
  }
  const { outputFiles } = await build({
    entryPoints: [...wrappers.keys()].map((specifier) => ({
      in: `vendor:${specifier}`,
      out: getVendorFileName(specifier).slice(0, -'.js'.length),
    })),
    outdir: '/',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    chunkNames: 'shared-[hash]',
    absWorkingDir: root,
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
    plugins: [
      // As in the production build, so that the changed library is used during development, too.
      unusedHelmetCodePlugin(),
      {
        name: 'vendor',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^vendor:/ }, ({ path }) => ({ path, namespace: 'vendor' }));
          onLoad({ filter: /.*/, namespace: 'vendor' }, ({ path }) => ({
            contents: wrappers.get(path.slice('vendor:'.length)) ?? '',
            resolveDir: root,
          }));
        },
      },
    ],
  });
  return {
    files: new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text])),
  };
}

/**
 * Replaces the specifier of every package by the URL of its vendor module.
 *
 * @param exceptions package → URL of a module of this project that replaces it
 */
export function replacePackageSpecifiers(
  code: string,
  exceptions: Readonly<Record<string, string>> = {},
): string {
  const address = (specifier: string) =>
    JSON.stringify(exceptions[specifier] ?? devServerPaths.vendor + getVendorFileName(specifier));
  return code.replace(
    /((?:^|\*\/\s*)(?:import|export)\b[^"'`;]*?\bfrom\s*|(?:^|\*\/\s*)import\s*|\bimport\()["']([^"'./][^"']*)["']/gm,
    (_match, before: string, specifier: string) => `${before}${address(specifier)}`,
  );
}
