import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Facet } from '../../../shared/contract/products.ts';
import { formatListSort } from '../../../shared/rules/list-query.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Select } from '../../ui/Select.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { waitsForProgram } from '../../ui/waits-for-program.ts';
import { FacetGroup, Switches } from './FacetGroup.tsx';
import { FilterChips } from './FilterChips.tsx';
import styles from './ListControls.module.css';
import {
  followSlider,
  listFormId,
  paintSliders,
  placeSliders,
  readListForm,
  writeListForm,
} from './list-form.ts';
import { byControl, getFilteredUrl, getListUrl, type ListControlsProps } from './list-place.ts';
import { PreviousPage } from './MorePages.tsx';
import { getSortChoices, getSortLabel } from './sort-labels.ts';

/** Id of the panel; on phones a button of the toolbar opens it. */
const panelId = 'filters';
/** A slider under a finger says something all the time: asked is when it rests, in milliseconds. */
const sliderRestMs = 250;
/** How many groups are open without anything chosen in them. */
const openGroups = 4;

/**
 * Filters, count and order of a list: one plain GET form, so it works without script; with script the list changes at each
 * choice and nothing else moves. On phones the panel is a sheet, which a popover is without script, too.
 */
export function ListControls(props: ListControlsProps) {
  const { place, search, firstPage } = props;
  const { t } = useShop();
  const { filters } = place.list;
  const root = useRef<HTMLDivElement>(null);
  const count = useRef<HTMLParagraphElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [isSheet, setIsSheet] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const goTo = useListForm(root, count, props);

  // It may have been opened before this code came.
  useEffect(() => setIsSheet(isOpenPopover(panel.current)), []);
  useEffect(() => {
    if (!isSheet) return;
    // Who listens hears what has opened, and goes on from its first control. The focus stays in it, however it is moved.
    const takeFocus = () => {
      if (!panel.current?.contains(document.activeElement)) title.current?.focus({ preventScroll: true });
    };
    takeFocus();
    document.addEventListener('focusin', takeFocus);
    return () => document.removeEventListener('focusin', takeFocus);
  }, [isSheet]);

  const chosenCount = filters.reduce(
    (sum, filter) => sum + (filter.discriminator === 'multiSelect' ? filter.selectedKeys.length : 1),
    0,
  );
  const removeAll = (event: MouseEvent<HTMLAnchorElement>) => goTo(event, getFilteredUrl(place, []));
  // The parts of a category stand above the list already: as a filter they come last.
  const isKnown = ({ facetKey }: Facet) =>
    facetKey === 'product-group' && (search.category?.children.length ?? 0) > 0;
  const facets = search.facets.filter(({ discriminator }) => discriminator !== 'singleSelect');
  const groups = [...facets.filter((facet) => !isKnown(facet)), ...facets.filter(isKnown)];
  const sortedBy = t('sort.sortedBy', { order: getSortLabel(t, place.list) });
  const canSort = search.total > 1 || filters.length > 0;

  return (
    <div ref={root} className={styles.controls}>
      <section
        id={panelId}
        ref={panel}
        popover="auto"
        className={styles.panel}
        aria-labelledby={`${panelId}-title`}
        {...(isSheet ? { role: 'dialog', 'aria-modal': true } : {})}
        onToggle={(event) => {
          // React lets the toggling of its groups bubble; on a wide window that made a dialog of the column.
          if (event.target !== event.currentTarget) return;
          setIsSheet(event.newState === 'open');
        }}
        onKeyDown={(event) => isSheet && event.key === 'Tab' && keepFocusInside(event, event.currentTarget)}
      >
        <div className={styles.head}>
          <h2 id={`${panelId}-title`} ref={title} tabIndex={-1}>
            {t('filter.title')}
          </h2>
          {filters.length > 0 && (
            <a
              {...waitsForProgram}
              href={getFilteredUrl(place, [])}
              rel="nofollow"
              className={styles.removeAll}
              onClick={removeAll}
            >
              {t('filter.removeAll')}
            </a>
          )}
          <button type="button" className={styles.close} popoverTarget={panelId} popoverTargetAction="hide">
            <Icon name="close" />
            <VisuallyHidden>{t('common.close')}</VisuallyHidden>
          </button>
        </div>
        <form
          id={listFormId}
          method="get"
          action={place.pathname}
          autoComplete="off"
          noValidate
          className={styles.form}
        >
          {place.term !== undefined && <input type="hidden" name="q" value={place.term} />}
          <div className={styles.groups}>
            <div className={styles.sheetOnly}>
              <FilterChips place={place} facets={search.facets} goTo={goTo} withAll={false} />
            </div>
            {groups.map((facet, index) => (
              <FacetGroup key={facet.facetKey} facet={facet} filters={filters} isOpen={index < openGroups} />
            ))}
            <Switches facets={search.facets} filters={filters} />
            {(search.total > 24 || place.list.pageSize !== 24) && (
              <div className={styles.size}>
                <Field label={t('list.size')}>
                  {(control) => (
                    <Select
                      control={control}
                      name="ps"
                      size="small"
                      options={['24', '48', '72', '96'].map((value) => ({ value, label: value }))}
                      defaultValue={String(place.list.pageSize)}
                    />
                  )}
                </Field>
              </div>
            )}
          </div>
          <div className={styles.foot}>
            <Button type="submit" size="large" full>
              <span className={styles.withScript}>{t('filter.show', { smart_count: search.total })}</span>
              <span className={styles.withoutScript}>{t('search.submit')}</span>
            </Button>
          </div>
        </form>
      </section>
      <div className={styles.top}>
        <div className={styles.toolbar}>
          {/* Told again when filters or order change: the heading and the focus stay where they are. */}
          <p role="status" ref={count} tabIndex={-1}>
            {t('list.count', { smart_count: search.total })}
            <VisuallyHidden>{`, ${sortedBy}`}</VisuallyHidden>
          </p>
          <div className={styles.tools}>
            {(search.facets.length > 0 || filters.length > 0) && (
              <button type="button" className={styles.open} popoverTarget={panelId} aria-haspopup="dialog">
                <Icon name="filter" size="small" />
                {chosenCount > 0 ? t('filter.openWithCount', { count: chosenCount }) : t('filter.title')}
              </button>
            )}
            {canSort && (
              <Field label={t('sort.label')} isLabelHidden>
                {(control) => (
                  <Select
                    control={control}
                    name="sort"
                    form={listFormId}
                    size="small"
                    options={getSortChoices(t, search.sortOptions, place.list)}
                    defaultValue={formatListSort(place.list)}
                  />
                )}
              </Field>
            )}
            {canSort && (
              <noscript>
                <button type="submit" form={listFormId} className={styles.open}>
                  {t('sort.submit')}
                </button>
              </noscript>
            )}
          </div>
        </div>
        <FilterChips place={place} facets={search.facets} goTo={goTo} />
        {firstPage > 1 && <PreviousPage {...props} href={getListUrl(place, { page: firstPage - 1 })} />}
      </div>
    </div>
  );
}

/** A browser that knows no popovers does not know the selector either. */
function isOpenPopover(element: HTMLElement | null): boolean {
  return element?.popover !== undefined && element?.popover !== null && element.matches(':popover-open');
}

/** A sheet keeps the focus: behind it nothing can be seen. */
function keepFocusInside(event: { shiftKey: boolean; preventDefault(): void }, sheet: HTMLElement): void {
  const controls = [
    ...sheet.querySelectorAll<HTMLElement>('a[href], button, input:not(:disabled), select, summary'),
  ].filter(
    (control) =>
      control.checkVisibility?.() !== false &&
      !(control instanceof HTMLInputElement && control.type === 'hidden'),
  );
  const [first, last] = [controls[0], controls.at(-1)];
  const isLeaving = document.activeElement === (event.shiftKey ? first : last);
  if (!isLeaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/**
 * Applies what is chosen in the form, and keeps the form telling what the list shows.
 *
 * @returns goes to another view of the list by a link of the controls; keys that open elsewhere are left to the browser
 */
function useListForm(
  root: { readonly current: HTMLElement | null },
  count: { readonly current: HTMLElement | null },
  { place }: ListControlsProps,
) {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const type = useNavigationType();
  const shown = getListUrl(place, { page: 1 });
  /** What was asked for last and is not there yet. */
  const wanted = useRef<string | null>(null);
  /** Something was typed or moved since: the form says more than was asked for. */
  const isEdited = useRef(false);
  const latest = useRef({ place, shown, navigate });
  latest.current = { place, shown, navigate };

  useEffect(() => {
    const form = document.getElementById(listFormId);
    const element = root.current;
    if (!(form instanceof HTMLFormElement) || !element) return;
    let timer: number | undefined;

    function apply(): void {
      window.clearTimeout(timer);
      isEdited.current = false;
      const current = latest.current;
      const list = form instanceof HTMLFormElement ? readListForm(form, current.place.defaultSort) : null;
      if (!list) return;
      const url = getListUrl(current.place, list);
      if (url === (wanted.current ?? current.shown)) return;
      // Without a connection it does not come, and can be asked for again.
      wanted.current = window.navigator.onLine ? url : null;
      void current.navigate(url, { preventScrollReset: true, state: byControl });
    }
    function handleInput({ target }: Event): void {
      isEdited.current = true;
      if (!(target instanceof HTMLInputElement) || !target.dataset.sets) return;
      followSlider(target);
      paintSliders(form as HTMLFormElement);
    }
    function handleChange({ target }: Event): void {
      window.clearTimeout(timer);
      if (target instanceof HTMLInputElement && target.dataset.sets) {
        timer = window.setTimeout(apply, sliderRestMs);
      } else apply();
    }
    function handleSubmit(event: Event): void {
      event.preventDefault();
      apply();
      const sheet = document.getElementById(panelId);
      if (isOpenPopover(sheet)) sheet?.hidePopover();
    }

    // What was chosen before this code came. A slider that was moved has not told its field yet.
    for (const slider of form.querySelectorAll<HTMLInputElement>('input[data-sets]')) {
      if (slider.value !== slider.defaultValue) followSlider(slider);
    }
    placeSliders(form);
    apply();

    element.addEventListener('input', handleInput);
    element.addEventListener('change', handleChange);
    form.addEventListener('submit', handleSubmit);
    return () => {
      window.clearTimeout(timer);
      element.removeEventListener('input', handleInput);
      element.removeEventListener('change', handleChange);
      form.removeEventListener('submit', handleSubmit);
    };
  }, [root]);

  const shownAt = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the location says that a list has arrived
  useEffect(() => {
    if (shownAt.current === key) return;
    shownAt.current = key;
    const isOwn = state === byControl && type !== 'POP';
    // More was chosen while this list was on its way: the form says what will come.
    if (isOwn && wanted.current !== null && wanted.current !== shown) return;
    wanted.current = null;
    // Another field is being filled in: what is in it stays, and is asked for when it is left.
    if (isOwn && isEdited.current) return;
    isEdited.current = false;
    const form = document.getElementById(listFormId);
    if (form instanceof HTMLFormElement) {
      writeListForm(form, place.list, place.defaultSort);
      placeSliders(form);
    }
    // What was used is gone with its filter: reading goes on where the result is told.
    if (isOwn && document.activeElement === document.body) count.current?.focus({ preventScroll: true });
  }, [key]);

  return (event: MouseEvent<HTMLAnchorElement>, url: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    wanted.current = url;
    void navigate(url, { preventScrollReset: true, state: byControl });
  };
}
