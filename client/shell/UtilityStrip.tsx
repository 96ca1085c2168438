import { useAppState } from '../store/shop.tsx';
import { DialogButton } from '../ui/Dialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { getCurrentShop } from './localization.ts';
import { siteSwitchDialogId } from './SiteSwitch.tsx';
import styles from './UtilityStrip.module.css';

/** The promises come in this order from the content of every site: delivery, dispatch, analysis, advice. */
const promiseIcons: readonly IconName[] = ['truck', 'parcel', 'flask', 'bucket'];

/** The dark strip on top: what the shop promises, and which country and language this is. */
export function UtilityStrip() {
  const usps = useAppState((state) => state.scope.usps);
  const country = useAppState((state) => getCurrentShop(state.scope)?.countryName);
  const language = useAppState((state) => state.scope.language.localizedName);
  return (
    <div className={joinClasses('deep', styles.strip)}>
      <div className={joinClasses('wrap', styles.row)}>
        <ul>
          {usps.map((usp, position) => (
            <li key={usp}>
              <Icon name={promiseIcons[position] ?? 'check'} size="small" />
              {usp}
            </li>
          ))}
        </ul>
        <DialogButton dialogId={siteSwitchDialogId} className={styles.switch}>
          <Icon name="globe" size="small" />
          <span>
            {country && <span className={styles.country}>{country}, </span>}
            {language}
          </span>
          <Icon name="down" size="small" />
        </DialogButton>
      </div>
    </div>
  );
}
