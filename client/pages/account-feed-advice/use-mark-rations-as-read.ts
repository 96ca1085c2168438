import { useEffect } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { account } from '../../store/account.ts';
import { usePages } from '../pages-context.ts';
import type { AccountFeedAdviceData } from './page.ts';

/**
 * Marks the visible rations as read. They stay marked as new on the page until it is loaded again, so that
 * the customer does not lose sight of them. If the request fails, they stay unread.
 */
export function useMarkRationsAsRead({ owner, horses }: AccountFeedAdviceData): void {
  const api = useApi();
  const pages = usePages();
  const unread = horses.flatMap(({ rations }) =>
    rations.flatMap(({ isRead, adviceId }) => (isRead ? [] : [adviceId])),
  );
  const key = unread.join();
  useEffect(() => {
    if (!api || key === '') return;
    const reading = key.split(',').map((id) => api.readFeedAdvice({ params: { id } }));
    void Promise.allSettled(reading).then(async (results) => {
      const left = results.filter(({ status }) => status === 'rejected').length;
      account.provide({ ...owner, unreadFeedAdvice: left });
      // The account overview shows the number of unread rations.
      await pages?.invalidate(['account']);
    });
  }, [api, pages, key, owner]);
}
