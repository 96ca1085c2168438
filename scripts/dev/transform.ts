import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import { type CustomAtRules, transform as transformCss, type Visitor } from 'lightningcss';
import { compileCssModule } from '../../build/css-modules-plugin.mjs';
import { transformLoadableCalls } from '../../build/loadable-plugin.mjs';
import { devServerPaths } from './dev-paths.ts';

export type Side = 'server' | 'browser';

/** A source compiled for one side. */
export interface CompiledModule {
  readonly code: string;
  /** Source map as JSON, if the code differs from the source. */
  readonly map?: string;
}

export interface CompiledStyle {
  readonly css: string;
  /** Local name → class names; empty for a plain style sheet. */
  readonly names: Readonly<Record<string, string>>;
}

export interface TransformOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly file: string;
  readonly source: string;
  readonly side: Side;
}

/** Returns the URL at which the browser loads a source as a module. */
export function getModuleUrl(root: string, file: string): string {
  return devServerPaths.modules + toProjectPath(root, file);
}

/** Returns the path below the root, with forward slashes. */
export function toProjectPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

/**
 * Compiles a source of any type to a module: TypeScript, CSS, picture.
 *
 * @throws Error of the compiler, with the location in its own form (see create-problem.ts)
 */
export function transformModule(options: TransformOptions): CompiledModule {
  const { root, file, side } = options;
  if (/\.tsx?$/.test(file)) return transformScript(options);
  if (file.endsWith('.css')) return createClassNamesModule(options);
  if (/\.(svg|webp|webm|mp4)$/.test(file)) {
    const hash = createHash('sha256').update(options.source).digest('hex').slice(0, 10);
    const address = `${devServerPaths.files}${toProjectPath(root, file)}?v=${hash}`;
    return { code: `export default ${JSON.stringify(address)};` };
  }
  if (/\.m?js$/.test(file)) return { code: options.source };
  throw new Error(`${toProjectPath(root, file)}: the ${side} has no loader for this file type`);
}

function transformScript({ root, file, source, side }: TransformOptions): CompiledModule {
  const isBrowser = side === 'browser';
  const prepared = transformLoadableCalls(source, {
    side: isBrowser ? 'client' : 'server',
    importer: file,
    root,
  });
  const projectPath = toProjectPath(root, file);
  const { code, map } = transformSync(prepared, {
    filename: file,
    // A separate folder, because the URL of the module itself is that of the running code.
    sourceFileName: isBrowser ? `${devServerPaths.sources}${projectPath}` : `file://${file}`,
    sourceMaps: true,
    configFile: false,
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      transform: {
        react: {
          runtime: 'automatic',
          development: true,
          refresh: isBrowser && projectPath.startsWith('client/'),
        },
      },
    },
  });
  if (!isBrowser) {
    const encoded = Buffer.from(map ?? '').toString('base64');
    return { code: `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}` };
  }
  const addressed = code.replaceAll(`"${root}/`, `"${devServerPaths.modules}`);
  return {
    code: `${createRefreshPreamble(addressed, projectPath)}${addressed}\n//# sourceMappingURL=${path.posix.basename(projectPath)}.map`,
    ...(map !== undefined && { map }),
  };
}

/**
 * Creates the preamble on the first line, so that all other lines retain their numbers. It ends in a comment,
 * as the import parsers expect.
 */
function createRefreshPreamble(code: string, projectPath: string): string {
  if (!/\$Refresh(Reg|Sig)\$\(/.test(code)) return '';
  const runtime = JSON.stringify(`${devServerPaths.modules}scripts/dev/browser/refresh.ts`);
  return `import { createComponentRegistrar as $createRegister$, createHookSignature as $RefreshSig$ } from ${runtime};const $RefreshReg$ = $createRegister$(${JSON.stringify(projectPath)});/* */ `;
}

/**
 * Compiles a style sheet that a script imports to its class names. The CSS itself is part of the one style
 * sheet of the page.
 */
function createClassNamesModule(options: TransformOptions): CompiledModule {
  const { names } = transformStyle(options);
  if (options.side === 'server') return { code: `export default ${JSON.stringify(names)};` };
  const styles = JSON.stringify(`${devServerPaths.modules}scripts/dev/browser/class-names.ts`);
  const file = JSON.stringify(toProjectPath(options.root, options.file));
  return {
    code: `import { registerClassNames } from ${styles};export default registerClassNames(${file}, ${JSON.stringify(names)});`,
  };
}

/**
 * Compiles one style sheet, with URLs of this server.
 *
 * @throws Error of lightningcss, with `loc`
 */
export function transformStyle({
  root,
  file,
  source,
}: Pick<TransformOptions, 'root' | 'file' | 'source'>): CompiledStyle {
  const visitor: Visitor<CustomAtRules> = {
    Url: (url) => {
      if (/^([a-z]+:|\/)/i.test(url.url)) return url;
      const target = path.resolve(path.dirname(file), url.url);
      return { ...url, url: devServerPaths.files + toProjectPath(root, target) };
    },
  };
  const code = Buffer.from(source);
  if (file.endsWith('.module.css')) {
    const { code: css, names } = compileCssModule({
      file,
      code,
      root,
      withFileName: true,
      visitor,
    });
    return { css: Buffer.from(css).toString(), names };
  }
  const { code: css } = transformCss({ filename: toProjectPath(root, file), code, visitor });
  return { css: Buffer.from(css).toString(), names: {} };
}

/**
 * Replacements of sources. They must have the same exports, and import only modules that are available in
 * both places.
 */
const moduleReplacements: Readonly<Record<string, string>> = {
  'client/ui/StaticHtml.tsx': 'scripts/dev/StaticHtml.tsx',
};

/** Reads the text of a source, or of its replacement. */
export function readSource(root: string, file: string): string {
  const standIn = moduleReplacements[toProjectPath(root, file)];
  return readFileSync(standIn === undefined ? file : path.join(root, standIn), 'utf8');
}
