import { useId } from 'react';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './ContactTicket.module.css';
import { OpeningHours } from './OpeningHours.tsx';

/** Phone number, e-mail address and opening hours of this country's customer service. */
export function ContactTicket() {
  const { t } = useShop();
  const titleId = useId();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const email = useAppState((state) => state.scope.site.customerServiceEmailAddress);
  return (
    <Ticket>
      <section className={styles.contact} aria-labelledby={titleId}>
        <h2 className={styles.title} id={titleId}>
          {t('service.askTitle')}
        </h2>
        <ul>
          <li>
            <a className="tap" href={getPhoneUrl(phone)}>
              <Icon name="phone" size="small" />
              {phone}
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
      </section>
    </Ticket>
  );
}
