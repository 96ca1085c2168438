import { useLocation } from 'react-router';
import type { NavigationItem } from '../../shared/contract/content.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { CachedFragment } from '../ui/CachedFragment.tsx';
import { Dialog, DialogButton } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SiteLink } from '../ui/SiteLink.tsx';
import { splitChildrenIntoColumns } from './menu-columns.ts';
import { splitNavigationItems } from './navigation-groups.ts';
import styles from './PhoneMenu.module.css';
import { siteSwitchDialogId } from './SiteSwitch.tsx';
import { getCountryName } from './site-choice.ts';

/** Id of the dialog. Any `DialogButton` of the shell may open it. */
export const phoneMenuDialogId = 'phone-menu';

function MenuGroup({ item, isOpen, pathname }: { item: NavigationItem; isOpen: boolean; pathname: string }) {
  const { t } = useShop();
  const { columns, others } = splitChildrenIntoColumns(item);
  const renderChild = (child: NavigationItem['children'][number]) => (
    <li key={child.key}>
      <SiteLink
        className={styles.link}
        href={child.link.route}
        target={child.link.target}
        isCurrent={pathname === child.link.route}
      >
        {child.link.title}
      </SiteLink>
    </li>
  );
  return (
    // The shared name keeps only one group open at a time.
    <details name={phoneMenuDialogId} open={isOpen}>
      <summary>
        {item.link.title}
        <Icon name="down" size="small" />
      </summary>
      <ul>
        <li>
          <SiteLink className={styles.link} href={item.link.route} isCurrent={pathname === item.link.route}>
            {t('menu.all', { name: item.link.title })}
          </SiteLink>
        </li>
        {columns.map((column) => (
          <li key={column.group}>
            <h3 className={styles.group}>{t(column.title)}</h3>
            <ul>{column.children.map(renderChild)}</ul>
          </li>
        ))}
        {others.map(renderChild)}
      </ul>
    </details>
  );
}

function isWithinMenuItem(item: NavigationItem, pathname: string): boolean {
  return item.link.route === pathname || item.children.some((child) => child.link.route === pathname);
}

/** Renders the menu of narrow windows: a drawer on the left with all pages of the navigation. */
export function PhoneMenu() {
  const { t } = useShop();
  const { pathname } = useLocation();
  const items = useAppState((state) => state.scope.navigation.items);
  const country = useAppState((state) => getCountryName(state.scope));
  const language = useAppState((state) => state.scope.language.localizedName);
  const { main, aside } = splitNavigationItems(items);
  const here = main.find((item) => item.children.some((child) => child.link.route === pathname));
  const openItem = here ?? main.find((item) => item.children.length > 0);

  return (
    <Dialog
      id={phoneMenuDialogId}
      title={t('menu.title')}
      closeLabel={t('menu.close')}
      place="left"
      foot={
        <DialogButton dialogId={siteSwitchDialogId} className={styles.switch}>
          <Icon name="globe" />
          {country ? `${country}, ${language}` : language}
        </DialogButton>
      }
    >
      <CachedFragment
        as="nav"
        label={t('menu.label')}
        variant={`drawer ${items.some((item) => isWithinMenuItem(item, pathname)) ? pathname : ''}`}
        of={items}
      >
        <ul className={styles.main}>
          {main.map((item) => (
            <li key={item.key}>
              {item.children.length > 0 ? (
                <MenuGroup item={item} isOpen={item === openItem} pathname={pathname} />
              ) : (
                <SiteLink
                  className={styles.root}
                  href={item.link.route}
                  target={item.link.target}
                  isCurrent={pathname === item.link.route}
                >
                  {item.link.title}
                </SiteLink>
              )}
            </li>
          ))}
        </ul>
        {aside.length > 0 && (
          <ul className={styles.aside}>
            {aside.map((item) => (
              <li key={item.key}>
                <SiteLink
                  className={styles.link}
                  href={item.link.route}
                  target={item.link.target}
                  isCurrent={pathname === item.link.route}
                >
                  {item.link.title}
                </SiteLink>
              </li>
            ))}
          </ul>
        )}
      </CachedFragment>
    </Dialog>
  );
}
