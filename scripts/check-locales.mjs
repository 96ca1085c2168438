// Checks that all languages have the same texts: `npm run locales`; with --sort it also sorts the keys.
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Polyglot from 'node-polyglot';
import { ensurePinnedNode } from './ensure-installed.mjs';
import { isTestFile, readTypeScriptSources, stripComments } from './source-files.mjs';

const scriptPath = fileURLToPath(import.meta.url);
const isRunAsCommand = Boolean(process.argv[1]) && realpathSync(process.argv[1]) === scriptPath;
/**
 * False on an older Node, which cannot read TypeScript: the pinned Node then does the work, and this process
 * only passes on its exit code.
 */
const runsInThisProcess = !isRunAsCommand || ensurePinnedNode(scriptPath, process.argv.slice(2));
const { locales } = runsInThisProcess
  ? await import('../shared/rules/localised-segments.ts')
  : { locales: [] };

/** Prefixes of files with texts that browsers never load: mail.nl.json is compared with mail.en.json. */
const localeFileFamilies = ['mail', 'admin'];
const brandOverlays = ['hafero', 'group'];

/**
 * Compares the files of `locales/` with each other and with the code.
 *
 * @param {string} root absolute path of the project
 * @returns {string[]} one line per problem
 */
export function checkLocales(root) {
  const problems = [];
  const folder = path.join(root, 'locales');
  const files = new Map();
  const familyFiles = new Map(localeFileFamilies.map((family) => [family, new Map()]));
  for (const name of readdirSync(folder).sort()) {
    const [first, overlay] = name.replace(/\.json$/, '').split('.');
    const family = familyFiles.get(first);
    if (family && name === `${first}.${overlay}.json` && locales.includes(overlay)) {
      const texts = readLocaleTexts(path.join(folder, name), problems);
      if (texts) family.set(overlay, { name, locale: overlay, overlay: undefined, texts });
      continue;
    }
    const locale = first;
    if (
      !name.endsWith('.json') ||
      !locales.includes(locale) ||
      (overlay && !brandOverlays.includes(overlay))
    ) {
      problems.push(`locales/${name}: not a name of a language file`);
      continue;
    }
    const texts = readLocaleTexts(path.join(folder, name), problems);
    if (texts) files.set(name, { name, locale, overlay, texts });
  }

  const english = files.get('en.json')?.texts;
  if (!english)
    return [...problems, 'locales/en.json: missing, but the other languages are compared with it'];
  for (const locale of locales) {
    if (!files.has(`${locale}.json`) && !existsSync(path.join(folder, `${locale}.json`))) {
      problems.push(`locales/${locale}.json: missing`);
    }
  }
  for (const file of files.values()) problems.push(...checkLocaleFile(file, english));
  problems.push(...checkBrandName(root, files));
  problems.push(
    ...checkAvoidedTerms(root, [
      ...files.values(),
      ...[...familyFiles.values()].flatMap((own) => [...own.values()]),
    ]),
  );
  problems.push(...checkUnusedKeys(root, english, 'locales/en.json', ['client', 'shared', 'server']));
  for (const [family, own] of familyFiles) problems.push(...checkLocaleFamily(root, family, own));
  return problems;
}

/**
 * Checks that no text contains a word that the term list of its language avoids (docs/terms.md). A word counts
 * only as a whole, in any case.
 */
function checkAvoidedTerms(root, files) {
  const list = path.join(root, 'docs/terms.md');
  if (!existsSync(list)) return [];
  const avoided = parseAvoidedTerms(readFileSync(list, 'utf8'));
  return files.flatMap(({ name, locale, texts }) => {
    const terms = avoided.get(locale) ?? [];
    return Object.entries(texts).flatMap(([key, text]) => {
      // A placeholder is no text, and its name may be any word.
      const shown = String(text).replaceAll(/%\{\w+\}/g, ' ');
      return terms
        .filter(({ pattern }) => pattern.test(shown))
        .map(
          ({ word, instead }) =>
            `locales/${name}: '${key}' contains '${word}': docs/terms.md has '${instead}' for it`,
        );
    });
  });
}

/** Reads the avoided words of each language from the tables of docs/terms.md. */
function parseAvoidedTerms(markdown) {
  const sections = markdown.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines
        .filter((line) => line.startsWith('| '))
        .slice(1)
        .map((line) => line.split('|').map((cell) => cell.trim()));
      const terms = rows.flatMap(([, , instead, words = '']) =>
        words
          .split(', ')
          .filter((word) => word !== '')
          .map((word) => ({ word, instead, pattern: createWordPattern(word) })),
      );
      return [/\((\w+)\)$/.exec(heading)?.[1], terms];
    }),
  );
}

/** Matches a word or phrase as a whole, in any case. */
const createWordPattern = (word) =>
  new RegExp(`(?<![\\p{L}\\p{M}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`, 'iu');

/**
 * Checks a family of files. It has no files per brand: mails contain the brand as a placeholder, and the back
 * office names no brand.
 */
function checkLocaleFamily(root, family, familyFiles) {
  if (familyFiles.size === 0) return [];
  const english = familyFiles.get('en')?.texts;
  if (!english) return [`locales/${family}.en.json: missing, but the other languages are compared with it`];
  const problems = locales
    .filter((locale) => !existsSync(path.join(root, 'locales', `${family}.${locale}.json`)))
    .map((locale) => `locales/${family}.${locale}.json: missing`);
  for (const file of familyFiles.values()) {
    problems.push(...checkLocaleFile(file, english, `${family}.en.json`));
    for (const [key, text] of Object.entries(file.texts)) {
      if (/ha[vf]ero/i.test(String(text))) {
        problems.push(`locales/${file.name}: '${key}' contains a brand name: use the placeholder %{brand}`);
      }
    }
  }
  return [...problems, ...checkUnusedKeys(root, english, `locales/${family}.en.json`, ['server/backend'])];
}

function readLocaleTexts(file, problems) {
  const name = `locales/${path.basename(file)}`;
  const text = readFileSync(file, 'utf8');
  let texts;
  try {
    texts = JSON.parse(text);
  } catch (error) {
    problems.push(`${name}: ${error.message}`);
    return null;
  }
  const written = [...text.matchAll(/^\s*"((?:\\.|[^"\\])+)"\s*:/gm)].map((match) => match[1]);
  for (const key of written.filter((key, index) => written.indexOf(key) !== index)) {
    problems.push(`${name}: '${key}' is duplicate`);
  }
  return texts;
}

function checkLocaleFile({ name, locale, overlay, texts }, english, reference = 'en.json') {
  const problems = [];
  const report = (text) => problems.push(`locales/${name}: ${text}`);
  const keys = Object.keys(texts);
  const firstUnsorted = keys.find((key, index) => index > 0 && key < keys[index - 1]);
  if (firstUnsorted) report(`'${firstUnsorted}' is out of alphabetical order: run with --sort`);
  if (!overlay) {
    for (const key of Object.keys(english)) if (!(key in texts)) report(`'${key}' is missing`);
  }
  for (const [key, text] of Object.entries(texts)) {
    if (!(key in english)) {
      report(`'${key}' is not in ${reference}`);
      continue;
    }
    if (typeof text !== 'string' || text.split('||||').some((form) => form.trim() === '')) {
      report(`'${key}' is empty`);
      continue;
    }
    const wanted = formatPlaceholders(english[key]);
    const actual = formatPlaceholders(text);
    if (wanted !== actual) report(`'${key}' has the placeholders ${actual}, ${reference} has ${wanted}`);
    const forms = text.split('||||').length;
    const isPlural = forms > 1 || String(english[key]).includes('||||');
    if (isPlural && forms !== countPluralForms(locale)) {
      report(`'${key}' has ${forms} plural forms, the language has ${countPluralForms(locale)}`);
    }
    const percent = findWrongPercent(text, locale);
    if (percent) report(`'${key}' has '${percent}', which the language writes '${formatPercent(locale)}'`);
    if (overlay === 'hafero' && /havero/i.test(text)) report(`'${key}' contains the name of the other brand`);
  }
  return problems;
}

/** Formats a percentage as the pages do: '12%', or '12 %' with a no-break space. */
const formatPercent = (locale) => new Intl.NumberFormat(locale, { style: 'percent' }).format(0.12);

/** Returns a percentage whose spacing differs from that of the language; undefined if there is none. */
function findWrongPercent(text, locale) {
  const wanted = formatPercent(locale).replace(/\d/g, '').replace('%', '');
  return [...text.matchAll(/(?:\d|%\{\w+\})(\s?)%(?!\{)/g)].find(([, blank]) => blank !== wanted)?.[0];
}

function formatPlaceholders(text) {
  const names = [...String(text).matchAll(/%\{(.*?)\}/g)].map((match) => match[1]);
  return `[${[...new Set(names)].sort().join(', ')}]`;
}

/**
 * Returns the number of plural forms that polyglot uses, by trying them: its table of rules is not exported.
 */
function countPluralForms(locale) {
  const chosen = new Set();
  for (let count = 0; count <= 200; count++) {
    chosen.add(Polyglot.transformPhrase('0||||1||||2||||3||||4||||5', count, locale));
  }
  return chosen.size;
}

/**
 * Checks that sites of the German-market brand never show the main brand's name, in any of their languages.
 */
function checkBrandName(root, files) {
  const sitesFile = path.join(root, 'server/backend/sample-shop/data/sites.json');
  if (!existsSync(sitesFile)) return [];
  const { sites, languages } = JSON.parse(readFileSync(sitesFile, 'utf8'));
  const ids = new Set(
    sites.filter((site) => site.type === 1).flatMap((site) => site.languages.map((own) => own.languageId)),
  );
  return languages
    .filter((language) => ids.has(language.languageId))
    .flatMap(({ code }) => {
      const overlay = files.get(`${code}.hafero.json`)?.texts ?? {};
      return Object.entries(files.get(`${code}.json`)?.texts ?? {})
        .filter(([key, text]) => /havero/i.test(String(text)) && !(key in overlay))
        .map(
          ([key]) =>
            `locales/${code}.json: '${key}' contains Havero, but ${code}.hafero.json does not override it`,
        );
    });
}

function checkUnusedKeys(root, english, name, folders) {
  const literals = new Set();
  const patterns = [];
  for (const { file, source } of readTypeScriptSources(root, folders)) {
    if (isTestFile(file)) continue;
    const code = stripComments(source);
    for (const [, single, double] of code.matchAll(/'([^'\n]+)'|"([^"\n]+)"/g))
      literals.add(single ?? double);
    for (const [, template] of code.matchAll(/`([^`\n]+)`/g)) {
      literals.add(template);
      // `sort.${key}` uses every key of that form; the part before the first value must be a group.
      if (/^[a-zA-Z]+\.[^$]*\$\{/.test(template)) patterns.push(createKeyPattern(template));
    }
  }
  return Object.keys(english)
    .filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
    .map((key) => `${name}: '${key}' is unused`);
}

function createKeyPattern(template) {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.+')}$`);
}

function sortLocaleTexts(root) {
  const folder = path.join(root, 'locales');
  for (const name of readdirSync(folder)) {
    const texts = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(path.join(folder, name), `${JSON.stringify(sorted, null, 2)}\n`);
  }
}

if (isRunAsCommand && runsInThisProcess) {
  const root = path.resolve(path.dirname(scriptPath), '..');
  if (process.argv.includes('--sort')) sortLocaleTexts(root);
  const problems = checkLocales(root);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'All languages agree.' : `${problems.length} problems in the locales.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
