import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listMigrationProblems } from './migration-rules.mjs';

const migrationsFolder = path.resolve(import.meta.dirname, '../server/backend/core/database/migrations');
/** The initial migration runs on an empty database, where no other release is at work. */
const INITIAL_MIGRATION = '0000_initial.sql';

describe('listMigrationProblems', () => {
  it.each([
    ['a dropped table', 'DROP TABLE "review";', 'removes or changes'],
    ['a dropped column', 'ALTER TABLE "review" DROP COLUMN "title";', 'removes or changes'],
    ['a renamed column', 'ALTER TABLE "review" RENAME COLUMN "title" TO "head";', 'removes or changes'],
    [
      'a changed column type',
      'ALTER TABLE "price" ALTER COLUMN "amount" SET DATA TYPE bigint;',
      'removes or changes',
    ],
    [
      'a column that becomes mandatory',
      'ALTER TABLE "price" ALTER COLUMN "note" SET NOT NULL;',
      'removes or changes',
    ],
    ['deleted rows', 'DELETE FROM "review";', 'removes or changes'],
    [
      'a mandatory column that the previous release does not fill',
      'ALTER TABLE "price" ADD COLUMN "note" text NOT NULL;',
      'does not fill',
    ],
    [
      'a computed column',
      'ALTER TABLE "price" ADD COLUMN "n" int GENERATED ALWAYS AS (1) STORED;',
      'for every row',
    ],
    ['a command that rewrites a table', 'UPDATE "price" SET "note" = 1;', 'updates rows'],
    [
      'a constraint that checks all existing rows',
      'ALTER TABLE "price" ADD CONSTRAINT "c" CHECK (amount > 0);',
      'every row',
    ],
    [
      'an index that locks the table',
      'CREATE INDEX "price_note" ON "price" USING btree ("note");',
      'blocks writes',
    ],
    [
      'a concurrent index within a larger transaction',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "price" ("note");--> statement-breakpoint\nALTER TABLE "price" ADD COLUMN "a" int;',
      'Only some',
    ],
    [
      'an index that cannot be created again',
      'CREATE INDEX CONCURRENTLY "i" ON "price" ("note");',
      'run again',
    ],
  ])('rejects %s', (_what, text, reason) => {
    expect(listMigrationProblems(text).join('\n')).toContain(reason);
  });

  it.each([
    [
      'a new table with its index, its keys and its cascade',
      `CREATE TABLE "cart" ("cart_id" int PRIMARY KEY NOT NULL, "note" text NOT NULL);--> statement-breakpoint
      ALTER TABLE "cart" ADD CONSTRAINT "fk" FOREIGN KEY ("cart_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
      CREATE INDEX "cart_note" ON "cart" USING btree ("note");`,
    ],
    ['a nullable column', 'ALTER TABLE "price" ADD COLUMN "note" text;'],
    ['a column with a default', `ALTER TABLE "price" ADD COLUMN "note" text DEFAULT 'a' NOT NULL;`],
    [
      'a constraint that is validated later',
      'ALTER TABLE "price" ADD CONSTRAINT "c" CHECK (amount > 0) NOT VALID;--> statement-breakpoint\nALTER TABLE "price" VALIDATE CONSTRAINT "c";',
    ],
    [
      'a foreign key that follows another statement',
      'ALTER TABLE "a" ADD CONSTRAINT "f" FOREIGN KEY ("b") REFERENCES "c"("b") ON UPDATE cascade NOT VALID;',
    ],
    [
      'removal of unused data, with a reason',
      '-- contract: nothing has read it since the release of 2026-11-01\nALTER TABLE "review" DROP COLUMN "title";',
    ],
    ['an update of few rows, with a reason', '-- small: one row per site\nUPDATE "site" SET "note" = 1;'],
    [
      'a trigger on changes',
      'CREATE TRIGGER "t" BEFORE INSERT OR UPDATE ON "price" FOR EACH ROW EXECUTE FUNCTION "f"();',
    ],
    [
      'a concurrent index in its own migration',
      'DROP INDEX CONCURRENTLY IF EXISTS "i";--> statement-breakpoint\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "price" ("note");',
    ],
  ])('allows %s', (_what, text) => {
    expect(listMigrationProblems(text)).toEqual([]);
  });
});

describe('migrations', () => {
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));

  it('have one snapshot, of the last one', () => {
    const { entries } = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
    const last = String(entries.at(-1).idx).padStart(4, '0');
    expect(readdirSync(path.join(migrationsFolder, 'meta')).sort()).toEqual([
      `${last}_snapshot.json`,
      '_journal.json',
    ]);
  });

  it('are all in the journal', () => {
    const { entries } = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
    expect(new Set(entries.map(({ when }) => when)).size).toBe(files.length);
  });

  it('are compatible with the previous release', () => {
    const problems = files
      .filter((name) => name !== INITIAL_MIGRATION)
      .flatMap((name) =>
        listMigrationProblems(readFileSync(path.join(migrationsFolder, name), 'utf8')).map(
          (problem) => `${name}: ${problem}`,
        ),
      );
    expect(problems).toEqual([]);
  });
});
