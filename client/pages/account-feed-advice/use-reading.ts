import { useEffect } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { account } from '../../store/account.ts';
import { usePages } from '../pages-context.ts';
import type { AccountFeedAdviceData } from './page.ts';

/**
 * Notes what is on the screen as read. Here it goes on being marked as new until it is loaded again, so that nobody loses sight of it; where
 * noting fails it stays unread.
 */
export function useReading({ owner, horses }: AccountFeedAdviceData): void {
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
      // The overview of the account tells how many there are.
      await pages?.invalidate(['account']);
    });
  }, [api, pages, key, owner]);
}
