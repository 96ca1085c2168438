// Checks the module boundaries of docs/architecture.md. `.dependency-cruiser.mjs` has the rules about imports,
// this file all others.
//
//   npm run boundaries                prints the violations, with the reason of each rule
//   npm run boundaries -- --picture   prints which folder imports which, as a Mermaid flowchart
//   npm run boundaries -- --write     draws the rooms of the backend in docs/architecture.md
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import configuration from '../.dependency-cruiser.mjs';
import { drawBackendRooms, readPicture, replacePicture } from './draw-backend-rooms.mjs';
import { isTestFile, readTexts, readTypeScriptSources, stripComments } from './source-files.mjs';

const checkedFolders = ['client', 'server', 'shared', 'scripts', 'test'];
/** Folders whose imports have rules. Tests may import everything. */
const importingFolders = checkedFolders.filter((folder) => folder !== 'test');

const createFolderTest = (...names) => {
  return (file) => names.some((name) => file === name || file.startsWith(`${name}/`));
};

const isConfigFile = (file) => path.posix.basename(file) === 'config.ts';
const mayControlProcess = (file) => /(^|\/)(main|[^/]+-command|[^/]+-preload)\.ts$/.test(file);

/** Patterns of code that only some files may contain. */
const restrictedCodeRules = [
  {
    pattern: /\bprocess\.env\s*(\.|\?\.|\[)/,
    isAllowed: isConfigFile,
    reason: 'settings are read in config.ts only, so that every one is checked at one place',
  },
  {
    pattern: /\bprocess\.env\b(?!\s*(\.|\?\.|\[))/,
    isAllowed: (file) => isConfigFile(file) || mayControlProcess(file),
    reason: 'main.ts hands the environment to createConfig; nobody else sees it',
  },
  {
    pattern: /\bprocess\.(exit|on|once)\s*\(/,
    isAllowed: mayControlProcess,
    reason: 'only main.ts and *-command.ts own the process',
  },
];

/** Forms that dependency-cruiser does not read: an import within a type, and `type` at each imported name. */
const unreadTypeImportPattern =
  /\btypeof\s+import\s*\(|\bimport\s*\([^()]*\)\s*\.(?!then\b|catch\b|finally\b)|\b(?:import|export)\s*\{(?:\s*type\s[^,{}]+,?)+\s*\}\s*from\b/;

/** Matches a tag, the start of one, or an entity: handwritten HTML or XML. */
const handwritten = /<(?:[a-z][\w:-]*(?=[\s/>{]|$)|\/[a-z{]|!doctype|!--|\?xml)|&(?:amp|lt|gt|quot|#39);/i;
/**
 * Returns true for server files whose texts may look like markup: the one that writes it, the help texts of
 * commands, and a picture.
 */
const mayContainMarkup = (file) =>
  file === 'server/platform/markup.ts' ||
  /(?:-command|\/parse-arguments)\.ts$/.test(file) ||
  file === 'server/web/routes/brand-mark.ts';
/** Constant texts that are searched in finished HTML, or inserted as placeholders. */
const allowedMarkupByFile = new Map([
  ['server/web/render/document-stream.ts', ['<!--{}-->', '</head>', '</body>']],
  ['server/web/render/render-page.tsx', ['<!DOCTYPE html>']],
  ['server/backend/core/http/render-document.ts', ['<!DOCTYPE html>{}']],
  ['server/backend/core/mail/development-mailbox.tsx', ['<head>', '<head><base target="_top">']],
]);

/** Finds markup that the server concatenates without the escaping tag. */
function findHandwrittenMarkup(file, code) {
  if (!createFolderTest('server')(file) || mayContainMarkup(file)) return [];
  return readTexts(code)
    .filter(({ tag, text }) => tag !== 'markup' && handwritten.test(text))
    .filter(({ text }) => !allowedMarkupByFile.get(file)?.includes(text))
    .map(
      ({ text }) =>
        `${file} writes ${text.trim().slice(0, 40)}: HTML and XML are written with the tag markup\`…\` only, which escapes what is put into them`,
    );
}

/** Files that define fixed paths of the web. */
const FIXED_PATH_FILES = ['shared/rules/path-constants.ts', 'shared/rules/account/account-paths.ts'];

/**
 * Finds fixed paths of the web in other files. If they were duplicated, mails and pages could lead to
 * different URLs after a change.
 */
function findFixedPaths(file, code, fixedPaths) {
  if (FIXED_PATH_FILES.includes(file) || !createFolderTest('client', 'server', 'shared')(file)) return [];
  return fixedPaths
    .filter((fixed) => {
      const end = fixed.endsWith('/') ? '' : '(?=[\'"`?])';
      return new RegExp(`['"\`}]${fixed.replaceAll('.', '\\.')}${end}`).test(code);
    })
    .map(
      (fixed) =>
        `${file} writes ${fixed}: fixed paths of the web are in ${FIXED_PATH_FILES.join(' and ')} only`,
    );
}

/** Reads the imports with dependency-cruiser, and validates them. */
async function readImports(root) {
  const { options, ...ruleSet } = configuration;
  const { output } = await cruise(
    importingFolders.filter((folder) => existsSync(path.join(root, folder))),
    { ...options, ruleSet, validate: true, baseDir: root },
  );
  return output;
}

/** Returns the violations of the import rules, whose reasons are in the configuration. */
function describeViolations({ summary }) {
  const reasons = new Map(configuration.forbidden.map(({ name, comment }) => [name, comment]));
  return summary.violations.map(({ from, to, rule }) => `${from} imports ${to}: ${reasons.get(rule.name)}`);
}

const PICTURE_FILE = 'docs/architecture.md';

/** Checks that the picture of the rooms shows their imports. */
function checkPicture(root, { modules }) {
  const file = path.join(root, PICTURE_FILE);
  const picture = existsSync(file) ? readPicture(readFileSync(file, 'utf8')) : undefined;
  if (picture === undefined || picture === drawBackendRooms(modules)) return [];
  return [`${PICTURE_FILE} shows other imports than the rooms have: run npm run boundaries -- --write`];
}

/**
 * Checks the module boundaries.
 *
 * @param {string} root absolute path of the project
 * @returns {Promise<string[]>} one line per violation: file, what it does, and the reason for the rule
 */
export async function checkBoundaries(root) {
  const imports = await readImports(root);
  const problems = [...describeViolations(imports), ...checkPicture(root, imports)];
  const sources = readTypeScriptSources(root, checkedFolders);
  const fixedPaths = sources
    .filter(({ file }) => FIXED_PATH_FILES.includes(file))
    .flatMap(({ source }) => [...source.matchAll(/_PATH = '([^']+)'/g)].map(([, fixed]) => fixed));
  for (const { file, source } of sources) {
    problems.push(...checkFileName(file));
    const code = stripComments(source);
    // The list of all tables, which contains nothing else.
    const isSchema = file === 'server/backend/schema/schema.ts';
    if (!isSchema && /^\s*export\s*\*\s*from\b/m.test(code)) {
      problems.push(
        `${file} exports all of another file: name what you export, and import it from its own file`,
      );
    }
    const bare = code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
    const typeImport = createFolderTest('test')(file) ? null : unreadTypeImportPattern.exec(bare);
    if (typeImport) {
      problems.push(
        `${file} writes ${typeImport[0]}: types are imported by \`import type\` statements, whose targets are checked`,
      );
    }
    if (isTestFile(file)) continue;
    problems.push(...findHandwrittenMarkup(file, code));
    problems.push(...findFixedPaths(file, code, fixedPaths));
    for (const { pattern, isAllowed, reason } of restrictedCodeRules) {
      const found = pattern.exec(bare);
      if (found && !isAllowed(file)) problems.push(`${file} uses ${found[0]}: ${reason}`);
    }
  }
  return [...new Set(problems)];
}

function checkFileName(file) {
  const problems = [];
  const vague = file.split('/').find((part) => /^(utils?|helpers?|misc|common)$/.test(part));
  if (vague) problems.push(`${file} is in a folder called ${vague}: name the folder after what it is for`);
  if (/\/index\.tsx?$/.test(file)) {
    problems.push(`${file} is a barrel: import from the file that has the thing`);
  }
  return problems;
}

/**
 * Draws which folder of `client`, `server` and `shared` imports which, without tests.
 *
 * @param {string} root absolute path of the project
 * @returns {Promise<string>} Mermaid flowchart
 */
export async function drawFolderImports(root) {
  const { output } = await cruise(['client', 'server', 'shared'], {
    ...configuration.options,
    baseDir: root,
    includeOnly: '^(client|server|shared)/[^/]+/(?!.*[.]test[.])',
    collapse: '^[^/]+/[^/]+',
    outputType: 'mermaid',
  });
  return output;
}

async function main(root) {
  if (process.argv.includes('--picture')) {
    console.log(await drawFolderImports(root));
    return;
  }
  if (process.argv.includes('--write')) {
    const file = path.join(root, PICTURE_FILE);
    const picture = drawBackendRooms((await readImports(root)).modules);
    writeFileSync(file, replacePicture(readFileSync(file, 'utf8'), picture));
    return;
  }
  const problems = await checkBoundaries(root);
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'All module boundaries hold.'
      : `${problems.length} module boundaries are violated.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  await main(path.resolve(import.meta.dirname, '..'));
}
