import { createCommand } from '../core/cli/command.ts';
import { toPlain } from '../core/cli/plain-text.ts';
import { listLegalViolations } from '../sites/legal/legal-rules.ts';
import { readLegalCheckData } from './legal-check-data.ts';

const USAGE = `Usage: npm run check:legal

Lists every legal requirement that a shop does not meet, and what is missing. The running backend executes the command; if none runs, it uses
the database that DATA_DIR or DATABASE_URL names. Exits with 1 if a requirement is not met; warnings do not count.
`;

/** Command that checks the legal requirements that are visible in the imported data. */
export const checkLegalCommand = createCommand<true>({
  name: 'check:legal',
  usage: USAGE,
  read: (words) => (words.length === 0 ? true : null),
  async run(_order, context) {
    const { database } = await context.openDatabase();
    const shops = await readLegalCheckData(database);
    const faults = shops.flatMap((shop) =>
      listLegalViolations(shop).map((fault) => ({ ...fault, key: shop.key })),
    );
    for (const { key, rule, missing, isWarning } of faults) {
      const line = toPlain(`${key} · ${rule} · ${missing}`);
      if (isWarning) context.print(`warning: ${line}`);
      else context.warn(line);
    }
    const broken = faults.filter(({ isWarning }) => !isWarning).length;
    const warnings = faults.length - broken;
    context.print(`${shops.length} shops: ${broken} rules broken, ${warnings} warnings.`);
    return broken > 0 ? 1 : 0;
  },
});
