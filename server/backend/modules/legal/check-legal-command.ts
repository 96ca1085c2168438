import { createCommand } from '../../commands/command.ts';
import { toPlain } from '../../commands/plain-text.ts';
import { listLegalFaults } from './legal-rules.ts';
import { readShopFacts } from './queries.ts';

const USAGE = `Usage: npm run check:legal

Names every rule of the law that a shop breaks, and what is missing. The running backend does it; where none runs, it is done in
the database that DATA_DIR or DATABASE_URL names. Ends with 1 where a rule is broken; a warning breaks none.
`;

/** Command that checks the legal requirements that are visible in the imported data. */
export const checkLegalCommand = createCommand<true>({
  name: 'check:legal',
  usage: USAGE,
  read: (words) => (words.length === 0 ? true : null),
  async run(_order, context) {
    const { database } = await context.openDatabase();
    const shops = await readShopFacts(database);
    const faults = shops.flatMap((shop) =>
      listLegalFaults(shop).map((fault) => ({ ...fault, key: shop.key })),
    );
    for (const { key, rule, missing, isWarning } of faults) {
      const line = toPlain(`${key} · ${rule} · ${missing}`);
      if (isWarning) context.say(`warning: ${line}`);
      else context.warn(line);
    }
    const broken = faults.filter(({ isWarning }) => !isWarning).length;
    const warnings = faults.length - broken;
    context.say(`${shops.length} shops: ${broken} rules broken, ${warnings} warnings.`);
    return broken > 0 ? 1 : 0;
  },
});
