import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Facet } from '../../../shared/contract/products.ts';
import { formatListSort } from '../../../shared/rules/list-query.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { pendingHydrationProps } from '../../ui/pending-hydration-props.ts';
import { Select } from '../../ui/Select.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { FacetGroup, Switches } from './FacetGroup.tsx';
import { FilterChips } from './FilterChips.tsx';
import styles from './ListControls.module.css';
import {
  getFilteredUrl,
  getListUrl,
  type ListControlsProps,
  listControlHistoryState,
} from './list-context.ts';
import {
  copyFieldsToSliders,
  copySliderToField,
  listFormId,
  paintSliderTracks,
  readListForm,
  writeListForm,
} from './list-form.ts';
import { PrependPreviousPage } from './MorePages.tsx';
import { getSortChoices, getSortLabel } from './sort-labels.ts';

/** Id of the panel. On phones a button of the toolbar opens it. */
const filterPanelId = 'filters';
/** Debounce delay of the sliders in milliseconds, because a slider fires while it is dragged. */
const sliderDebounceMs = 250;
/** Number of groups that are open without a chosen value. */
const initiallyOpenGroupCount = 4;

/**
 * Renders filters, count and sort order of a list as one plain GET form, so it works without script. With
 * script, each choice updates the list and the rest of the page stays. On phones the panel is a sheet; it is
 * a popover, so it also works without script.
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

  // The sheet may have been opened before hydration.
  useEffect(() => setIsSheet(isOpenPopover(panel.current)), []);
  useEffect(() => {
    if (!isSheet) return;
    // Moves the focus to the first control of the sheet, so that screen readers announce it. The focus stays
    // inside the sheet.
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
  // The subcategories are already above the list, so this filter comes last.
  const isKnown = ({ facetKey }: Facet) =>
    facetKey === 'product-group' && (search.category?.children.length ?? 0) > 0;
  const facets = search.facets.filter(({ discriminator }) => discriminator !== 'singleSelect');
  const groups = [...facets.filter((facet) => !isKnown(facet)), ...facets.filter(isKnown)];
  const sortedBy = t('sort.sortedBy', { order: getSortLabel(t, place.list) });
  const canSort = search.total > 1 || filters.length > 0;

  return (
    <div ref={root} className={styles.controls}>
      <section
        id={filterPanelId}
        ref={panel}
        popover="auto"
        className={styles.panel}
        aria-labelledby={`${filterPanelId}-title`}
        {...(isSheet ? { role: 'dialog', 'aria-modal': true } : {})}
        onToggle={(event) => {
          // In React the toggle events of the groups bubble. Without this check, a group would turn the
          // column of a wide window into a dialog.
          if (event.target !== event.currentTarget) return;
          setIsSheet(event.newState === 'open');
        }}
        onKeyDown={(event) => isSheet && event.key === 'Tab' && keepFocusInside(event, event.currentTarget)}
      >
        <div className={styles.head}>
          <h2 id={`${filterPanelId}-title`} ref={title} tabIndex={-1}>
            {t('filter.title')}
          </h2>
          {filters.length > 0 && (
            <a
              {...pendingHydrationProps}
              href={getFilteredUrl(place, [])}
              rel="nofollow"
              className={styles.removeAll}
              onClick={removeAll}
            >
              {t('filter.removeAll')}
            </a>
          )}
          <button
            type="button"
            className={styles.close}
            popoverTarget={filterPanelId}
            popoverTargetAction="hide"
          >
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
              <FacetGroup
                key={facet.facetKey}
                facet={facet}
                filters={filters}
                isOpen={index < initiallyOpenGroupCount}
              />
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
          {/* Announced again when filters or order change. The heading and the focus stay in place. */}
          <p role="status" ref={count} tabIndex={-1}>
            {t('list.count', { smart_count: search.total })}
            <VisuallyHidden>{`, ${sortedBy}`}</VisuallyHidden>
          </p>
          <div className={styles.tools}>
            {(search.facets.length > 0 || filters.length > 0) && (
              <button
                type="button"
                className={styles.open}
                popoverTarget={filterPanelId}
                aria-haspopup="dialog"
              >
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
        {firstPage > 1 && (
          <PrependPreviousPage {...props} href={getListUrl(place, { page: firstPage - 1 })} />
        )}
      </div>
    </div>
  );
}

/** Browsers without popovers do not know the selector either and throw. */
function isOpenPopover(element: HTMLElement | null): boolean {
  return element?.popover !== undefined && element?.popover !== null && element.matches(':popover-open');
}

/** Traps the focus inside the sheet, because the sheet covers the content behind it. */
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
 * Applies changes of the form and updates the form to the visible list.
 *
 * @returns click handler for links of the controls that navigates to another view of the list. Clicks with
 *   a modifier key are left to the browser.
 */
function useListForm(
  root: { readonly current: HTMLElement | null },
  count: { readonly current: HTMLElement | null },
  { place }: ListControlsProps,
) {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const type = useNavigationType();
  const currentUrl = getListUrl(place, { page: 1 });
  /** URL of the latest request, until its list is displayed. */
  const requestedUrl = useRef<string | null>(null);
  /** Whether a field was edited since the last request. */
  const isEdited = useRef(false);
  const latest = useRef({ place, shown: currentUrl, navigate });
  latest.current = { place, shown: currentUrl, navigate };

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
      if (url === (requestedUrl.current ?? current.shown)) return;
      // While offline the list cannot arrive, so the same URL may be requested again.
      requestedUrl.current = window.navigator.onLine ? url : null;
      void current.navigate(url, { preventScrollReset: true, state: listControlHistoryState });
    }
    function handleInput({ target }: Event): void {
      isEdited.current = true;
      if (!(target instanceof HTMLInputElement) || !target.dataset.sets) return;
      copySliderToField(target);
      paintSliderTracks(form as HTMLFormElement);
    }
    function handleChange({ target }: Event): void {
      window.clearTimeout(timer);
      if (target instanceof HTMLInputElement && target.dataset.sets) {
        timer = window.setTimeout(apply, sliderDebounceMs);
      } else apply();
    }
    function handleSubmit(event: Event): void {
      event.preventDefault();
      apply();
      const sheet = document.getElementById(filterPanelId);
      if (isOpenPopover(sheet)) sheet?.hidePopover();
    }

    // Applies choices made before hydration. A slider moved before then has not updated its field.
    for (const slider of form.querySelectorAll<HTMLInputElement>('input[data-sets]')) {
      if (slider.value !== slider.defaultValue) copySliderToField(slider);
    }
    copyFieldsToSliders(form);
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

  const renderedKey = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the location says that a list has arrived
  useEffect(() => {
    if (renderedKey.current === key) return;
    renderedKey.current = key;
    const isControlNavigation = state === listControlHistoryState && type !== 'POP';
    // Another choice was made while this list was loading, so the form keeps the newer choice.
    if (isControlNavigation && requestedUrl.current !== null && requestedUrl.current !== currentUrl) return;
    requestedUrl.current = null;
    // Another field is being edited. It keeps its value, which is applied when the field loses the focus.
    if (isControlNavigation && isEdited.current) return;
    isEdited.current = false;
    const form = document.getElementById(listFormId);
    if (form instanceof HTMLFormElement) {
      writeListForm(form, place.list, place.defaultSort);
      copyFieldsToSliders(form);
    }
    // The focused control has disappeared with its filter, so the focus moves to the result count.
    if (isControlNavigation && document.activeElement === document.body)
      count.current?.focus({ preventScroll: true });
  }, [key]);

  return (event: MouseEvent<HTMLAnchorElement>, url: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    requestedUrl.current = url;
    void navigate(url, { preventScrollReset: true, state: listControlHistoryState });
  };
}
