import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');

/** Modules that start a process when they are imported. */
const programModules = new Set([
  'server/web/main.ts',
  'server/backend/app/main.ts',
  'server/backend/app/run-command.ts',
]);

/** Pattern for the names of functions that read text. */
const textFunctionNamePattern =
  /^(?:check|clean|decode|escape|extract|find|fold|format|get|has|is|list|match|normalise|parse|read|split|strip|to|tokenise)[A-Z]/;

/** Functions for objects or lists that would copy a string character by character. */
const nonTextFunctions = new Set([
  'listOf',
  'cleanSiloInput',
  'parseGiftCardArguments',
  'parseCampaignArguments',
  'parseOrderArguments',
  'parseReviewArguments',
  'toRedirect',
]);

/** Functions with another name whose first parameter is text from a visitor, a file or the backend. */
const otherTextFunctions = new Set([
  'joinLinesOfText',
  'dropSchemaLink',
  'keepKnownFields',
  'addReturnPath',
  'addRetainedParameters',
  'allowPaymentForms',
  'canBeGift',
  'chooseEncoding',
  'chooseFont',
  'compareDoseLevels',
  'quoteLexeme',
  'completeDocument',
  'countTypingErrors',
  'countWords',
  'createDifferenceSection',
  'createElement',
  'createFailureLogFields',
  'createLineStart',
  'createPageKey',
  'createRobotsText',
  'createScriptJson',
  'createSitemapIndex',
  'createTrace',
  'createTranslate',
  'createVisitorCookie',
  'deriveKey',
  'describeFailure',
  'describeUserAgent',
  'fillCountry',
  'fromLocalMoment',
  'isRetainedOnRedirect',
  'hashEmailAddress',
  'hashToken',
  'hashRecordValue',
  'hashValue',
  'removeUnretainedParameters',
  'omitTextPart',
  'matchesPattern',
  'localisePath',
  'mayHaveHouseName',
  'createReportKeyCondition',
  'meetsPasswordRule',
  'normalizeEnteredFile',
  'normalizeEnteredRecord',
  'normalizeWord',
  'refuseHtml',
  'requireLinkTarget',
  'requireWebAddress',
  'renderStoredNotice',
  'resolveLocale',
  'sortMembers',
  'stemEstonian',
  'stringifySafely',
  'hashesPassword',
  'hasLocationParameter',
]);

/**
 * Functions whose first parameter is a string of the program itself (a path, a column name, a page label), or
 * that would open a file or a connection with it. `breakLines` also needs the
 * fonts of a document, and `completeTerm` a function.
 */
const functionsWithoutForeignText = new Set([
  'breakLines',
  'completeTerm',
  'hashPhoto',
  'fillEmptyFolder',
  'convertFolderErrors',
  'ensureSecrets',
  'applyTextDifference',
  'sendCommandToBackend',
  'createBackendAgent',
  'createCallPath',
  'createFileTransport',
  'createFolderSource',
  'toUnpooledBuffer',
  'createMaskCondition',
  'createNotFound',
  'createPageSecurityHeaders',
  'createParameterMissing',
  'createPictureFiles',
  'defineLimits',
  'ensureSecret',
  'hashShopFiles',
  'instant',
  'joinFileFromRecords',
  'linkIfFree',
  'loadPackshots',
  'lockDataDirectory',
  'rate',
  'writeAt',
]);

/** Exported functions whose first parameter is a string, or unknown. */
const textFunctionPattern =
  /export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*\w+\??: (?:string|unknown)\b(?!\[)|export const (\w+)(?:: [^=]+)? = (?:async )?\(\s*\w+\??: (?:string|unknown)\b(?!\[)/g;

/**
 * Maximum processor time in ms for a string of 100 kB, in proportion for other lengths. Linear functions take
 * up to 55 ms on a busy machine, others take seconds.
 */
const CPU_TIME_LIMIT_MS = 100;
/** Minimum limit in ms: a shorter measurement depends more on garbage collection than on the function. */
const MIN_CPU_TIME_LIMIT_MS = 40;
/** Lengths of the strings: the shortest pass length limits that cut off or refuse the longer ones. */
const STRING_LENGTHS = [20_000, 100_000, 200_000];
const MAX_ATTEMPTS = 5;

/** Creates strings that take seconds with a backtracking pattern or with nested loops. */
const createHostileStrings = (length: number): Readonly<Record<string, string>> => ({
  letters: 'a'.repeat(length),
  digits: '1'.repeat(length),
  spaces: ' '.repeat(length),
  'spaces after a letter': `a${' '.repeat(length - 2)}!`,
  'letters and digits': 'a 1 '.repeat(length / 4),
  signs: '-./,:;@&=?'.repeat(length / 10),
  'parameters of a query': 'a=1&'.repeat(length / 4),
  brackets: '[('.repeat(length / 2),
  tags: '<a href="x">'.repeat(Math.floor(length / 12)),
  'letters beyond ASCII': 'éΩЖ'.repeat(Math.floor(length / 3)),
});

/**
 * Returns the processor time of a call in ms, which does not depend on other load. A refusal is a valid
 * result.
 */
function measureCpuTime(call: () => unknown): number {
  const before = process.cpuUsage();
  try {
    void Promise.resolve(call()).catch(() => undefined);
  } catch {
    // The function refuses this string, or expects another type.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function listModuleFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !programModules.has(name))
    .sort();
}

type TextFunction = (text: string, ...others: unknown[]) => unknown;

/**
 * Returns the exported functions of a folder that read text, selected by their name or their first parameter.
 */
async function listTextReaders(
  folder: string,
): Promise<{ readonly name: string; readonly read: TextFunction }[]> {
  const found: { name: string; read: TextFunction }[] = [];
  for (const module of listModuleFiles(folder)) {
    const exported: Record<string, unknown> = await import(path.join(root, module));
    for (const [key, value] of Object.entries(exported)) {
      if (typeof value !== 'function' || value.length === 0 || nonTextFunctions.has(key)) continue;
      if (textFunctionNamePattern.test(key) || otherTextFunctions.has(key))
        found.push({ name: `${module} ${key}`, read: value as TextFunction });
    }
  }
  return found;
}

/** Returns the names of the exported functions of a folder whose first parameter is a string. */
function listTextFunctions(folder: string): string[] {
  return listModuleFiles(folder).flatMap((module) =>
    [...readFileSync(path.join(root, module), 'utf8').matchAll(textFunctionPattern)].map(
      ([, declared, assigned]) => declared ?? assigned ?? '',
    ),
  );
}

describe.each(['shared', 'server'])('the functions of %s that read text', (folder) => {
  it.each(STRING_LENGTHS)(
    `take at most ${CPU_TIME_LIMIT_MS} ms of processor per 100 kB for a string of %d`,
    async (length) => {
      const limit = Math.max((CPU_TIME_LIMIT_MS * length) / 100_000, MIN_CPU_TIME_LIMIT_MS);
      const hostileStrings = Object.entries(createHostileStrings(length));
      const slow: string[] = [];
      const found = await listTextReaders(folder);
      for (const { name, read } of found) {
        for (const [kind, text] of hostileStrings) {
          const call = () => read(text, 'nl');
          // The first call compiles the function; a garbage collection may happen in any of them.
          const times = [measureCpuTime(call)];
          while (Math.min(...times) > limit && times.length < MAX_ATTEMPTS) times.push(measureCpuTime(call));
          const least = Math.min(...times);
          if (least > limit) slow.push(`${name}: ${Math.round(least)} ms for ${kind}`);
          if (least > 1000) break;
        }
      }
      expect(found.length).toBeGreaterThan(50);
      expect(slow).toEqual([]);
    },
  );
});

describe('exported functions whose first parameter is a string', () => {
  const all = new Set(['shared', 'server'].flatMap(listTextFunctions));

  it('are either measured above or listed with the reason why not', () => {
    const unknown = [...all].filter(
      (name) =>
        !textFunctionNamePattern.test(name) &&
        !otherTextFunctions.has(name) &&
        !functionsWithoutForeignText.has(name),
    );
    expect(unknown).toEqual([]);
  });

  it('are named in those lists only while they exist', () => {
    expect(all.size).toBeGreaterThan(100);
    expect([...otherTextFunctions, ...functionsWithoutForeignText].filter((name) => !all.has(name))).toEqual(
      [],
    );
  });
});
