import type { ReactNode } from 'react';
import Type from 'typebox';
import { formatLabCsv, sampleAnnouncementColumns } from '../../../../../shared/rules/lab-files.ts';
import { getResultPath } from '../../../../../shared/rules/lab-result-path.ts';
import type { SampleState } from '../../../../../shared/rules/lab-results.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../../shared/rules/public-origin.ts';
import type { AdminModule, AdminPage } from '../../../core/admin/admin-module.ts';
import { AdminLink } from '../../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../../core/admin/components/DetailList.tsx';
import { Section } from '../../../core/admin/components/Section.tsx';
import { Table } from '../../../core/admin/components/Table.tsx';
import { Choice, Line, Lines } from '../../../core/admin/fields.ts';
import { formatMoment } from '../../../core/admin/formats.ts';
import { AdminRefusal, type Change, createOperation } from '../../../core/admin/operation.ts';
import { createList } from '../../../core/admin/paged-list.tsx';
import { limitRefusalDetails } from '../../../core/admin/refusal-details.ts';
import type { Database } from '../../../core/database/database.ts';
import { takeLock } from '../../../core/database/locks.ts';
import { enqueue } from '../../../core/jobs/job-queue.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import { findCanonicalRoute, noTarget } from '../../../sites/routing/queries.ts';
import type { SiteDirectory } from '../../../sites/site-directory.ts';
import { importParsedLabFile, MAX_LAB_FILE_BYTES, parseLabFile, toDetail } from '../import-lab-file.ts';
import { clearOwnerNotified, lockSamples, markSamplesSent } from '../import-queries.ts';
import { createSentKitLogEntries, exportSamples, LAB_RESULT_JOB } from '../import-results.ts';
import { withdrawSamples } from '../queries.ts';
import { deriveReportKey } from '../report-keys.ts';
import type { SampleOrders } from '../sample-orders.ts';
import { countSlowSamples, findSample, listSamples, lockSample } from './queries.ts';

/** Maximum number of kits in one form. */
const MAX_KITS_PER_FORM = 200;
const LAB_RESULT_NOUN = 'lab-result';

interface LabAdminDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
  readonly linkTokens: LinkTokens;
  readonly sampleOrders: SampleOrders;
}

/** Returns the log entries for an imported file; empty if it changed nothing. */
export const createFileImportLogEntries = (
  fileType: 'import' | 'received',
  { added, corrected }: { readonly added: number; readonly corrected: number },
): readonly Change[] =>
  added + corrected === 0
    ? []
    : [
        {
          resource: LAB_RESULT_NOUN,
          resourceId: fileType,
          before: null,
          after: { added, corrected },
          count: added + corrected,
        },
      ];

const importFileOperation = createOperation({
  name: 'lab.take',
  input: Type.Object({ tells: Choice(['import', 'received']) }),
  files: { file: { maxBytes: MAX_LAB_FILE_BYTES, maxCount: 1 } },
  async run(transaction, { tells }, { actor, now, files }) {
    const [file] = files.get('file') ?? [];
    if (!file) throw new AdminRefusal('file_missing', {}, 'file');
    const filed = parseLabFile(tells, file.name, file.bytes, now);
    const done =
      'faults' in filed
        ? { kind: 'refused' as const, faults: filed.faults }
        : await importParsedLabFile(transaction, filed, { actor, now });
    if (done.kind === 'refused') {
      const { faults } = done;
      const details = limitRefusalDetails(faults.map(toDetail));
      throw new AdminRefusal('file_faults', { smart_count: faults.length }, 'file', details);
    }
    const { added, corrected, unchanged } = done;
    return {
      changes: createFileImportLogEntries(tells, done),
      message: { key: 'admin.lab.saidTaken', values: { added, corrected, unchanged } },
    };
  },
});

const sendKitsOperation = createOperation({
  name: 'lab.send',
  input: Type.Object({ sampleNumbers: Lines(MAX_KITS_PER_FORM, 40) }),
  async run(transaction, { sampleNumbers }, { now }) {
    await takeLock(transaction, 'labFiles');
    const known = await lockSamples(transaction, [...new Set(sampleNumbers)]);
    const unknown = sampleNumbers.filter((number) => !known.has(number));
    if (unknown.length > 0) {
      const numbers = unknown.slice(0, 20).join(', ');
      throw new AdminRefusal('sample_unknown', { numbers }, 'sampleNumbers');
    }
    const ids = [...known.values()].map(({ sample }) => sample.sampleId);
    const sent = await markSamplesSent(transaction, ids, now);
    return {
      changes: createSentKitLogEntries(sent),
      message: { key: 'admin.lab.saidSent', values: { smart_count: sent.length } },
    };
  },
});

const sampleNumber = Line(40);

const notifyOwnerAgainOperation = createOperation({
  name: 'lab.tell',
  input: Type.Object({ sampleNumber }),
  async run(transaction, input, { now }) {
    const sample = await lockSample(transaction, input.sampleNumber);
    if (!sample || sample.isWithdrawn) throw new AdminRefusal('not_found');
    const version = await clearOwnerNotified(transaction, sample.sampleId);
    if (version === undefined) throw new AdminRefusal('sample_without_result');
    await enqueue(transaction, LAB_RESULT_JOB, { sampleId: sample.sampleId, version }, { runAt: now, now });
    return {
      changes: [
        {
          resource: LAB_RESULT_NOUN,
          resourceId: input.sampleNumber,
          before: null,
          after: { toldAgain: version },
        },
      ],
      message: { key: 'admin.lab.saidTold' },
    };
  },
});

const withdraw = createOperation({
  name: 'lab.withdraw',
  needsConsent: true,
  input: Type.Object({ sampleNumber }),
  async run(transaction, input) {
    const sample = await lockSample(transaction, input.sampleNumber);
    if (!sample) throw new AdminRefusal('not_found');
    if (sample.isWithdrawn) return { changes: [] };
    await withdrawSamples(transaction, [sample.sampleId]);
    return {
      changes: [
        {
          resource: LAB_RESULT_NOUN,
          resourceId: input.sampleNumber,
          before: { isWithdrawn: false },
          after: { isWithdrawn: true },
        },
      ],
    };
  },
});

const sampleFilterStates = ['all', 'slow', 'ordered', 'sent', 'received', 'result'] as const;

const createListPage = (deps: LabAdminDeps): AdminPage => ({
  path: '/samples',
  menu: { section: 'goods', label: 'samples', position: 70 },
  async read(request) {
    const { t, now, query, form } = request;
    const state = sampleFilterStates.find((word) => word === query.state) ?? 'all';
    const text = (query.text ?? '').trim();
    const tellState = (name: SampleState, isWithdrawn: boolean) =>
      t(isWithdrawn ? 'admin.lab.withdrawn' : `admin.lab.state.${name}`);
    const title = t('admin.lab.title');
    const { search, table } = await createList(request, {
      path: '/samples',
      title,
      empty: t('admin.lab.none'),
      fields: [
        { name: 'text', label: t('admin.field.sampleNumber'), value: text },
        {
          name: 'state',
          label: t('admin.lab.state'),
          value: state,
          choices: sampleFilterStates.map((word) => [word, t(`admin.lab.state.${word}`)] as const),
        },
      ],
      find: (range) => listSamples(deps, { text, state }, { now, ...range }),
      columns: [
        [
          t('admin.field.sampleNumber'),
          (row) => (
            <AdminLink path={`/samples/${encodeURIComponent(row.sampleNumber)}`}>
              {row.sampleNumber}
            </AdminLink>
          ),
        ],
        [t('admin.lab.kind'), (row) => t(`admin.lab.kind.${row.testKind}`)],
        [t('admin.lab.state'), (row) => tellState(row.state, row.isWithdrawn)],
        [t('admin.lab.createdAt'), (row) => formatMoment(row.createdAt, t)],
        [t('admin.lab.sentAt'), (row) => formatMoment(row.sentAt, t)],
        [t('admin.lab.receiptDate'), (row) => row.receiptDate],
        [t('admin.lab.order'), (row) => row.orderNumber],
      ],
    });
    const ordered = await listSamples(
      deps,
      { text: '', state: 'ordered' },
      { now, limit: MAX_KITS_PER_FORM, offset: 0 },
    );
    const send = ordered.length > 0 && (
      <Section title={t('admin.lab.sendTitle')}>
        {form('lab.send', {
          values: { sampleNumbers: ordered.map((row) => row.sampleNumber).toReversed() },
          note: <p>{t('admin.lab.sendNote')}</p>,
        })}
      </Section>
    );
    const take = form('lab.take', { note: <p>{t('admin.lab.note')}</p> });
    return {
      title,
      body: (
        <>
          {search}
          {table}
          <p className="actions">
            <AdminLink path="/samples/expected.csv">{t('admin.lab.expected')}</AdminLink>
          </p>
          {send}
          <Section title={t('admin.lab.takeTitle')}>{take}</Section>
        </>
      ),
    };
  },
});

/** Returns a link to the report as its owner sees it; empty if its site shows no reports. */
async function createReportLink(
  { database, sites, publicAddress, linkTokens }: LabAdminDeps,
  sample: NonNullable<Awaited<ReturnType<typeof findSample>>>['sample'],
  label: string,
): Promise<ReactNode> {
  const { siteId, languageId, testKind } = sample;
  const record = await sites.findSite(siteId);
  const contentPageId = record?.site.enableRqs ? record.site.rqsContentPageId : null;
  const domain = record?.languages.find((language) => language.languageId === languageId)?.domain;
  if (!record || contentPageId === null || domain === undefined) return null;
  const page = await findCanonicalRoute(database, { ...noTarget, contentPageId }, siteId, languageId);
  if (!page) return null;
  const reportPath = getResultPath(page.path, testKind, deriveReportKey(linkTokens, sample));
  const address = getPublicOrigin(domain, publicAddress) + encodeURI(reportPath);
  return (
    <p>
      <a href={address} rel="noreferrer">
        {label}
      </a>
    </p>
  );
}

const createSamplePage = (deps: LabAdminDeps): AdminPage => ({
  path: '/samples/:sampleNumber',
  async read({ params, t, form }) {
    const found = await findSample(deps, params.sampleNumber ?? '');
    if (!found) return null;
    const { sample, orderNumber, results } = found;
    const number = sample.sampleNumber;
    const facts = (
      <DetailList
        details={[
          [t('admin.lab.kind'), t(`admin.lab.kind.${sample.testKind}`)],
          [
            t('admin.lab.state'),
            t(sample.isWithdrawn ? 'admin.lab.withdrawn' : `admin.lab.state.${sample.state}`),
          ],
          [t('admin.lab.name'), sample.sampleName],
          [t('admin.lab.order'), orderNumber],
          [t('admin.lab.createdAt'), formatMoment(sample.createdAt, t)],
          [t('admin.lab.sentAt'), formatMoment(sample.sentAt, t)],
          [t('admin.lab.receiptDate'), sample.receiptDate],
        ]}
      />
    );
    const title = t('admin.lab.versions');
    const table = (
      <Table
        headings={[
          t('admin.lab.version'),
          t('admin.lab.resultDate'),
          t('admin.lab.importedAt'),
          t('admin.lab.toldAt'),
          t('admin.lab.values'),
        ]}
        rows={results.map(({ version, resultDate, importedAt, toldAt, rqs, qs }) => [
          version,
          resultDate,
          formatMoment(importedAt, t),
          formatMoment(toldAt, t),
          Object.entries(rqs ? rqs.values : { dryMatterPct: qs?.dryMatterPct, ...qs?.counts })
            .map(([name, value]) => `${name} ${value}`)
            .join(' · '),
        ])}
        empty={t('admin.lab.noResult')}
        caption={title}
      />
    );
    const hidden = { sampleNumber: number };
    const report = results.length > 0 && !sample.isWithdrawn && (
      <>
        {await createReportLink(deps, sample, t('admin.lab.report'))}
        {form('lab.tell', { hidden, isFolded: true })}
      </>
    );
    const end = !sample.isWithdrawn && form('lab.withdraw', { hidden, isFolded: true });
    return {
      title: number,
      body: (
        <>
          {facts}
          {report}
          <Section title={title}>
            {table}
            <p>{t('admin.lab.correctNote')}</p>
          </Section>
          {end}
        </>
      ),
    };
  },
});

/** Creates the admin pages of samples and reports. */
export function createLabAdmin(deps: LabAdminDeps): AdminModule {
  return {
    operations: [importFileOperation, sendKitsOperation, notifyOwnerAgainOperation, withdraw],
    pages: [createListPage(deps), createSamplePage(deps)],
    files: [
      {
        path: '/samples/expected.csv',
        async read(_params, now) {
          const samples = await exportSamples(deps, { isSent: false, now });
          const bytes = Buffer.from(formatLabCsv(sampleAnnouncementColumns, samples));
          return { type: 'text/csv; charset=utf-8', bytes, fileName: 'samples.csv' };
        },
      },
    ],
    tasks: [
      {
        label: 'slowSamples',
        path: '/samples?state=slow',
        count: (now) => countSlowSamples(deps.database, now),
      },
    ],
  };
}
