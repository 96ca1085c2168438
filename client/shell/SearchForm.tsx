import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { getLocalisedSegment } from '../../shared/rules/localised-segments.ts';
import { MAX_SEARCH_TERM_LENGTH } from '../../shared/rules/search-term-length.ts';
import { useSuggestions } from '../features/search-suggestions/use-suggestions.tsx';
import { useAppState, useShop } from '../store/shop.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './SearchForm.module.css';

/** Id of the search field, target of skip links and the tab bar. */
export const searchFieldId = 'search-field';

/** Renders the search field of the header as a plain GET form. With script it navigates without a reload. */
export function SearchForm() {
  const { t } = useShop();
  const navigate = useNavigate();
  const locale = useAppState((state) => state.scope.language.code);
  const term = useAppState((state) => (state.page.data.kind === 'search' ? state.page.data.term : ''));
  const action = `/${getLocalisedSegment('search', locale)}/`;
  const { fieldRef, handleFocus, list } = useSuggestions();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('q');
    if (!(field instanceof HTMLInputElement)) return;
    const wanted = field.value.trim();
    if (wanted === '') {
      field.focus();
      return;
    }
    field.blur();
    void navigate(`${action}?${new URLSearchParams({ q: wanted })}`);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is unknown to browsers of a few years ago
    <form className={styles.search} role="search" action={action} method="get" onSubmit={handleSubmit}>
      <label htmlFor={searchFieldId}>
        <VisuallyHidden>{t('search.label')}</VisuallyHidden>
      </label>
      {/* The key resets the field to the term of the new page. */}
      <input
        key={term}
        ref={fieldRef}
        id={searchFieldId}
        name="q"
        type="search"
        defaultValue={term}
        placeholder={t('search.placeholder')}
        maxLength={MAX_SEARCH_TERM_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={handleFocus}
      />
      <button type="submit">
        <Icon name="search" />
        <VisuallyHidden>{t('search.submit')}</VisuallyHidden>
      </button>
      {list}
    </form>
  );
}
