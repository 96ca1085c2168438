import type { ContentSummary } from '../../../shared/contract/content.ts';
import { useShop } from '../../store/shop.tsx';
import { getArticleLabelKey } from './article-label-keys.ts';

interface ArticleBylineProps {
  article: ContentSummary;
  /** ISO date of the last text change, if the page shows it. */
  modifiedOn?: string | null;
}

/** Renders type, author and date of an article on one line. Unknown parts are omitted. */
export function ArticleByline({ article, modifiedOn = null }: ArticleBylineProps) {
  const { t, formats } = useShop();
  const { publishedOn } = article;
  const kindKey = getArticleLabelKey(article.kind);
  const words = [kindKey && t(kindKey), article.author].filter((word) => word !== null).join(', ');
  const changedOn = modifiedOn === publishedOn ? null : modifiedOn;
  if (words === '' && publishedOn === null && changedOn === null) return null;
  return (
    <p className="small soft">
      {words}
      {words !== '' && publishedOn !== null && ', '}
      {publishedOn !== null && <time dateTime={publishedOn}>{formats.date(publishedOn)}</time>}
      {changedOn !== null && (words !== '' || publishedOn !== null) && ', '}
      {changedOn !== null && (
        <time dateTime={changedOn}>{t('article.updated', { date: formats.date(changedOn) })}</time>
      )}
    </p>
  );
}
