import { ApiError } from '../../../shared/api/api-error.ts';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Notes that the owner has seen a result. */
export const markRead: FormAction = async ({ api, fields, options }) => {
  const input = { params: { key: fields.get('key') } };
  await (fields.get('kind') === 'qs' ? api.readQsResult(input, options) : api.readRqsResult(input, options));
  return { status: 'done', changed: ['account'], noticePath: ACCOUNT_RQS_RESULTS_PATH };
};

/** Gives a result another address; the one before opens nothing any more. */
export const replaceLink: FormAction = async ({ api, fields, scope, options }) => {
  const contentPageId = scope.site.rqsContentPage;
  if (contentPageId === null) throw new ApiError('status', { status: 404 });
  const input = { params: { key: fields.get('key') } };
  const kind = fields.get('kind') === 'qs' ? 'qs' : 'rqs';
  // Before the old address is gone, so that it is not lost where this one cannot be had.
  const page = await api.fetchContentPage({ params: { contentPageId } }, options);
  const { key } = await (kind === 'qs'
    ? api.replaceQsLink(input, options)
    : api.replaceRqsLink(input, options));
  const path = getResultPath(page.url, kind, key);
  return { status: 'done', path, noticePath: path };
};
