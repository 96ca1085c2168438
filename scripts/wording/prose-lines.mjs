import { parse } from '@babel/parser';

const CODE_IN_PROSE_PATTERN = /`[^`]*`|\]\([^)]*\)|@param [\w.]+|npm run [\w:-]+|\S*\/\S*|biome-ignore.*/g;

/**
 * Reads what a file says to its readers: comments and names of tests of code, comments of style sheets, scripts and configuration, and
 * documents without their code. Text in backticks, paths, names of parameters and npm scripts are code.
 *
 * @param {string} file path, which says what kind of file it is
 * @param {string} text of the file
 * @returns {{ line: number, text: string }[]} one for each line, in order
 */
export function listProseLines(file, text) {
  return listProseSpans(file, text).flatMap(({ line, text: span }) =>
    span
      .split('\n')
      .map((row, index) => ({ line: line + index, text: row.replace(CODE_IN_PROSE_PATTERN, '') })),
  );
}

function listProseSpans(file, text) {
  if (file.endsWith('.md')) return [{ line: 1, text: blankCodeBlocks(text) }];
  if (/\.(?:[cm]?[jt]s|tsx)$/.test(file)) return listCommentSpans(file, text);
  const comment = /\.(?:css|sql)$/.test(file) ? /\/\*[\s\S]*?\*\/|(?<=^|\s)--.*$/gm : /(?<=^|\s)#.*$/gm;
  return [...text.matchAll(comment)].map(({ 0: span, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: span,
  }));
}

/** A document with its code blocks blanked and its lines numbered as before. */
const blankCodeBlocks = (text) => text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''));

function listCommentSpans(file, text) {
  const plugins = [...(/tsx?$/.test(file) ? ['typescript'] : []), ...(/\.ts$/.test(file) ? [] : ['jsx'])];
  const { program, comments } = parse(text, { sourceType: 'module', plugins });
  const spans = comments.map(({ loc, value }) => ({ line: loc.start.line, text: value }));
  if (/\.test\.\w+$/.test(file)) visitSyntaxNodes(program, (node) => spans.push(...listTestNames(node)));
  return spans.sort((a, b) => a.line - b.line);
}

function listTestNames({ type, callee, arguments: args }) {
  if (type !== 'CallExpression' || !/^(?:it|test|describe)$/.test(getFunctionName(callee))) return [];
  const [name] = args;
  if (name?.type === 'StringLiteral') return [{ line: name.loc.start.line, text: name.value }];
  if (name?.type !== 'TemplateLiteral') return [];
  return name.quasis.map(({ loc, value }) => ({ line: loc.start.line, text: value.cooked }));
}

/** Name of the function that is called in the end: `it` of `it.each(table)(name, run)`. */
function getFunctionName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  return getFunctionName(callee.object ?? callee.callee ?? callee.tag ?? { type: 'Identifier', name: '' });
}

function visitSyntaxNodes(node, inspect) {
  inspect(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string' && child.loc) visitSyntaxNodes(child, inspect);
    }
  }
}
