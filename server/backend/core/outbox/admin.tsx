import type { ReactNode } from 'react';
import Type from 'typebox';
import type { AdminModule, AdminPageRequest } from '../admin/admin-module.ts';
import { Sequence } from '../admin/components/Sequence.tsx';
import { type Cell, Table } from '../admin/components/Table.tsx';
import { formatMoment } from '../admin/formats.ts';
import { type AdminOperation, AdminRefusal, createOperation } from '../admin/operation.ts';
import type { Database } from '../database/database.ts';
import { discardJob, listDeadJobs, requeueJob } from '../jobs/job-queue.ts';
import { listMailsByIds } from '../mail/queries.ts';
import type { DeadLetter } from './outbox-command.ts';
import { countDeadEvents, discardEvent, listDeadEvents, requeueEvent } from './queries.ts';

/** Id of a dead event or job in forms and on the command line: 'event-12', 'job-7'. */
const DeadLetterIdField = () => Type.String({ pattern: '^(event|job)-[1-9]\\d{0,14}$' });

function parseDeadLetterId(letter: string): { readonly table: 'event' | 'job'; readonly id: number } {
  const [table, id] = letter.split('-');
  return { table: table === 'job' ? 'job' : 'event', id: Number(id) };
}

const deadLetterActions = {
  retry: { event: requeueEvent, job: requeueJob },
  discard: { event: discardEvent, job: discardJob },
} as const;

function createDeadLetterOperation(act: keyof typeof deadLetterActions): AdminOperation {
  return createOperation({
    name: `outbox.${act}`,
    input: Type.Object({ letter: DeadLetterIdField() }),
    needsConsent: act === 'discard',
    async run(transaction, { letter }, { now }) {
      const { table, id } = parseDeadLetterId(letter);
      if (!(await deadLetterActions[act][table](transaction, id, now))) throw new AdminRefusal('not_found');
      const after = act === 'retry' ? { state: 'tried again' } : null;
      return { changes: [{ resource: table, resourceId: id, before: { state: 'given up' }, after }] };
    },
  });
}

const MAIL_KEY_PATTERN = /^mail (\d{1,15})$/;

/** Section of the page about work of a module that failed and is not done yet. */
export interface OutboxSection {
  /** @returns null if no work has failed */
  read(request: Pick<AdminPageRequest, 't' | 'locale'>): Promise<ReactNode>;
}

/** Creates the admin page for dead events and jobs (mails, notifications, later work). */
export function createOutboxAdmin({
  database,
  listSiteKeys,
  sections,
}: {
  readonly database: Database;
  /** Returns the keys of all sites by id. */
  readonly listSiteKeys: (handle: Database) => Promise<ReadonlyMap<number, string>>;
  /** Sections of the modules, below the events and jobs. */
  readonly sections: readonly OutboxSection[];
}): AdminModule {
  return {
    operations: [createDeadLetterOperation('retry'), createDeadLetterOperation('discard')],
    pages: [
      {
        path: '/outbox',
        menu: { section: 'shop', label: 'outbox', position: 80 },
        async read({ t, form, locale }) {
          const [events, jobs, keys, ...sectionsOfModules] = await Promise.all([
            listDeadEvents(database),
            listDeadJobs(database),
            listSiteKeys(database),
            ...sections.map((section) => section.read({ t, locale })),
          ]);
          const mailIds = events.flatMap(
            ({ about }) => Number(MAIL_KEY_PATTERN.exec(about ?? '')?.[1] ?? 0) || [],
          );
          const mails = new Map(
            (await listMailsByIds(database, mailIds)).map((mail) => [`mail ${mail.outboxMailId}`, mail]),
          );
          const describe = ({ name, about }: DeadLetter): Cell => {
            const mail = mails.get(about ?? '');
            if (!mail) return about === null ? name : `${name} · ${about}`;
            const lines = [mail.subject, mail.recipient, keys.get(mail.siteId) ?? '', mail.kind];
            return <Sequence of={lines.map((line) => <div>{line}</div>)} />;
          };
          const toRow =
            (table: 'event' | 'job') =>
            (dead: DeadLetter): readonly Cell[] => {
              const hidden = { letter: `${table}-${dead.id}` };
              return [
                hidden.letter,
                describe(dead),
                formatMoment(dead.deadAt, t),
                t('admin.outbox.failure', { failure: dead.failure ?? '–', attempts: dead.attempts }),
                <>
                  {form('outbox.retry', { hidden })}
                  {form('outbox.discard', { hidden, isFolded: true })}
                </>,
              ];
            };
          const rows = [...events.map(toRow('event')), ...jobs.map(toRow('job'))];
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
    tasks: [
      {
        label: 'givenUp',
        path: '/outbox',
        count: async () => (await countDeadEvents(database)) + (await listDeadJobs(database)).length,
      },
    ],
  };
}
