import type { QsResult, RqsResult } from '../../../shared/contract/lab-results.ts';
import { useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import {
  describeValueVerdict,
  energyLevelTexts,
  getParameterName,
  listOffTargetValues,
  verdictNames,
} from './result-labels.ts';
import styles from './ValueExplanations.module.css';

/** Explains each value outside its target range, with a link to an article. */
export function ValueExplanations({ result }: { result: RqsResult }) {
  const shop = useShop();
  const { t } = shop;
  const offTargetValues = listOffTargetValues(result);
  return (
    <section aria-labelledby="report-meaning">
      <h2 id="report-meaning">{t('labReport.meaning')}</h2>
      <p className={styles.level}>{t(energyLevelTexts[result.energyLevel])}</p>
      {offTargetValues.length === 0 ? (
        <>
          <p>{t('labReport.textAllNormal')}</p>
          <ArticleLink article={result.article} />
        </>
      ) : (
        <ul className={styles.meanings}>
          {offTargetValues.map((value) => (
            <li key={value.parameter}>
              <h3 className={styles.title}>
                {getParameterName(shop, value.parameter)}
                {': '}
                {t(verdictNames[value.verdict])}
              </h3>
              <p>{describeValueVerdict(shop, result, value)}</p>
              <ArticleLink article={value.article} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ArticleLink({ article }: { article: RqsResult['article'] }) {
  const { t } = useShop();
  if (!article) return null;
  return (
    <p className={styles.ways}>
      <SiteLink href={article.url} className="tap">
        {t('labReport.article', { title: article.title })}
      </SiteLink>
    </p>
  );
}

/** Renders links to the product list and the article for a hygiene class. */
export function ReplacementFeedLinks({ shelf }: { shelf: QsResult['shelf'] }) {
  const { t } = useShop();
  if (!shelf) return null;
  const { url, title, articleUrl, articleTitle } = shelf;
  return (
    <p className={styles.ways}>
      <SiteLink href={url} className="tap">
        {t('labReport.shelf', { title })}
      </SiteLink>
      {articleUrl !== null && articleTitle !== null && (
        <SiteLink href={articleUrl} className="tap">
          {t('labReport.article', { title: articleTitle })}
        </SiteLink>
      )}
    </p>
  );
}
