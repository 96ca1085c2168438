import { useStore } from 'zustand';
import { useShop } from '../../store/shop.tsx';
import { botCheckStore } from './bot-check.ts';

/** Shows that the bot check is being solved before the form is sent. This takes one or two seconds. */
export function BotCheckStatus() {
  const { t } = useShop();
  const isInProgress = useStore(botCheckStore, (state) => state.isInProgress);
  return (
    <p role="status" className="small soft">
      {isInProgress && t('login.botCheck')}
    </p>
  );
}
