import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { RichText } from '../../ui/RichText.tsx';
import bucket from './bucket.svg';
import styles from './ErrorPage.module.css';

/**
 * Renders the error page with links to retry, to the home page and to customer service. It needs only the
 * data that every page of the site has.
 */
export function ErrorPage({ data: { status, requestId, content } }: { data: PageDataOf<'error'> }) {
  const { t } = useShop();
  const path = useAppState((state) => state.page.virtualPath);
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  return (
    <div className={`wrap section ${styles.error}`}>
      <Arch className={styles.picture}>
        <img src={bucket} width={520} height={616} alt="" />
      </Arch>
      <div>
        <h1>{t('errorPage.heading')}</h1>
        <p className="lead">{t(status === 503 ? 'errorPage.busy' : 'errorPage.unexpected')}</p>
        {content && content.blocks.length > 0 && <RichText blocks={content.blocks} />}
        <p className={`row ${styles.actions}`}>
          <ButtonLink href={path} size="large" icon="refresh">
            {t('errorPage.retry')}
          </ButtonLink>
          <ButtonLink href="/" size="large" variant="line">
            {t('common.backToHome')}
          </ButtonLink>
        </p>
        <p className="small soft">
          {t('errorPage.call')}{' '}
          <a className="tap" href={getPhoneUrl(phone)}>
            {phone}
          </a>
        </p>
        {requestId !== null && (
          <p className="small soft">
            {t('errorPage.reference')} <code className={styles.reference}>{requestId}</code>
          </p>
        )}
      </div>
    </div>
  );
}
