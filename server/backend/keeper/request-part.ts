import { markup, noMarkup } from '../../platform/markup.ts';
import type { Database } from '../database/database.ts';
import { createFacts, createSection, formatEuro, formatMoment, linkTo } from './html.ts';
import type { KeeperPart } from './keeper-part.ts';
import { createList } from './list.ts';
import { countRequests, findRequest, type KeeperRequest, listRequests, REQUEST_DAYS } from './requests.ts';

/** Returns true for hidden fields that detect concurrent changes; people do not enter them. */
const isGuard = (name: string): boolean => /(Before|^expected[A-Z]\w*|^version)$/.test(name);

/** Creates the pages of requests that need a second person: the list and the details. */
export function createRequestPart(database: Database): KeeperPart {
  return {
    tasks: [{ label: 'requests', path: '/requests', count: (now) => countRequests(database, now) }],
    pages: [
      {
        path: '/requests',
        menu: { section: 'shop', label: 'requests', position: 80 },
        async read(request) {
          const { t, locale, now } = request;
          const title = t('keeper.requests.title');
          const { table } = await createList(request, {
            path: '/requests',
            title,
            empty: t('keeper.requests.empty'),
            find: (range) => listRequests(database, now, range),
            columns: [
              [
                t('keeper.requests.operation'),
                (row) => linkTo(`/requests/${row.requestId}`, t(`keeper.do.${row.operation}`)),
              ],
              [t('keeper.requests.amount'), (row) => formatEuro(row.amount, locale), 'figure'],
              [t('keeper.requests.askedBy'), (row) => row.askedByName],
              [t('keeper.requests.askedAt'), (row) => formatMoment(row.askedAt, t)],
              [t('keeper.requests.state'), (row) => t(`keeper.requests.state.${row.state}`)],
            ],
          });
          return { title, body: markup`<p>${t('keeper.requests.note', { days: REQUEST_DAYS })}</p>${table}` };
        },
      },
      {
        path: '/requests/:requestId',
        async read({ params, t, locale, now, form, keeper }) {
          const requestId = /^[1-9]\d{0,14}$/.test(params.requestId ?? '') ? Number(params.requestId) : 0;
          const found = await findRequest(database, requestId, now);
          if (!found) return null;
          const hidden = { requestId };
          const isOwn = found.askedBy === keeper.keeperId;
          const decide =
            found.state === 'pending'
              ? markup`${isOwn ? markup`<p>${t('keeper.requests.own')}</p>` : form('request.confirm', { hidden })}${form('request.decline', { hidden, isFolded: true })}`
              : noMarkup;
          const entered = [...found.fields].filter(
            ([name, values]) => !isGuard(name) && values.some((value) => value !== ''),
          );
          const title = t(`keeper.do.${found.operation}`);
          const facts = createFacts([
            [t('keeper.requests.amount'), formatEuro(found.amount, locale)],
            [t('keeper.requests.askedBy'), found.askedByName],
            [t('keeper.requests.askedAt'), formatMoment(found.askedAt, t)],
            [t('keeper.requests.state'), describeState(found)],
            [t('keeper.requests.page'), linkTo(found.page, found.page.slice(0, 80))],
          ]);
          const fields =
            entered.length === 0
              ? noMarkup
              : createSection(
                  t('keeper.requests.entered'),
                  createFacts(entered.map(([name, values]) => [nameField(name), values.join(', ')])),
                );
          return { title, body: markup`${facts}${fields}${decide}` };

          /** Returns the label of a field. Pieces of an order line are submitted as `pieces.<position>`. */
          function nameField(name: string): string {
            const [field, position] = name.split('.');
            const label = t(`keeper.field.${field}`);
            return position === undefined ? label : `${label} (${position})`;
          }
          function describeState({ state, refusal }: KeeperRequest): string {
            const words = t(`keeper.requests.state.${state}`);
            return refusal === null ? words : `${words}: ${refusal}`;
          }
        },
      },
    ],
  };
}
