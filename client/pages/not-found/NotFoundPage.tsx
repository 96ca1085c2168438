import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { MAX_SEARCH_TERM_LENGTH } from '../../../shared/rules/search-term-length.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { Section } from '../../ui/Section.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './NotFoundPage.module.css';

/**
 * Renders the page for a URL that does not exist: search, main categories, lists by type of horse, phone
 * number, and the site's own text if it is available.
 */
export function NotFoundPage({ data: { content } }: { data: PageDataOf<'notFound'> }) {
  const { t } = useShop();
  const { site, language, navigation } = useAppState((state) => state.scope);
  return (
    <>
      <div className={styles.gate}>
        <div className="wrap">
          <div className={styles.text}>
            <h1 className={styles.title}>{content?.title ?? t('notFound.title')}</h1>
            <p>{t('error.notFound')}</p>
            {!isCorporate(site) && (
              // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 and before know no <search>
              <form
                className={styles.search}
                role="search"
                aria-label={t('notFound.search')}
                action={`/${getLocalisedSegment('search', language.code)}/`}
              >
                <Field label={t('notFound.search')} isLabelHidden>
                  {(control) => (
                    <Input
                      control={control}
                      name="q"
                      type="search"
                      placeholder={t('notFound.searchPlaceholder')}
                      maxLength={MAX_SEARCH_TERM_LENGTH}
                    />
                  )}
                </Field>
                <Button type="submit" size="large">
                  {t('notFound.searchSubmit')}
                </Button>
              </form>
            )}
            <p>
              <SiteLink href="/" className={`tap ${styles.home}`}>
                {t('common.backToHome')}
              </SiteLink>
            </p>
          </div>
        </div>
        <Scene className={styles.scene} name="lost-gate" eager />
      </div>
      <Section>
        <div className={styles.columns}>
          {content && content.blocks.length > 0 && <RichText blocks={content.blocks} />}
          <div className="stack">
            {navigation.items.length > 0 && (
              <>
                <h2 className={styles.subtitle}>{t('notFound.categories')}</h2>
                <CategoryLinks />
              </>
            )}
            <p>
              {t('notFound.call')}{' '}
              <a className="tap" href={getPhoneUrl(site.customerServicePhone)}>
                {site.customerServicePhone}
              </a>
            </p>
          </div>
        </div>
      </Section>
    </>
  );
}
