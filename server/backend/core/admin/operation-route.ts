import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Log } from '../../../platform/logging.ts';
import type { RefusedForm } from './admin-form.ts';
import { type AdminResponses, type AskedPage, redirectToPage } from './admin-responses.tsx';
import type { AdminOperations } from './operation-runner.ts';
import { formatPagePath, readPagePath } from './page-paths.ts';
import type { SentForm } from './read-form.ts';
import { renderRefusalDetail } from './render-refusal-detail.tsx';
import type { StaffAccounts } from './staff-accounts.ts';
import type { StaffRequests } from './staff-requests.ts';

/**
 * Returns a hash that is equal for repeated submissions of a form. It covers all fields, including form token
 * and form number, and the bytes of files.
 */
function hashForm(operation: string, { fields, files }: SentForm): string {
  const sent = [...files].map(([name, list]) => [
    name,
    list.map(({ bytes }) => createHash('sha256').update(bytes).digest('base64url')),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([operation, [...fields], sent]))
    .digest('base64url');
}

/** Creates the handler that runs the operation of a form, and responds with the page of the form. */
export function createOperationRoute({
  operations,
  people,
  requests: { receiveForm },
  responses: { getTranslate, sendPage, sendRefusal },
  log,
  now,
}: {
  readonly operations: AdminOperations;
  readonly people: StaffAccounts;
  readonly requests: StaffRequests;
  readonly responses: AdminResponses;
  readonly log: Log;
  readonly now: () => Date;
}): RequestHandler<{ operation: string }> {
  return async (request, response) => {
    const received = await receiveForm(request as Request, response);
    if (!received) return;
    const { staffMember, sent } = received;
    const operation = operations.find(request.params.operation);
    if (!operation) {
      sendRefusal(request as Request, response, staffMember, { status: 404, key: 'notFound' });
      return;
    }
    const t = getTranslate(request as Request, staffMember);
    const firstPage = { path: '/', query: new URLSearchParams() };
    const page = readPagePath(sent.fields.get('_page')?.[0]) ?? firstPage;
    const written = new Map([...sent.fields].filter(([name]) => !name.startsWith('_')));
    /** Responds with the page of the form, or with the start page if it no longer exists. */
    const answer = async (what: Partial<AskedPage>) => {
      if (await sendPage(request as Request, response, staffMember, { ...page, ...what })) return;
      await sendPage(request as Request, response, staffMember, { ...firstPage, ...what });
    };
    const refuse = (status: number, refused: Omit<RefusedForm, 'operation' | 'written'>) =>
      answer({ status, refused: { operation: operation.name, written, ...refused } });
    if (operation.needsConsent && sent.fields.get('_consent')?.[0] !== 'true') {
      await refuse(422, { faults: [], message: t('admin.consentMissing') });
      return;
    }
    const done = await operations.run(operation, {
      written,
      files: sent.files,
      actor: { kind: 'keeper', id: staffMember.staffMemberId },
      now: now(),
      page: formatPagePath(page),
      ...(sent.fields.has('_once') && { formHash: hashForm(operation.name, sent) }),
    });
    log.info(
      { operation: operation.name, staffMemberId: staffMember.staffMemberId, outcome: done.kind },
      'admin_operation',
    );
    if (done.kind === 'faults') {
      const isShown = done.faults.some(
        ({ field }) =>
          Object.hasOwn(operation.input.properties, field) || Object.hasOwn(operation.files, field),
      );
      await refuse(422, { faults: done.faults, message: isShown ? null : t('admin.refusedForm') });
    } else if (done.kind === 'refused') {
      const { code, values, field, details } = done.refusal;
      await refuse(409, {
        faults: [],
        field,
        message: `${field === undefined ? '' : `${t(`admin.field.${field}`)}: `}${t(`admin.refusal.${code}`, values)}`,
        details: details.map((detail) => renderRefusalDetail(t, detail)),
      });
    } else if (done.kind === 'repeated') {
      await answer({ notice: t('admin.sentBefore') });
    } else if (done.secret) {
      await answer({ notice: t(done.secret.key, done.secret.values) });
    } else {
      const said = done.message ?? { key: done.isChanged ? 'admin.done' : 'admin.unchanged' };
      await people.setNotice(staffMember.tokenHash, JSON.stringify(said));
      redirectToPage(response, done.leadsTo ?? formatPagePath(page));
    }
  };
}
