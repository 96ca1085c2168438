import { isCorporate } from '../../shared/rules/site-type.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { DialogButton } from '../ui/Dialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { isBrowserBuild } from '../ui/is-browser-build.ts';
import { joinClasses } from '../ui/join-classes.ts';
import { StaticHtml } from '../ui/StaticHtml.tsx';
import { siteSwitchDialogId } from './SiteSwitch.tsx';
import { getCountryName } from './site-choice.ts';
import styles from './UtilityStrip.module.css';

/** Icons of the selling points. Every site has them in this order: delivery, dispatch, analysis, advice. */
const sellingPointIcons: readonly IconName[] = ['truck', 'parcel', 'flask', 'bucket'];

interface SellingPoint {
  readonly icon: IconName;
  readonly text: string;
}

/** Returns the selling points of a shop, or location and number of shops for the corporate site. */
function useSellingPoints(): readonly SellingPoint[] {
  const { t, formats } = useShop();
  const { site, settings, shops, usps } = useAppState((state) => state.scope);
  if (!isCorporate(site)) {
    return usps.map((text, position) => ({ icon: sellingPointIcons[position] ?? 'check', text }));
  }
  const { city, regionCode } = settings.legalEntity;
  const shopCount = shops.filter((shop) => !isCorporate(shop)).length;
  return [
    { icon: 'pin', text: `${city}, ${formats.country(regionCode)}` },
    { icon: 'globe', text: t('shell.shopCount', { smart_count: shopCount }) },
  ];
}

/**
 * Renders the dark strip at the top with selling points, country and language. It is the same on every page
 * of a site and language.
 */
export function UtilityStrip() {
  return (
    <StaticHtml as="div" name="strip" className={joinClasses('deep', styles.strip)}>
      {isBrowserBuild ? null : <StripContent />}
    </StaticHtml>
  );
}

function StripContent() {
  const promises = useSellingPoints();
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
