import { isCorporate } from '../../shared/rules/site-type.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { DialogButton } from '../ui/Dialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { isBrowserBuild } from '../ui/is-browser-build.ts';
import { joinClasses } from '../ui/join-classes.ts';
import { StaticHtml } from '../ui/StaticHtml.tsx';
import { getCountryName } from './localization.ts';
import { siteSwitchDialogId } from './SiteSwitch.tsx';
import styles from './UtilityStrip.module.css';

/** The promises come in this order from the content of every site: delivery, dispatch, analysis, advice. */
const promiseIcons: readonly IconName[] = ['truck', 'parcel', 'flask', 'bucket'];

interface ShopPromise {
  readonly icon: IconName;
  readonly text: string;
}

/** A shop says what it promises; the group, which sells nothing, where it is and how many shops it has. */
function usePromises(): readonly ShopPromise[] {
  const { t, formats } = useShop();
  const { site, settings, shops, usps } = useAppState((state) => state.scope);
  if (!isCorporate(site)) {
    return usps.map((text, position) => ({ icon: promiseIcons[position] ?? 'check', text }));
  }
  const { city, regionCode } = settings.legalEntity;
  const shopCount = shops.filter((shop) => !isCorporate(shop)).length;
  return [
    { icon: 'pin', text: `${city}, ${formats.country(regionCode)}` },
    { icon: 'globe', text: t('shell.shopCount', { smart_count: shopCount }) },
  ];
}

/** The dark strip on top: what the shop promises, and which country and language this is. The same on every page of a site and language. */
export function UtilityStrip() {
  return (
    <StaticHtml as="div" name="strip" className={joinClasses('deep', styles.strip)}>
      {isBrowserBuild ? null : <StripContent />}
    </StaticHtml>
  );
}

function StripContent() {
  const promises = usePromises();
  const country = useAppState((state) => getCountryName(state.scope));
  const language = useAppState((state) => state.scope.language.localizedName);
  return (
    <div className={joinClasses('wrap', styles.row)}>
      <ul>
        {promises.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} size="small" />
            {text}
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
  );
}
