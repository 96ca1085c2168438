import { parseReturnPath } from '../../../shared/rules/account/return-path.ts';
import { PREVIEW_PATH } from '../../../shared/rules/path-constants.ts';
import type { FormAction, FormFields } from '../../forms/form-action.ts';

/** Returns the page of the form, or the home page; never the preview page itself, which has no content. */
function getReturnPath(fields: FormFields): string {
  const path = parseReturnPath(fields.get('returnPath'));
  return path === null || path.startsWith(PREVIEW_PATH) ? '/' : path;
}

/**
 * Starts the preview of `token`. Like the other actions it opens a new document, so that no content of
 * another date remains.
 */
export const openPreview: FormAction = async ({ api, fields, options }) => {
  const { path } = await api.openPreview({ body: { token: fields.get('token') } }, options);
  return { status: 'done', documentUrl: path };
};

/** Changes the preview date. */
export const movePreview: FormAction = async ({ api, fields, options }) => {
  await api.movePreview({ body: { moment: fields.get('moment') } }, options);
  return { status: 'done', documentUrl: getReturnPath(fields) };
};

/** Ends the preview. */
export const leavePreview: FormAction = async ({ api, fields, options }) => {
  await api.leavePreview(undefined, options);
  return { status: 'done', documentUrl: getReturnPath(fields) };
};
