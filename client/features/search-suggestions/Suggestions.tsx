import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ProductSuggestions } from '../../../shared/contract/products.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { useApi } from '../../api/api-context.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Suggestions.module.css';
import { createSuggestionSource } from './suggestion-source.ts';

interface VisibleSuggestions {
  readonly term: string;
  readonly answer: ProductSuggestions;
}

/** One choice of the list. It is a link, so modifier keys open it in a new tab or window. */
interface SuggestionChoice {
  readonly key: string;
  readonly href: string;
  readonly text: string;
  readonly lead: ReactNode;
  readonly detail?: string;
}

/**
 * Turns a search field into a combobox with a list of suggestions: terms, products, categories, articles, and
 * a link to all results. In an empty field it suggests popular searches. The field keeps the focus; arrow
 * keys move through the list, Enter opens the selected choice, Esc closes the list.
 *
 * @param field the input, which is a plain search field without this component
 */
export function Suggestions({ field }: { field: HTMLInputElement }) {
  const shop = useShop();
  const { t, formats } = shop;
  const api = useApi();
  const navigate = useNavigate();
  const locale = useAppState((state) => state.scope.language.code);
  const listId = useId();
  const [shown, setShown] = useState<VisibleSuggestions | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** Index of the selected choice, or -1. */
  const [selectedIndex, setSelectedIndex] = useState(-1);

  const groups = shown ? createGroups(shown) : [];
  const choices = groups.flatMap((group) => group.choices);
  const isShown = isOpen && choices.length > 0;
  const markedId = isShown && selectedIndex >= 0 ? `${listId}-${selectedIndex}` : null;

  function createGroups({
    term,
    answer,
  }: VisibleSuggestions): { title: string | null; choices: SuggestionChoice[] }[] {
    const { products, categories, articles, terms } = answer;
    const toSearch = (text: string) =>
      `/${getLocalisedSegment('search', locale)}/?${new URLSearchParams({ q: text })}`;
    const termGroup = {
      title: term.length === 0 ? t('suggest.popular') : t('suggest.terms'),
      choices: terms.map((text) => ({
        key: `t${text}`,
        href: toSearch(text),
        text,
        lead: <Icon name="search" />,
      })),
    };
    const found = [
      termGroup,
      {
        title: t('suggest.products'),
        choices: products.map((product) => ({
          key: `p${product.productVariantId}`,
          href: product.url,
          text: product.title,
          detail: `${product.packagingName} ${formats.content(product.content)} · ${formats.euro(product.amountInclVat)}`,
          lead: (
            <Arch colourWay={product.colourWay} className={styles.picture}>
              <ProductPicture picture={product.picture} sizes="52px" maxWidth={260} alt="" />
            </Arch>
          ),
        })),
      },
      {
        title: t('search.categories'),
        choices: categories.map(({ title, url }) => ({
          key: `c${url}`,
          href: url,
          text: title,
          lead: <Icon name="parcel" />,
        })),
      },
      {
        title: t('suggest.articles'),
        choices: articles.map(({ title, url }) => ({
          key: `a${url}`,
          href: url,
          text: title,
          lead: <Icon name="document" />,
        })),
      },
    ].filter(({ choices: some }) => some.length > 0);
    // An empty field has no term and therefore no link to all results.
    if (found.length === 0 || term === '') return found;
    const wanted = answer.correctedTerm ?? term;
    const all = {
      key: 'all',
      href: toSearch(wanted),
      text: t('suggest.all', { term: wanted }),
      lead: <Icon name="search" />,
    };
    return [...found, { title: null, choices: [all] }];
  }

  const latest = useRef({ choices, isShown, marked: selectedIndex });
  latest.current = { choices, isShown, marked: selectedIndex };

  useEffect(() => {
    if (!api) return;
    const source = createSuggestionSource(api, (term, answer) => {
      setSelectedIndex(-1);
      setShown(answer && { term, answer });
    });
    const close = () => {
      setIsOpen(false);
      setSelectedIndex(-1);
    };
    const handleInput = () => {
      setIsOpen(true);
      source.ask(field.value);
    };
    const handleKey = (event: KeyboardEvent) => {
      const { choices: now, isShown: isListed, marked: at } = latest.current;
      if (event.isComposing) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (!isListed) {
          if (event.key === 'ArrowDown') handleInput();
          return;
        }
        event.preventDefault();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        // The loop has one more position than there are choices: the field itself, with no choice selected.
        setSelectedIndex(((at + 1 + step + now.length + 1) % (now.length + 1)) - 1);
      } else if (event.key === 'Escape' && isListed) {
        // The first Esc closes the list. At the next Esc the browser clears the field.
        event.preventDefault();
        close();
      } else if (event.key === 'Enter') {
        const choice = isListed ? now[at] : undefined;
        close();
        source.stop();
        if (!choice) return;
        event.preventDefault();
        field.blur();
        void navigate(choice.href);
      }
    };
    const handleFocus = () => {
      if (field.value === '') handleInput();
    };
    const handleBlur = () => {
      source.stop();
      close();
    };
    field.addEventListener('input', handleInput);
    field.addEventListener('keydown', handleKey);
    field.addEventListener('focus', handleFocus);
    field.addEventListener('blur', handleBlur);
    // Handles the text typed before this code was loaded. An untouched empty field shows popular searches.
    if (field === document.activeElement && (field.value === '' || field.value !== field.defaultValue))
      handleInput();
    return () => {
      source.stop();
      field.removeEventListener('input', handleInput);
      field.removeEventListener('keydown', handleKey);
      field.removeEventListener('focus', handleFocus);
      field.removeEventListener('blur', handleBlur);
    };
  }, [api, field, navigate]);

  // React does not render the field, so the combobox attributes are set here.
  useEffect(() => {
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-expanded', String(isShown));
    field.setAttribute('aria-controls', listId);
    if (markedId === null) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', markedId);
    if (markedId !== null) document.getElementById(markedId)?.scrollIntoView?.({ block: 'nearest' });
  }, [field, isShown, listId, markedId]);

  // The field must keep the focus until the click is handled.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  let place = -1;
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is the field's own Enter */}
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={t('suggest.label')}
        className={styles.list}
        hidden={!isShown}
        onMouseDown={keepFocus}
        onClick={() => field.blur()}
      >
        {isShown &&
          groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not sets of fields
            <div key={group.title ?? 'all'} role="group" aria-label={group.title ?? undefined}>
              {group.title && (
                <p className={styles.title} aria-hidden="true">
                  {group.title}
                </p>
              )}
              {group.choices.map((choice) => {
                place += 1;
                const id = `${listId}-${place}`;
                return (
                  <a
                    key={choice.key}
                    id={id}
                    role="option"
                    tabIndex={-1}
                    aria-selected={id === markedId}
                    href={choice.href}
                    className={styles.choice}
                  >
                    {choice.lead}
                    <span>
                      <HighlightedText text={choice.text} term={shown?.term ?? ''} />
                      {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
                    </span>
                  </a>
                );
              })}
            </div>
          ))}
      </div>
      <div role="status">
        <VisuallyHidden>
          {isShown
            ? t('suggest.count', { smart_count: choices.filter(({ key }) => key !== 'all').length })
            : ''}
        </VisuallyHidden>
      </div>
    </>
  );
}

/** Returns the letters in lower case without diacritics, one for one, so that 'musli' matches 'Müsli'. */
function foldAccents(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const base = letter.normalize('NFD').charAt(0).toLowerCase();
    return letter.length === 1 && base.length === 1 ? base : letter;
  });
}

/** Renders a text with the typed letters highlighted. */
function HighlightedText({ text, term }: { text: string; term: string }) {
  const at = term === '' ? -1 : foldAccents(text).indexOf(foldAccents(term));
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + term.length)}</mark>
      {text.slice(at + term.length)}
    </>
  );
}
