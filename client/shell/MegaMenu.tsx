import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import type { NavigationItem } from '../../shared/contract/content.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { Scene } from '../ui/Scene.tsx';
import { SiteLink } from '../ui/SiteLink.tsx';
import styles from './MegaMenu.module.css';
import { splitChildrenIntoColumns } from './menu-columns.ts';
import { splitNavigationItems } from './navigation-groups.ts';

/** Delay before a panel opens under the pointer, in milliseconds, so that crossing the bar opens nothing. */
const hoverOpenDelayMs = 150;
/** Delay before a panel closes after the pointer has left it, in milliseconds. */
const hoverCloseDelayMs = 300;

interface OpenPanel {
  readonly key: string;
  readonly by: 'hover' | 'press';
  /** Location at which the panel was opened. At any other location it is closed. */
  readonly locationKey: string;
}

function getMenuEntryState(item: NavigationItem, pathname: string): boolean | 'within' {
  if (item.link.route === pathname) return true;
  return item.children.some((child) => child.link.route === pathname) && 'within';
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

function MegaPanel({ id, item, onLeave }: { id: string; item: NavigationItem; onLeave: () => void }) {
  const { t } = useShop();
  const { columns, others } = splitChildrenIntoColumns(item);
  const renderList = (children: NavigationItem['children'], className: string | undefined) => (
    <ul className={className}>
      {children.map((child) => (
        <li key={child.key}>
          <SiteLink href={child.link.route} target={child.link.target} onClick={onLeave}>
            {child.link.title}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.panel} id={id} data-panel="">
      <div className={joinClasses('wrap', styles.inside)}>
        <div>
          <SiteLink className={styles.all} href={item.link.route} onClick={onLeave}>
            {t('menu.all', { name: item.link.title })}
          </SiteLink>
          {columns.length > 0 && (
            <div className={styles.columns}>
              {columns.map((column) => (
                <section key={column.group} aria-labelledby={`${id}${column.group}`}>
                  <h2 id={`${id}${column.group}`} className={styles.group}>
                    {t(column.title)}
                  </h2>
                  {renderList(column.children, styles.children)}
                </section>
              ))}
            </div>
          )}
          {others.length > 0 &&
            renderList(others, joinClasses(styles.children, columns.length === 0 && styles.spread))}
        </div>
        {item.scene && <Scene className={styles.scene} name={item.scene} eager />}
      </div>
    </div>
  );
}

/**
 * Renders the navigation bar of wide windows. Its entries are plain links. With script, entries with children
 * open a panel on a press or when the pointer rests on them. Esc closes the panel, arrow keys move, and
 * leaving the bar closes it.
 */
export function MegaMenu() {
  const { t } = useShop();
  const items = useAppState((state) => state.scope.navigation.items);
  const location = useLocation();
  const idPrefix = useId();
  const nav = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [opened, setOpened] = useState<OpenPanel | null>(null);
  const openKey = opened?.locationKey === location.key ? opened.key : null;
  const isOpen = openKey !== null;
  const { main, aside } = splitNavigationItems(items);

  const close = () => {
    clearTimeout(timer.current);
    setOpened(null);
  };
  const open = (key: string, by: OpenPanel['by']) => {
    clearTimeout(timer.current);
    setOpened({ key, by, locationKey: location.key });
  };
  const getRoots = () => [...(nav.current?.querySelectorAll<HTMLAnchorElement>('[data-root] > a') ?? [])];
  const getPanelLinks = () => [...(nav.current?.querySelectorAll<HTMLAnchorElement>('[data-panel] a') ?? [])];

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!isOpen) return;
    const handlePointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !nav.current?.contains(event.target)) setOpened(null);
    };
    const handleEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (nav.current?.contains(document.activeElement)) {
        nav.current.querySelector<HTMLAnchorElement>('[data-root] > [aria-expanded="true"]')?.focus();
      }
      setOpened(null);
    };
    document.addEventListener('pointerdown', handlePointerDown);
    document.addEventListener('keydown', handleEscape);
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown);
      document.removeEventListener('keydown', handleEscape);
    };
  }, [isOpen]);

  const handleRootClick = (event: MouseEvent, item: NavigationItem) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // A press on an entry that the pointer has opened keeps it open; another press closes it.
    if (openKey === item.key && opened?.by === 'press') close();
    else open(item.key, 'press');
  };

  const handleHover = (pointerType: string, item: NavigationItem) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    if (openKey === item.key) return;
    timer.current = setTimeout(() => {
      if (item.children.length > 0) open(item.key, 'hover');
      else close();
    }, hoverOpenDelayMs);
  };

  const handleHoverEnd = () => {
    clearTimeout(timer.current);
    if (opened?.by === 'hover') timer.current = setTimeout(close, hoverCloseDelayMs);
  };

  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) close();
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLAnchorElement)) return;
    const roots = getRoots();
    const root = roots.indexOf(focused);
    const links = getPanelLinks();
    const link = links.indexOf(focused);
    const current = root === -1 ? roots.findIndex((entry) => entry.ariaExpanded === 'true') : root;
    let target: HTMLAnchorElement | undefined;

    switch (event.key) {
      case 'ArrowRight':
        target = roots[(current + 1) % roots.length];
        break;
      case 'ArrowLeft':
        target = roots[(current - 1 + roots.length) % roots.length];
        break;
      case 'ArrowDown':
        if (root !== -1) {
          const item = items.find(({ key }) => key === focused.dataset.key);
          if (!item || item.children.length === 0) return;
          if (openKey !== item.key) flushSync(() => open(item.key, 'press'));
          target = getPanelLinks()[0];
        } else {
          target = links[link + 1];
        }
        break;
      case 'ArrowUp':
        if (link === -1) return;
        target = link === 0 ? roots[current] : links[link - 1];
        break;
      case 'Home':
        target = root === -1 ? links[0] : roots[0];
        break;
      case 'End':
        target = root === -1 ? links.at(-1) : roots.at(-1);
        break;
      default:
        return;
    }
    event.preventDefault();
    target?.focus();
    // Moving along the bar moves the open panel, or closes it at an entry without a panel.
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const item = items.find(({ key }) => key === target?.dataset.key);
      if (isOpen && item && item.children.length > 0) open(item.key, 'press');
      else close();
    }
  };

  const renderRoot = (item: NavigationItem, isFirstAside: boolean) => {
    const isItemOpen = openKey === item.key;
    const hasPanel = item.children.length > 0;
    const panelId = `${idPrefix}${item.key}`;
    return (
      <li
        key={item.key}
        data-root=""
        className={joinClasses(isFirstAside && styles.aside)}
        onPointerEnter={(event) => handleHover(event.pointerType, item)}
      >
        <SiteLink
          href={item.link.route}
          target={item.link.target}
          isCurrent={getMenuEntryState(item, location.pathname)}
          className={styles.root}
          dataKey={item.key}
          isExpanded={hasPanel ? isItemOpen : undefined}
          controls={isItemOpen ? panelId : undefined}
          onClick={hasPanel ? (event) => handleRootClick(event, item) : undefined}
        >
          {item.link.title}
        </SiteLink>
        {isItemOpen && <MegaPanel id={panelId} item={item} onLeave={close} />}
      </li>
    );
  };

  return (
    <>
      <nav
        className={styles.nav}
        ref={nav}
        aria-label={t('menu.label')}
        onKeyDown={handleKeyDown}
        onBlur={handleBlur}
        onPointerLeave={handleHoverEnd}
      >
        <ul className={joinClasses('wrap', styles.bar)}>
          {main.map((item) => renderRoot(item, false))}
          {aside.map((item, position) => renderRoot(item, position === 0))}
        </ul>
      </nav>
      {isOpen && <div className={styles.scrim} />}
    </>
  );
}
