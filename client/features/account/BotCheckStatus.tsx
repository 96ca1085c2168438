import { useStore } from 'zustand';
import { useShop } from '../../store/shop.tsx';
import { botCheckWork } from './bot-check.ts';

/** Says that something is worked out before the form can go, which takes a second or two. */
export function BotCheckStatus() {
  const { t } = useShop();
  const isUnderWay = useStore(botCheckWork, (state) => state.isUnderWay);
  return (
    <p role="status" className="small soft">
      {isUnderWay && t('login.botCheck')}
    </p>
  );
}
