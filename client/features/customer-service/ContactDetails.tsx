import { useId } from 'react';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './ContactDetails.module.css';
import { OpeningHours } from './OpeningHours.tsx';

interface ContactDetailsProps {
  /** Whether this is the customer service page, which needs no link to itself. */
  isOnServicePage: boolean;
}

/** Renders phone number, e-mail address and opening hours of the country's customer service. */
export function ContactDetails({ isOnServicePage }: ContactDetailsProps) {
  const { t } = useShop();
  const titleId = useId();
  const site = useAppState((state) => state.scope.site);
  const dealers = useAppState((state) => findSiteLink(state.scope, 'dealers'));
  const { customerServicePhoneLink: phone, customerServiceEmailAddress: email } = site;
  return (
    <Ticket>
      <section className={styles.contact} aria-labelledby={titleId}>
        <h2 className={styles.title} id={titleId}>
          {site.customerServiceTitle ?? t('service.askTitle')}
        </h2>
        <ul>
          <li>
            <a className="tap" href={phone.route}>
              <Icon name="phone" size="small" />
              {phone.title}
            </a>
          </li>
          <li>
            <a className="tap" href={`mailto:${email}`}>
              <Icon name="mail" size="small" />
              {email}
            </a>
          </li>
        </ul>
        <OpeningHours />
        {site.customerServiceTextBottom !== null && <p>{site.customerServiceTextBottom}</p>}
        {dealers && (
          <p>
            <SiteLink className="tap" href={dealers.route}>
              <Icon name="pin" size="small" />
              {dealers.title}
            </SiteLink>
          </p>
        )}
        {site.customerServiceLink && !isOnServicePage && (
          <p>
            <SiteLink className="tap" href={site.customerServiceLink.route}>
              {site.customerServiceLink.title}
            </SiteLink>
          </p>
        )}
      </section>
    </Ticket>
  );
}
