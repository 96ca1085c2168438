import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const skippedFolders = new Set(['node_modules', 'dist', '.data', '.git', 'coverage']);

/**
 * Lists TypeScript sources below folders of the project.
 *
 * @param {string} root absolute path of the project
 * @param {readonly string[]} folders names below it; one that does not exist has no files
 * @returns {{ file: string, source: string }[]} paths relative to the root, with forward slashes, sorted
 */
export function readTypeScriptSources(root, folders) {
  const found = [];
  const visit = (folder) => {
    for (const entry of listDirectory(path.join(root, folder))) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) visit(file);
      else if (/\.tsx?$/.test(entry.name)) {
        found.push({ file, source: readFileSync(path.join(root, file), 'utf8') });
      }
    }
  };
  for (const folder of folders) visit(folder);
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Returns true if a file is a test or is loaded only by tests. */
export function isTestFile(file) {
  return /\.test\.tsx?$/.test(file) || file.startsWith('test/');
}

/**
 * Removes comments from a source; strings are retained, and every line retains its number.
 *
 * Sufficient for reading imports and literals: it recognises strings and template literals, not the whole
 * grammar.
 */
export function stripComments(source) {
  const token =
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(token, (text, string) => string ?? text.replace(/[^\n]/g, ''));
}

function listDirectory(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Lists all strings and templates of a source without comments, with the tag of each template: `''` if it has
 * none. A template is one text, with `{}` for each expression; templates and strings within the expressions
 * are listed separately.
 *
 * @param {string} code
 * @returns {{ tag: string, text: string }[]}
 */
export function readTexts(code) {
  const texts = [];
  // Stack of open constructs, innermost last: templates, and the braces of an expression within one.
  const open = [];
  let at = 0;
  while (at < code.length) {
    const top = open.at(-1);
    const sign = code[at];
    if (top?.kind === 'template') {
      if (sign === '\\') {
        top.text.text += code.slice(at, at + 2);
        at += 2;
      } else if (sign === '`') {
        open.pop();
        at += 1;
      } else if (code.startsWith('${', at)) {
        open.push({ kind: 'braces' });
        top.text.text += '{}';
        at += 2;
      } else {
        top.text.text += sign;
        at += 1;
      }
      continue;
    }
    const string = /^(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")/.exec(code.slice(at, at + 5000));
    if (string) {
      texts.push({ tag: '', text: string[0].slice(1, -1) });
      at += string[0].length;
      continue;
    }
    if (sign === '`') {
      const text = { tag: /[\w$]*$/.exec(code.slice(Math.max(0, at - 40), at))[0], text: '' };
      texts.push(text);
      open.push({ kind: 'template', text });
    } else if (top && sign === '{') {
      open.push({ kind: 'braces' });
    } else if (top && sign === '}') {
      open.pop();
    }
    at += 1;
  }
  return texts;
}
