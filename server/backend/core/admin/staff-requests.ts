import type { Request, Response } from 'express';
import { isSameSecret } from '../../../platform/bearer-token.ts';
import type { Log } from '../../../platform/logging.ts';
import type { AdminResponses } from './admin-responses.tsx';
import { readForm, type SentForm } from './read-form.ts';
import type { SignedInStaffMember, StaffAccounts } from './staff-accounts.ts';

export const ADMIN_COOKIE_NAME = 'admin';

const readCookie = (request: Request): string | null =>
  /(?:^|;\s*)admin=([A-Za-z0-9_-]{20,100})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null;

export interface StaffForm {
  readonly staffMember: SignedInStaffMember;
  readonly sent: SentForm;
}

export type StaffRequests = ReturnType<typeof createStaffRequests>;

/** Creates the functions that identify the staff member of a request. */
export function createStaffRequests({
  people,
  responses: { createFormToken, sendRefusal },
  log,
  now,
}: {
  readonly people: StaffAccounts;
  readonly responses: AdminResponses;
  readonly log: Log;
  readonly now: () => Date;
}) {
  async function findStaffMember(request: Request): Promise<SignedInStaffMember | null> {
    const token = readCookie(request);
    return token === null ? null : people.findSession(token, now());
  }

  /** Returns session and form of a request that changes data; null if it was refused. */
  async function receiveForm(request: Request, response: Response): Promise<StaffForm | null> {
    const refuseSession = () => {
      log.warn('admin_form_without_session');
      sendRefusal(request, response, null, { status: 401, key: 'sessionEnded' });
    };
    // Checked before the body is read, so that only staff can make the process buffer one.
    const staffMember = await findStaffMember(request);
    if (!staffMember) {
      refuseSession();
      return null;
    }
    const sent = await readForm(request);
    // Checked again, because the member may have been removed or signed out while a long body was uploaded.
    if (!(await findStaffMember(request))) {
      refuseSession();
      return null;
    }
    if (!isSameSecret(sent.fields.get('_token')?.[0] ?? '', createFormToken(staffMember))) {
      log.warn({ staffMemberId: staffMember.staffMemberId }, 'admin_form_refused');
      sendRefusal(request, response, staffMember, { status: 403, key: 'foreignForm' });
      return null;
    }
    return { staffMember, sent };
  }

  return { findStaffMember, receiveForm };
}
