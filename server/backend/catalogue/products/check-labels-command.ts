import { createCommand } from '../../core/cli/command.ts';
import { listProductsWithIncompleteLabels } from './queries.ts';

const USAGE = `Usage: npm run check:labels

Lists the feeds with incomplete label particulars, which cannot be ordered. Exits with 1 if there is any.
`;

/** Command that lists the feeds that cannot be ordered, with the reason. */
export const checkLabelsCommand = createCommand<true>({
  name: 'check:labels',
  usage: USAGE,
  read: (args) => (args.length === 0 ? true : null),
  async run(_order, { openDatabase, print: say, warn }) {
    const { database } = await openDatabase();
    const products = await listProductsWithIncompleteLabels(database);
    for (const { productId, key, gaps } of products) warn(`${key} (${productId}) lacks ${gaps.join(', ')}`);
    say(`${products.length} products with incomplete label particulars.`);
    return products.length > 0 ? 1 : 0;
  },
});
