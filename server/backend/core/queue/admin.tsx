import type { ReactNode } from 'react';
import Type from 'typebox';
import type { AdminModule, AdminPageRequest } from '../admin/admin-module.ts';
import { Sequence } from '../admin/components/Sequence.tsx';
import { type Cell, Table } from '../admin/components/Table.tsx';
import { formatMoment } from '../admin/formats.ts';
import { type AdminOperation, AdminRefusal, createOperation } from '../admin/operation.ts';
import type { Database } from '../database/database.ts';
import { listMailsByIds } from '../mail/queries.ts';
import {
  countDeadItems,
  type DeadItem,
  discardItem,
  listDeadItems,
  parseQueueItemId,
  QUEUE_ITEM_ID_PATTERN,
  retryItem,
} from './dead-items.ts';

const actions = { retry: retryItem, discard: discardItem } as const;

function createDeadItemOperation(act: keyof typeof actions): AdminOperation {
  return createOperation({
    name: `outbox.${act}`,
    input: Type.Object({ letter: Type.String({ pattern: QUEUE_ITEM_ID_PATTERN }) }),
    needsConsent: act === 'discard',
    async run(transaction, { letter }, { now }) {
      const id = parseQueueItemId(letter);
      if (id === null || !(await actions[act](transaction, id, now))) throw new AdminRefusal('not_found');
      const after = act === 'retry' ? { state: 'tried again' } : null;
      return { changes: [{ resource: 'queue-item', resourceId: id, before: { state: 'given up' }, after }] };
    },
  });
}

const MAIL_KEY_PATTERN = /^mail (\d{1,15})$/;

/** Section of the page about work of a module that failed and is not done yet. */
export interface OutboxSection {
  /** @returns `noMarkup` if no work has failed */
  read(request: Pick<AdminPageRequest, 't' | 'locale'>): Promise<ReactNode>;
}

/** Creates the admin page for dead items of the queue (mails, notifications, later work). */
export function createOutboxAdmin({
  database,
  listSiteKeys,
  sections,
}: {
  readonly database: Database;
  /** Returns the keys of all sites by id. */
  readonly listSiteKeys: (handle: Database) => Promise<ReadonlyMap<number, string>>;
  /** Sections of the modules, below the items. */
  readonly sections: readonly OutboxSection[];
}): AdminModule {
  return {
    operations: [createDeadItemOperation('retry'), createDeadItemOperation('discard')],
    pages: [
      {
        path: '/outbox',
        menu: { section: 'shop', label: 'outbox', position: 80 },
        async read({ t, form, locale }) {
          const [items, keys, ...sectionsOfModules] = await Promise.all([
            listDeadItems(database),
            listSiteKeys(database),
            ...sections.map((section) => section.read({ t, locale })),
          ]);
          const mailIds = items.flatMap(
            ({ orderingKey }) => Number(MAIL_KEY_PATTERN.exec(orderingKey ?? '')?.[1] ?? 0) || [],
          );
          const mails = new Map(
            (await listMailsByIds(database, mailIds)).map((mail) => [`mail ${mail.outboxMailId}`, mail]),
          );
          const describe = ({ name, orderingKey }: DeadItem): Cell => {
            const mail = mails.get(orderingKey ?? '');
            if (!mail) return orderingKey === null ? name : `${name} · ${orderingKey}`;
            const lines = [mail.subject, mail.recipient, keys.get(mail.siteId) ?? '', mail.kind];
            return <Sequence of={lines.map((line) => <div>{line}</div>)} />;
          };
          const rows = items.map((item): readonly Cell[] => {
            const hidden = { letter: `item-${item.id}` };
            return [
              hidden.letter,
              describe(item),
              formatMoment(item.deadAt, t),
              t('admin.outbox.failure', { failure: item.failure ?? '–', attempts: item.attempts }),
              <>
                {form('outbox.retry', { hidden })}
                {form('outbox.discard', { hidden, isFolded: true })}
              </>,
            ];
          });
          const title = t('admin.outbox.title');
          const headings = [
            t('admin.outbox.letter'),
            t('admin.orders.what'),
            t('admin.outbox.deadAt'),
            t('admin.outbox.why'),
            t('admin.outbox.act'),
          ];
          return {
            title,
            body: (
              <>
                <Table headings={headings} rows={rows} empty={t('admin.outbox.empty')} caption={title} />
                <Sequence of={sectionsOfModules} />
              </>
            ),
          };
        },
      },
    ],
    tasks: [{ label: 'givenUp', path: '/outbox', count: () => countDeadItems(database) }],
  };
}
