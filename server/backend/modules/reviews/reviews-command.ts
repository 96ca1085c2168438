import { SettingsError } from '../../../platform/environment.ts';
import { type BackendConfig, readConfig } from '../../config.ts';
import { DataDirectoryError } from '../../database/data-directory-error.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { findMigrationsFolder } from '../../shipped-folders.ts';
import { forgetFromCommand } from '../../web-caches.ts';
import { type ReviewOrder, readReviewOrder } from './read-order.ts';
import { type ListedReview, listShown, setTakenDown, takeDownReasons } from './take-down.ts';

const LIST_LIMIT = 50;

const reasons = Object.entries(takeDownReasons).map(([key, meaning]) => `  ${key.padEnd(14)}${meaning}`);

const USAGE = `Usage: npm run reviews -- list [--product <productId>] [--hidden]
       npm run reviews -- hide <reviewId> --reason <reason>
       npm run reviews -- show <reviewId>

Lists the ${LIST_LIMIT} newest published reviews (--hidden: those taken down), takes one down, or puts it back, in the database that DATA_DIR
or DATABASE_URL names. Stop the backend first where it uses the embedded database. A reason is one of:
${reasons.join('\n')}
A low rating or a hard opinion is no reason: the law forbids it, and the shop promises that it does not.
`;

/** What somebody has typed must not steer the terminal. */
const toPlain = (text: string): string => text.replace(/\p{C}+/gu, ' ');

function describe(row: ListedReview): string {
  const { reviewId, productId, publishedAt, rating, authorName, languageCode, takenDownFor } = row;
  const facts = [
    `#${reviewId}`,
    publishedAt?.toISOString().slice(0, 10) ?? '',
    `product ${productId}`,
    `${rating} of 5`,
    languageCode,
    authorName,
    ...(takenDownFor === null ? [] : [`taken down: ${takenDownFor}`]),
  ];
  return [facts.join(' · '), row.title, row.opinion, row.text].map(toPlain).join('\n    ');
}

async function run(database: Database, order: ReviewOrder, config: BackendConfig): Promise<number> {
  if (order.kind === 'list') {
    const rows = await listShown(database, { ...order, limit: LIST_LIMIT });
    process.stdout.write(rows.length > 0 ? `${rows.map(describe).join('\n\n')}\n` : 'There are none.\n');
    return 0;
  }
  const { kind, reviewId } = order;
  const result = await setTakenDown(database, reviewId, kind === 'hide' ? order.reason : null);
  if (!('productId' in result)) {
    const why = result.outcome === 'unknown' ? 'does not exist' : 'was never published';
    process.stderr.write(`Review ${reviewId} ${why}: nothing was changed.\n`);
    return 1;
  }
  const state = kind === 'hide' ? 'taken down' : 'shown';
  process.stdout.write(
    `Review ${reviewId} is ${result.outcome === 'changed' ? `${state} now` : `${state} already`}.\n`,
  );
  // Also where nothing was changed: the run before may have ended between the two.
  await forgetFromCommand(config, [`product-${result.productId}`]);
  return 0;
}

async function main(): Promise<number> {
  const order = readReviewOrder(process.argv.slice(2));
  if (!order) {
    process.stderr.write(USAGE);
    return 1;
  }
  const config = readConfig();
  const opened = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    migrationsFolder: findMigrationsFolder(),
  });
  try {
    return await run(opened.database, order, config);
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected = error instanceof DataDirectoryError || error instanceof SettingsError;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
