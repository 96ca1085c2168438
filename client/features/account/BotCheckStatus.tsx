import { useStore } from 'zustand';
import { useShop } from '../../store/shop.tsx';
import { botCheckWork } from './bot-check.ts';

/** Shows that the bot check is being solved before the form is sent. This takes one or two seconds. */
export function BotCheckStatus() {
  const { t } = useShop();
  const isUnderWay = useStore(botCheckWork, (state) => state.isUnderWay);
  return (
    <p role="status" className="small soft">
      {isUnderWay && t('login.botCheck')}
    </p>
  );
}
