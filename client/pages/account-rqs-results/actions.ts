import { ApiError } from '../../../shared/api/api-error.ts';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Marks a result as read by its owner. */
export const markRead: FormAction = async ({ api, fields, options }) => {
  const input = { params: { key: fields.get('key') } };
  await (fields.get('kind') === 'qs' ? api.readQsResult(input, options) : api.readRqsResult(input, options));
  return { status: 'done', changed: ['account'], noticePath: ACCOUNT_RQS_RESULTS_PATH };
};

/** Replaces the link of a result. The previous link stops working. */
export const replaceResultLink: FormAction = async ({ api, fields, scope, options }) => {
  const contentPageId = scope.site.rqsContentPage;
  if (contentPageId === null) throw new ApiError('status', { status: 404 });
  const input = { params: { key: fields.get('key') } };
  const kind = fields.get('kind') === 'qs' ? 'qs' : 'rqs';
  // Loaded before the link is replaced: if this fails, the old link still works.
  const page = await api.fetchContentPage({ params: { contentPageId } }, options);
  const { key } = await (kind === 'qs'
    ? api.replaceQsLink(input, options)
    : api.replaceRqsLink(input, options));
  const path = getResultPath(page.url, kind, key);
  return { status: 'done', path, noticePath: path };
};
