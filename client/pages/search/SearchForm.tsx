import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { createListQuery } from '../../../shared/rules/list-query.ts';
import { MAX_SEARCH_TERM_LENGTH } from '../../../shared/rules/search-term-length.ts';
import { defaultListSorts } from '../../features/catalogue/default-sorts.ts';
import { useSuggestions } from '../../features/search-suggestions/use-suggestions.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import styles from './SearchPage.module.css';

/**
 * Renders the search field of the page as a plain GET form. With script it updates the page without a reload.
 */
export function SearchForm({ term }: { term: string }) {
  const { t } = useShop();
  const navigate = useNavigate();
  const { fieldRef, handleFocus, list } = useSuggestions();
  const pathname = useAppState((state) => state.page.virtualPath.split('?')[0] ?? '/');

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('q');
    const query = createListQuery(
      { page: 1, pageSize: 24, sort: defaultListSorts.search, descending: false, filters: [] },
      { defaultSort: defaultListSorts.search, term: typeof value === 'string' ? value.trim() : '' },
    );
    void navigate(pathname + query);
  }

  return (
    <form method="get" action={pathname} onSubmit={handleSubmit} className={styles.form}>
      <Field label={t('search.fieldLabel')}>
        {(control) => (
          <div className={styles.field}>
            <Input
              key={term}
              ref={fieldRef}
              control={control}
              name="q"
              type="search"
              defaultValue={term}
              maxLength={MAX_SEARCH_TERM_LENGTH}
              autoComplete="off"
              onFocus={handleFocus}
            />
            {list}
          </div>
        )}
      </Field>
      <Button type="submit" size="large" icon="search">
        {t('search.submit')}
      </Button>
    </form>
  );
}
