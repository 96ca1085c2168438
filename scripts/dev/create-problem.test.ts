import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TextsFileError } from '../../server/platform/read-texts.ts';
import { createLoadProblem } from './create-problem.ts';

let projectFolder: string;
beforeEach(() => {
  projectFolder = mkdtempSync(path.join(tmpdir(), 'problems-'));
});
afterEach(() => rmSync(projectFolder, { recursive: true, force: true }));

describe('createLoadProblem', () => {
  it('finds the source that imports a missing name', async () => {
    const other = path.join(projectFolder, 'Header.tsx');
    const footer = path.join(projectFolder, 'Footer.tsx');
    writeFileSync(other, "import { getHoofs } from './hoofs.ts';\n");
    writeFileSync(footer, "import { hay } from './hay.ts';\nimport { getHooves } from './hoofs.ts';\n");
    const error = new SyntaxError(
      "The requested module './hoofs.ts' does not provide an export named 'getHooves'",
    );
    const problem = await createLoadProblem(projectFolder, error, [other, footer]);
    expect(problem).toMatchObject({ file: 'Footer.tsx', line: 2 });
  });

  it('finds the file and line of texts that are not JSON', async () => {
    const file = path.join(projectFolder, 'nl.json');
    const text = '{\n  "a": "A"\n  "b": "B"\n}\n';
    writeFileSync(file, text);
    const problem = await createLoadProblem(
      projectFolder,
      new TextsFileError(file, text, new SyntaxError('at position 13')),
    );
    expect(problem).toMatchObject({ file: 'nl.json', line: 3, column: 1 });
    expect(problem.message).toBe('at position 13');
    expect(problem.excerpt).toBeDefined();
  });
});
