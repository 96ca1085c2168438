// Checks the module boundaries of docs/architecture.md: `npm run boundaries`
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isTestFile, readSources, readTexts, stripComments } from './source-files.mjs';

const folders = ['client', 'server', 'shared', 'scripts', 'test'];
const reactPackages =
  /^(react|react-dom|react-router|react-helmet-async|@loadable\/(component|server))($|\/)/;

const under = (...names) => {
  return (file) => names.some((name) => file === name || file.startsWith(`${name}/`));
};
/** Files of the contract that the browser loads: no schemas, and nothing that needs one. */
const schemaFree = under(
  'shared/contract/paths',
  'shared/contract/paths.ts',
  'shared/contract/cookies.ts',
  'shared/contract/request-headers.ts',
);
const moduleOf = (file) => /^server\/backend\/modules\/([^/]+)\//.exec(file)?.[1];
/**
 * Returns true for files that may read the tables of another module. Foreign keys refer to them, statements
 * join them, and the search reads all texts of the shop.
 */
const readsTables = (file) =>
  /\/(tables|queries)\.ts$/.test(file) ||
  under('server/backend/modules/search', 'server/backend/scope')(file);
const featureOf = (file) => /^client\/features\/([^/]+)/.exec(file)?.[1];

/**
 * Import rules. `from` selects the importing files, `stops` the forbidden imports: a file of the project, or
 * a package as written. `allowInTests` exempts test files, `allowTypes` exempts type imports.
 */
const rules = [
  {
    from: under('shared'),
    forbids: under('client', 'server'),
    reason: 'shared runs on both sides and knows neither client nor server',
  },
  {
    from: under('shared/rules'),
    forbids: (target) => !under('shared/rules')(target),
    allowInTests: true,
    reason: 'shared/rules holds pure rules and imports nothing but itself',
  },
  {
    from: schemaFree,
    forbids: (target) => !schemaFree(target),
    allowInTests: true,
    reason: 'the browser loads these tables, so they import nothing but each other',
  },
  {
    from: under('client', 'shared/api'),
    forbids: (target) =>
      target.startsWith('typebox') || (under('shared/contract')(target) && !schemaFree(target)),
    allowInTests: true,
    allowTypes: true,
    reason: 'the browser loads no schemas: import the type, or what is beside the paths',
  },
  {
    from: under('shared', 'client'),
    forbids: (target) => target.startsWith('node:'),
    allowInTests: true,
    reason: 'this code runs in the browser, which has no Node',
  },
  {
    from: under('client'),
    forbids: under('server'),
    reason: 'the client never imports the server: it would end up in the browser',
  },
  {
    from: under('server/backend'),
    forbids: under('client', 'server/web'),
    reason: 'the backend runs without the web, and knows nothing of pages',
  },
  {
    from: under('server/web'),
    forbids: under('server/backend'),
    reason:
      'the web reaches the backend over HTTP only, as an anonymous visitor; it may be another company’s',
  },
  {
    from: under('server/platform'),
    forbids: under('client', 'server/web', 'server/backend'),
    reason: 'the platform is below both processes',
  },
  {
    // The importer writes all tables, and so do commands.
    from: (file) =>
      under('server/backend')(file) &&
      !under(
        'server/backend/catalogue-import',
        'server/backend/commands',
        'server/backend/database/schema.ts',
      )(file),
    forbids: (target, file) =>
      moduleOf(target) !== undefined &&
      moduleOf(target) !== moduleOf(file) &&
      !/\/(queries|service|module)\.ts$/.test(target) &&
      !(target.endsWith('/tables.ts') && readsTables(file)),
    allowInTests: true,
    reason: 'other modules import queries.ts, service.ts and module.ts of a module only',
  },
  {
    from: under('client/ui'),
    forbids: under('client/features', 'client/pages', 'client/store', 'shared/api'),
    reason: 'the design system knows nothing of shops: give it props',
  },
  {
    from: under('client/features'),
    forbids: (target, file) => featureOf(target) !== undefined && featureOf(target) !== featureOf(file),
    reason: 'a feature imports no other feature: a page composes them, and what two share moves down',
  },
  {
    from: under('client/features'),
    forbids: under('client/pages'),
    reason: 'pages use features, not the other way round',
  },
  {
    from: under('client', 'server', 'shared'),
    forbids: under('scripts'),
    reason: 'the shop knows nothing of how it is developed: nothing of scripts/ may reach a build',
  },
  {
    from: (file) => !under('client', 'server/web/render', 'scripts/dev', 'test')(file),
    forbids: (target) => reactPackages.test(target),
    reason: 'React lives in client/ and in server/web/render only',
  },
];

const isConfig = (file) => path.posix.basename(file) === 'config.ts';
const isProcessOwner = (file) => /(^|\/)(main|[^/]+-command|[^/]+-preload)\.ts$/.test(file);

/** Patterns of code that only some files may contain. */
const privileges = [
  {
    pattern: /\bprocess\.env\s*(\.|\?\.|\[)/,
    isAllowed: isConfig,
    reason: 'settings are read in config.ts only, so that every one is checked at one place',
  },
  {
    pattern: /\bprocess\.env\b(?!\s*(\.|\?\.|\[))/,
    isAllowed: (file) => isConfig(file) || isProcessOwner(file),
    reason: 'main.ts hands the environment to createConfig; nobody else sees it',
  },
  {
    pattern: /\bprocess\.(exit|on|once)\s*\(/,
    isAllowed: isProcessOwner,
    reason: 'only main.ts and *-command.ts own the process',
  },
];

/** Matches a tag, the start of one, or an entity: handwritten HTML or XML. */
const handwritten = /<(?:[a-z][\w:-]*(?=[\s/>{]|$)|\/[a-z{]|!doctype|!--|\?xml)|&(?:amp|lt|gt|quot|#39);/i;
/**
 * Returns true for server files whose texts may look like markup: the one that writes it, the help texts of
 * commands, and a picture.
 */
const mayContainMarkup = (file) =>
  file === 'server/platform/markup.ts' ||
  /-command\.ts$/.test(file) ||
  file === 'server/web/routes/brand-mark.ts';
/** Constant texts that are searched in finished HTML, or inserted as placeholders. */
const markupLandmarks = new Map([
  ['server/web/render/document-stream.ts', ['<!--{}-->', '</head>', '</body>']],
  ['server/web/render/render-page.tsx', ['<!DOCTYPE html>']],
  ['server/backend/mail/mail-pages.ts', ['<head>', '<head><base target="_top">']],
]);

/** Finds markup that the server concatenates without the escaping tag. */
function findHandwrittenMarkup(file, code) {
  if (!under('server')(file) || mayContainMarkup(file)) return [];
  return readTexts(code)
    .filter(({ tag, text }) => tag !== 'markup' && handwritten.test(text))
    .filter(({ text }) => !markupLandmarks.get(file)?.includes(text))
    .map(
      ({ text }) =>
        `${file} writes ${text.trim().slice(0, 40)}: HTML and XML are written with the tag markup\`…\` only, which escapes what is put into them`,
    );
}

/** Checks that a module does not write to the tables of another one. */
function checkModule(file, source, code) {
  if (moduleOf(file) === undefined) return [];
  const problems = [];
  for (const [, names, target] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*'([^']*\/tables\.ts)'/g)) {
    const owner = moduleOf(path.posix.join(path.posix.dirname(file), target));
    if (owner === undefined || owner === moduleOf(file)) continue;
    for (const name of names
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)) {
      if (!new RegExp(`\\.(insert|update|delete)\\(\\s*${name}\\b`).test(code)) continue;
      problems.push(
        `${file} writes ${name}: only the module ${owner} writes its tables, others ask its queries.ts`,
      );
    }
  }
  return problems;
}

/** Files that define fixed paths of the web. */
const FIXED_PATHS = ['shared/rules/urls.ts', 'shared/rules/account/account-paths.ts'];

/**
 * Finds fixed paths of the web in other files. If they were duplicated, mails and pages could lead to
 * different URLs after a change.
 */
function findFixedPaths(file, code, fixedPaths) {
  if (FIXED_PATHS.includes(file) || !under('client', 'server', 'shared')(file)) return [];
  return fixedPaths
    .filter((fixed) => {
      const end = fixed.endsWith('/') ? '' : '(?=[\'"`?])';
      return new RegExp(`['"\`}]${fixed.replaceAll('.', '\\.')}${end}`).test(code);
    })
    .map(
      (fixed) => `${file} writes ${fixed}: fixed paths of the web are in ${FIXED_PATHS.join(' and ')} only`,
    );
}

/**
 * Checks the module boundaries.
 *
 * @param {string} root absolute path of the project
 * @returns {string[]} one line per violation: file, what it does, and the reason for the rule
 */
export function checkBoundaries(root) {
  const problems = [];
  const sources = [...readSources(root, folders)];
  const fixedPaths = sources
    .filter(({ file }) => FIXED_PATHS.includes(file))
    .flatMap(({ source }) => [...source.matchAll(/_PATH = '([^']+)'/g)].map(([, fixed]) => fixed));
  for (const { file, source } of sources) {
    problems.push(...checkNames(file));
    const code = stripComments(source);
    for (const { specifier, isType } of readImports(code)) {
      const target = specifier.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), specifier)
        : specifier;
      for (const rule of rules) {
        if ((rule.allowInTests && isTestFile(file)) || (rule.allowTypes && isType)) continue;
        if (rule.from(file) && rule.forbids(target, file)) {
          problems.push(`${file} imports ${target}: ${rule.reason}`);
        }
      }
    }
    // The list of all tables, which contains nothing else.
    const isSchema = file === 'server/backend/database/schema.ts';
    if (!isSchema && /^\s*export\s*\*\s*from\b/m.test(code)) {
      problems.push(
        `${file} exports all of another file: name what you export, and import it from its own file`,
      );
    }
    if (isTestFile(file)) continue;
    problems.push(...findHandwrittenMarkup(file, code));
    problems.push(...checkModule(file, source, code));
    problems.push(...findFixedPaths(file, code, fixedPaths));
    const bare = code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
    for (const { pattern, isAllowed, reason } of privileges) {
      const found = pattern.exec(bare);
      if (found && !isAllowed(file)) problems.push(`${file} uses ${found[0]}: ${reason}`);
    }
  }
  return [...new Set(problems)];
}

function checkNames(file) {
  const problems = [];
  const vague = file.split('/').find((part) => /^(utils?|helpers?|misc|common)$/.test(part));
  if (vague) problems.push(`${file} is in a folder called ${vague}: name the folder after what it is for`);
  if (/\/index\.tsx?$/.test(file)) {
    problems.push(`${file} is a barrel: import from the file that has the thing`);
  }
  return problems;
}

function readImports(code) {
  const pattern =
    /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g;
  return [...code.matchAll(pattern)].map((match) => ({
    specifier: match[1] ?? match[2],
    isType: /^(import|export)\s+type\b/.test(match[0]),
  }));
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const problems = checkBoundaries(path.resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'All module boundaries hold.'
      : `${problems.length} module boundaries are violated.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
