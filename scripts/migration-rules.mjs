/**
 * Rules of migrations, which run while backends of the previous release use the same database. See
 * docs/operations.md. `needs` is the comment that permits an exception, in the lines directly above the
 * statement; it must give a reason.
 */
const migrationRules = [
  {
    pattern:
      /\b(drop\s+(table|column|view|function|trigger|type|schema)|truncate|delete\s+from|rename\s+(to|column)|alter\s+column\s+"?\w+"?\s+(set\s+data\s+)?type|alter\s+column\s+"?\w+"?\s+set\s+not\s+null|alter\s+column\s+"?\w+"?\s+drop\s+default)\b/i,
    needs: 'contract',
    reason:
      'removes or changes what the previous release may use: stop using it first, and drop it one release later, after a line "-- contract: <unused since when>"',
  },
  {
    pattern: /\bupdate\b(?!\s+(set|no|cascade|restrict)\b)(?<!\b(?:on|for|before|after|or)\s+update)/i,
    needs: 'small',
    reason:
      'updates rows in one transaction: update them in batches by a job, or state after a line "-- small: <why they are few>"',
  },
  {
    pattern: /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\bdefault\b)/i,
    reason:
      'adds a mandatory column that the previous release does not fill: add a default or make it nullable',
  },
  {
    pattern:
      /\badd\s+column\b[^;]*(\bstored\b|\bdefault\s+(gen_random_uuid|random|clock_timestamp)\b|\bserial\b|\bas\s+identity\b)/i,
    reason:
      'computes a value for every row while the table is locked: add the column empty and fill it in batches',
  },
  {
    pattern: /\badd\s+constraint\b(?!\s+[^;]*\bnot\s+valid\b)/i,
    onExisting: true,
    reason:
      'looks at every row while the table is locked: add the constraint "not valid", and validate it in a statement of its own; build a unique index concurrently',
  },
  {
    pattern: /\bcreate\s+(unique\s+)?index\b(?!\s+concurrently\b)/i,
    onExisting: true,
    reason: 'blocks writes while the index is built: create it concurrently, in a separate migration',
  },
];

/** Returns the table of a statement. */
const getTableName = (statement) =>
  /\b(?:alter\s+table|on)\s+(?:only\s+)?(?:if\s+exists\s+)?(?:"?public"?\.)?"?(\w+)"?/i.exec(statement)?.[1];

/**
 * Lists the problems of a migration, one line each.
 *
 * @param {string} text text of the file, with statements separated as by drizzle-kit
 */
export function listMigrationProblems(text) {
  const statements = text.split('--> statement-breakpoint').map((part) => ({
    comments: part.split('\n').filter((line) => line.trim().startsWith('--')),
    code: part
      .replace(/^\s*--.*$/gm, '')
      .replace(/'(?:''|[^'])*'/g, "''")
      .trim(),
  }));
  const made = new Set(
    statements.flatMap(
      ({ code }) => /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i.exec(code)?.[1] ?? [],
    ),
  );
  const problems = statements.flatMap(({ comments, code }) =>
    migrationRules
      .filter(({ pattern, needs, onExisting }) => {
        if (!pattern.test(code)) return false;
        if (onExisting && made.has(getTableName(code))) return false;
        return !comments.some((line) => needs && new RegExp(`^--\\s*${needs}:\\s*\\S`).test(line.trim()));
      })
      .map(({ reason }) => `${code.replaceAll(/\s+/g, ' ').slice(0, 80)} … ${reason}`),
  );
  const isConcurrent = (code) => /\bconcurrently\b/i.test(code);
  const written = statements.filter(({ code }) => code !== '');
  if (written.some(({ code }) => isConcurrent(code)) && !written.every(({ code }) => isConcurrent(code))) {
    problems.push(
      'Only some statements are concurrent: these cannot be in a transaction, so put them in a separate migration',
    );
  }
  for (const { code } of written) {
    if (isConcurrent(code) && !/\bif\s+(not\s+)?exists\b/i.test(code)) {
      problems.push(
        `${code.slice(0, 80)} … is not in a transaction, so it may have to run again: drop "if exists", then create "if not exists"`,
      );
    }
  }
  return problems;
}
