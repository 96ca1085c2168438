import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.data', '.git', 'coverage']);

/**
 * TypeScript sources below folders of the project.
 *
 * @param {string} root absolute path of the project
 * @param {readonly string[]} folders names below it; one that does not exist has no files
 * @returns {{ file: string, source: string }[]} paths relative to the root, with forward slashes, sorted
 */
export function readSources(root, folders) {
  const found = [];
  const visit = (folder) => {
    for (const entry of readDirectory(path.join(root, folder))) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) visit(file);
      else if (/\.tsx?$/.test(entry.name)) {
        found.push({ file, source: readFileSync(path.join(root, file), 'utf8') });
      }
    }
  };
  for (const folder of folders) visit(folder);
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Whether a file is a test or something that only tests load. */
export function isTestFile(file) {
  return /\.test\.tsx?$/.test(file) || file.startsWith('test/');
}

/**
 * The source without its comments; strings stay, and every line keeps its number.
 *
 * Good enough for reading imports and literals: it knows strings and template literals, not the whole grammar.
 */
export function stripComments(source) {
  const token =
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(token, (text, string) => string ?? text.replace(/[^\n]/g, ''));
}

function readDirectory(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
