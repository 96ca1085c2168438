import type { ContentSummary } from '../../../shared/contract/content.ts';
import { useShop } from '../../store/shop.tsx';
import { getKindKey } from './article-kinds.ts';

/** One quiet line: what kind of text, by whom, of when; each only where it is known. */
export function ArticleFacts({ article }: { article: ContentSummary }) {
  const { t, formats } = useShop();
  const kindKey = getKindKey(article.kind);
  const words = [kindKey && t(kindKey), article.author].filter((word) => word !== null).join(', ');
  if (words === '' && article.publishedOn === null) return null;
  return (
    <p className="small soft">
      {words}
      {words !== '' && article.publishedOn !== null && ', '}
      {article.publishedOn !== null && (
        <time dateTime={article.publishedOn}>{formats.date(article.publishedOn)}</time>
      )}
    </p>
  );
}
