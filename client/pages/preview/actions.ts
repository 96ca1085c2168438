import { readReturnPath } from '../../../shared/rules/account/return-path.ts';
import { PREVIEW_PATH } from '../../../shared/rules/urls.ts';
import type { FormAction, FormFields } from '../../forms/form-action.ts';

/** The page that a form was on, or the home page; never the page of previews itself, which has nothing to show. */
function getWayBack(fields: FormFields): string {
  const path = readReturnPath(fields.get('returnPath'));
  return path === null || path.startsWith(PREVIEW_PATH) ? '/' : path;
}

/** Begins the preview that `token` is for. A document of its own follows, as after the others: nothing of another moment is left in it. */
export const openPreview: FormAction = async ({ api, fields, options }) => {
  const { path } = await api.openPreview({ body: { token: fields.get('token') } }, options);
  return { status: 'done', documentUrl: path };
};

/** Shows another moment. */
export const movePreview: FormAction = async ({ api, fields, options }) => {
  await api.movePreview({ body: { moment: fields.get('moment') } }, options);
  return { status: 'done', documentUrl: getWayBack(fields) };
};

/** Ends the preview. */
export const leavePreview: FormAction = async ({ api, fields, options }) => {
  await api.leavePreview(undefined, options);
  return { status: 'done', documentUrl: getWayBack(fields) };
};
