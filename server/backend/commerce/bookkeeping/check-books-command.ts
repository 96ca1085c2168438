import { createCommand } from '../../core/cli/command.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import { checkBooks } from './check-books.ts';
import { bookCheckKeys } from './queries.ts';

const USAGE = `Usage: npm run check:books

Compares orders, lines, payments, refunds, documents, number series, stock and gift cards with each other, and lists the rows that
disagree. The running backend does it; if none runs, it is done in the database that DATA_DIR or DATABASE_URL names. Ends with 1 if
any row disagrees.
`;

/** The check of the books for operators: after a restore, or to investigate an alert. */
export const checkBooksCommand = createCommand<true>({
  name: 'check:books',
  usage: USAGE,
  read: (words) => (words.length === 0 ? true : null),
  async run(_order, context) {
    const { database } = await context.openDatabase();
    const { counts, listed } = await checkBooks(database, context.now);
    for (const { check, subject, found, expected } of listed) {
      context.warn(toPlain(`${check} · ${subject} · is ${found}, expected ${expected}`));
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    context.print(`${bookCheckKeys.length} checks: ${total} disagreements.`);
    return total > 0 ? 1 : 0;
  },
});
