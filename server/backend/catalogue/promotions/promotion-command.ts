import { logCommandChanges } from '../../core/admin/change-log.ts';
import { commandActor } from '../../core/audit/audit.ts';
import { createCommand } from '../../core/cli/command.ts';
import { toEuroText } from '../../core/cli/euro-amounts.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import type { Database } from '../../core/database/database.ts';
import { listLanguages } from '../../sites/languages/queries.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { listCategoryKeys } from '../categories/queries.ts';
import { listArticleNumbers, listProductKeys } from '../products/queries.ts';
import { getChangesOrRefuse } from './admin.tsx';
import { type PromotionArguments, parsePromotionArguments } from './parse-arguments.ts';
import type { PromotionBenefit } from './promotion-checks.ts';
import { endPromotion, savePromotion } from './save-promotions.ts';
import { listPromotions, type StoredPromotion } from './stored-promotions.ts';

const USAGE = `Usage: npm run promotion -- list [--ended]
       npm run promotion -- add <key> <benefit> [option]…
       npm run promotion -- change <key> <option>…
       npm run promotion -- end <key>

Lists promotions that have not ended (--ended: those that have), adds one, changes one, or ends one now. The running backend does it;
where none runs, it is done in the database that DATA_DIR or DATABASE_URL names. Carts apply the change at their next calculation.

Benefit, one of:
  --percentage 10      off the order or off what it is for, two decimals at most
  --amount 5.00        euros off, incl. VAT, once
  --free-shipping      free delivery
  --gift <article>     a free product: an article number, or the key of a product (its default variant)
    --quantity 1       pieces; while stocks last
    --for-every 2      once for each so many pieces of what it is for; without it once

Options; (none): the value none clears the option:
  --code STAL10        requires this code, ignoring case and spaces; without a code it applies to everyone (none)
  --from, --until      first and last day, such as 2026-10-01 (UTC), or a moment, such as 2026-10-01T08:00+02:00; from now on where no
                       beginning is given, for ever where no end is (none)
  --minimum 50.00      euros, incl. VAT, that the goods it is for must reach (none)
  --limit 5            orders that may use it (none)
  --site <key>         where it runs, may be given several times; without it in all shops (none)
  --product <key>      what it is for, may be given several times (none)
  --category <key>     the same of all products of a category and those below it; without both for the whole order (none)
  --name nl='…'        what it is called; in every language of the sites where it runs
  --text nl='…'        text next to the benefit; required in every language for a gift

  npm run promotion -- add autumn --percentage 10 --code STAL10 --site havero-en --until 2026-12-31 --name en='Autumn stable, −10%'
`;

/** Formats a time; as a day if it is the beginning of one. */
const formatMoment = (at: Date): string =>
  at
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace(/:\d{2}\.\d{3}Z$/, 'Z');

/** Returns the names of promotion ids on the command line. */
async function readPromotionNames(database: Database, promotions: readonly StoredPromotion[]) {
  const idsOf = (list: (row: StoredPromotion) => readonly number[]) => [...new Set(promotions.flatMap(list))];
  const getGift = ({ benefit: gives }: StoredPromotion) =>
    gives.kind === 'freeProduct' ? [gives.productVariantId] : [];
  const sites = await getSiteKeysById(database);
  const languages = await listLanguages(database);
  const products = await listProductKeys(database, { ids: idsOf(({ productIds }) => productIds) });
  const categories = await listCategoryKeys(database);
  const gifts = await listArticleNumbers(database, idsOf(getGift));
  const createNaming = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? String(id);
  return {
    site: createNaming(sites),
    language: createNaming(new Map(languages.map(({ languageId, code }) => [languageId, code]))),
    product: createNaming(new Map(products.map(({ productId, key }) => [productId, key]))),
    category: createNaming(new Map(categories.map(({ categoryId, key }) => [categoryId, key]))),
    gift: createNaming(gifts),
  };
}

type PromotionNames = Awaited<ReturnType<typeof readPromotionNames>>;

function describeBenefit(gives: PromotionBenefit, names: PromotionNames): string {
  if (gives.kind === 'percentage') return `${gives.percentage} % off`;
  if (gives.kind === 'amount') return `${toEuroText(gives.amount)} off`;
  if (gives.kind === 'freeShipping') return 'free shipping';
  const given = `${gives.quantity} × ${names.gift(gives.productVariantId)}`;
  return gives.forEvery === null ? given : `${given} for every ${gives.forEvery}`;
}

function describePromotion(row: StoredPromotion, names: PromotionNames): string {
  const { promotionKey, code, startsAt, endsAt, minimumAmount, usageLimit, usageCount } = row;
  const parts = [
    promotionKey,
    describeBenefit(row.benefit, names),
    code === null ? 'for everybody' : `code ${code}`,
    endsAt !== null && endsAt <= startsAt ? 'ended before it began' : `from ${formatMoment(startsAt)}`,
    ...(endsAt !== null && endsAt > startsAt ? [`until before ${formatMoment(endsAt)}`] : []),
    ...(minimumAmount === null ? [] : [`minimum ${toEuroText(minimumAmount)}`]),
    usageLimit === null ? `used ${usageCount}` : `used ${usageCount} of ${usageLimit}`,
  ];
  const list = (what: string, ids: readonly number[], toName: (id: number) => string) =>
    ids.length === 0 ? [] : [`${what} ${ids.map(toName).join(', ')}`];
  const scope = [
    ...(row.siteIds.length === 0 ? ['all shops'] : list('sites', row.siteIds, names.site)),
    ...list('products', row.productIds, names.product),
    ...list('categories', row.categoryIds, names.category),
    ...(row.productIds.length + row.categoryIds.length === 0 ? ['the whole order'] : []),
  ];
  const texts = [...row.texts].map(([languageId, { description, promotionText }]) =>
    [`${names.language(languageId)}: ${description}`, ...(promotionText === '' ? [] : [promotionText])].join(
      ' · ',
    ),
  );
  return [parts.join(' · '), scope.join(' · '), ...texts].map(toPlain).join('\n    ');
}

async function list(database: Database, hasEnded: boolean, now: Date): Promise<string> {
  const rows = (await listPromotions(database)).filter(
    ({ startsAt, endsAt }) => (endsAt !== null && (endsAt <= now || endsAt <= startsAt)) === hasEnded,
  );
  const names = await readPromotionNames(database, rows);
  return rows.length > 0 ? rows.map((row) => describePromotion(row, names)).join('\n\n') : 'There are none.';
}

/** Command for promotions: lists, adds, changes and ends them. */
export const promotionCommand = createCommand<PromotionArguments>({
  name: 'promotion',
  usage: USAGE,
  read: parsePromotionArguments,
  async run(args, context) {
    const { print: say, warn, now } = context;
    const refuse = (faults: readonly string[]) => {
      warn(['Nothing was changed:', ...faults.map((fault) => `  ${toPlain(fault)}`)].join('\n'));
      return 1;
    };
    if (args.kind === 'refuse') return refuse(args.faults);
    const { database } = await context.openDatabase();
    if (args.kind === 'list') {
      say(await list(database, args.hasEnded, now));
      return 0;
    }
    const { promotionKey } = args;
    const by = { actor: commandActor, now };
    const result = await database.transaction('write-promotion', async (transaction) => {
      const done = await (args.kind === 'end'
        ? endPromotion(transaction, promotionKey, by)
        : savePromotion(transaction, args, by));
      if (done.outcome === 'done') {
        await logCommandChanges(transaction, `promotion.${args.kind}`, getChangesOrRefuse(done), now);
      }
      return done;
    });
    if (result.outcome === 'refused') return refuse(result.faults.map(({ message: said }) => said));
    if (result.outcome === 'unknown') return refuse([`there is no promotion ${promotionKey}`]);
    if (result.outcome === 'known') return refuse([`there is a promotion ${promotionKey} already`]);
    const done = { add: 'added', change: 'changed', end: 'ended' }[args.kind];
    say(
      result.outcome === 'done'
        ? `The promotion ${promotionKey} is ${done}.`
        : `The promotion ${promotionKey} has ended already.`,
    );
    return 0;
  },
});
