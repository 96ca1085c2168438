import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@babel/parser';

const loadablePackage = '@loadable/component';
/** Ends the path of the module whose `hydrateLazily` is imported statically on the server. */
const lazyHydrationPathEnd = '/lazy-hydration.tsx';

/**
 * Rewrites the `loadable(() => import('./x'))` calls of one module, so that a page is synchronous on the
 * server and knows its chunk in the browser. Does the work of @loadable/babel-plugin with webpack.
 *
 * On the server, `hydrateLazily(() => import('./x'), …)` of client/start/lazy-hydration.tsx gets a static
 * import, too.
 *
 * @param {string} source text of the module
 * @param {{ side: 'server' | 'client', importer: string, root: string }} options absolute paths; chunk names
 *   are relative to `root`
 * @returns {string} the rewritten module, with its lines; unchanged if it uses neither function
 * @throws {Error} if the source does not compile, or if one of the functions is used in any other form
 */
export function transformLoadableCalls(source, { side, importer, root }) {
  if (!source.includes(loadablePackage) && !source.includes(lazyHydrationPathEnd)) return source;
  const { program } = parse(source, {
    sourceType: 'module',
    sourceFilename: importer,
    plugins: importer.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
  });
  const loadable = findLocalName(program, (from) => from === loadablePackage, 'default');
  const lazy = findLocalName(program, (from) => from.endsWith(lazyHydrationPathEnd), 'hydrateLazily');
  if (loadable === null && (lazy === null || side === 'client')) return source;

  const edits = [];
  let imports = '';
  const importStatically = (specifier) => {
    const name = `__module${edits.length}`;
    imports += `import * as ${name} from ${JSON.stringify(specifier)};`;
    return name;
  };
  for (const { name, call } of listFunctionUses(program, [loadable, lazy])) {
    const { load, imported, specifier, options } = readLoadableCall(call) ?? {};
    if (load === undefined || (name === loadable && !isLiteralOptions(options))) {
      throw new Error(
        `${importer}: write ${name}(() => import('./relative'), { … }) literally; another use of ${name} differs`,
      );
    }
    if (name === lazy) {
      if (side === 'server') edits.push({ ...imported, text: importStatically(specifier) });
      continue;
    }
    const chunk = JSON.stringify(getChunkName(path.resolve(path.dirname(importer), specifier), root));
    const getModule =
      side === 'client'
        ? source.slice(load.start, load.end)
        : disablesServerRendering(options)
          ? 'undefined'
          : `() => ${importStatically(specifier)}`;
    edits.push({ ...load, text: `__chunk(${chunk}, ${getModule})` });
  }
  if (loadable !== null) {
    imports = `import { __chunk } from ${JSON.stringify(`${root}/build/chunk-runtime.${side}.mjs`)};${imports}`;
  }
  return imports + applyEdits(source, edits);
}

/** Returns the local name of an imported function, or null. */
function findLocalName(program, isModule, exportName) {
  for (const { type, source, specifiers } of program.body) {
    if (type !== 'ImportDeclaration' || !isModule(source.value)) continue;
    for (const specifier of specifiers) {
      const imported = specifier.type === 'ImportDefaultSpecifier' ? 'default' : specifier.imported?.name;
      if (imported === exportName) return specifier.local.name;
    }
  }
  return null;
}

/** Lists every use of the named functions in source order; `call` is null if it is not the callee of a call. */
function listFunctionUses(program, names) {
  const uses = [];
  const visit = (node, parent) => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'Identifier' && names.includes(node.name) && !isPropertyName(node, parent)) {
      const isCallee = parent.type === 'CallExpression' && parent.callee === node;
      uses.push({ name: node.name, call: isCallee ? parent : null });
    }
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child, node);
  };
  for (const statement of program.body) visit(statement, program);
  return uses;
}

function isPropertyName(node, parent) {
  return !parent.computed && (parent.property === node || (parent.key === node && !parent.shorthand));
}

/** Reads a call `f(() => import('./relative'), …)`; null for any other form. */
function readLoadableCall(call) {
  const [load, options] = call?.arguments ?? [];
  if (load?.type !== 'ArrowFunctionExpression' || load.params.length > 0) return null;
  const imported = load.body;
  if (imported.type !== 'CallExpression' || imported.callee.type !== 'Import') return null;
  const [specifier] = imported.arguments;
  if (specifier.type !== 'StringLiteral' || !specifier.value.startsWith('.')) return null;
  return { load, imported, specifier: specifier.value, options };
}

/** Returns true for literal options, so that `ssr` can be read from them. */
function isLiteralOptions(options) {
  return (
    options === undefined ||
    (options.type === 'ObjectExpression' && options.properties.every(({ key }) => key?.type === 'Identifier'))
  );
}

/** Returns true for options with `ssr: false`. */
function disablesServerRendering(options) {
  return options?.properties.some(({ key, value }) => key.name === 'ssr' && value?.value === false) ?? false;
}

function applyEdits(source, edits) {
  return edits.reduceRight(
    (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
    source,
  );
}

/** Returns the chunk name of a module: its path below `root` without the extension. */
export function getChunkName(file, root) {
  return path
    .relative(root, file)
    .split(path.sep)
    .join('/')
    .replace(/\.tsx?$/, '');
}

/** Creates the esbuild plugin that applies `transformLoadableCalls`. */
export const loadablePlugin = ({ side, root }) => ({
  name: 'loadable',
  setup(build) {
    build.onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path: importer }) => {
      const source = await readFile(importer, 'utf8');
      try {
        const contents = transformLoadableCalls(source, { side, importer, root });
        if (contents === source) return undefined;
        return {
          contents,
          loader: 'tsx',
          resolveDir: path.dirname(importer),
        };
      } catch (error) {
        return { errors: [{ text: error.message }] };
      }
    });
  },
});
