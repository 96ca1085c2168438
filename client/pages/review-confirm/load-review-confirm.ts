import type { LoadContext, LoadResult } from '../../load-context.ts';

/** 256 bits as base64url. */
const tokenPattern = /^[\w-]{43}$/;

/** The page of the link that is mailed to whoever wrote a review. Looks at nothing: only its form does something with the token. */
export function loadReviewConfirm(context: LoadContext): Promise<LoadResult> {
  const token = context.query.get('token') ?? '';
  return Promise.resolve({
    status: 200,
    head: {
      title: context.shop.t('reviewConfirm.title'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'reviewConfirm', token: tokenPattern.test(token) ? token : null },
  });
}
