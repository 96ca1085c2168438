import { useRef } from 'react';
import type { ReturnStatus } from '../../../shared/rules/returns.ts';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import styles from './AccountReturnsPage.module.css';
import type { ReturnView } from './page.ts';
import { ReturnForm, returnReasonTexts } from './ReturnForm.tsx';
import { listReturnFormProblems, readReturnInput } from './read-return.ts';

const returnStatusTexts = {
  open: 'returns.statusOpen',
  answered: 'returns.statusAnswered',
  replaced: 'returns.statusReplaced',
  refunded: 'returns.statusRefunded',
  rejected: 'returns.statusRejected',
} as const satisfies Record<ReturnStatus, string>;

const returnStatusTones = {
  open: 'info',
  answered: 'info',
  replaced: 'ok',
  refunded: 'ok',
  rejected: 'warn',
} as const satisfies Record<ReturnStatus, string>;

/** Renders the form of a new return and the earlier returns of an account. */
export function AccountReturnsPage({ data }: { data: PageDataOf<'accountReturns'> }) {
  const { t } = useShop();
  const photos = useRef(0);
  const form = useForm('return', '', (fields) =>
    listReturnFormProblems(readReturnInput(fields), photos.current),
  );
  const notice = useAppState(({ request }) => request.notice);
  const isDone = form.result?.status === 'done';
  const hasDoneNotice = notice?.form === 'return';
  return (
    <AccountFrame
      owner={data.owner}
      current="returns"
      title={t('returns.title')}
      crumb={t('account.returns')}
    >
      <p className="soft">{t('returns.lead')}</p>
      {(isDone || hasDoneNotice) && (
        <FormNotice tone="ok" shouldAnnounce={isDone}>
          <p>
            <strong>{t('returns.done')}</strong>
          </p>
          <p>{t('returns.keepBag')}</p>
        </FormNotice>
      )}
      {data.goods.length === 0 ? (
        <p>{t('returns.none')}</p>
      ) : (
        !isDone && (
          <ReturnForm
            // The idempotency key of the page resets the form for another return.
            key={data.idempotencyKey}
            data={data}
            form={form}
            onPhotos={(count) => {
              photos.current = count;
            }}
          />
        )
      )}
      {data.returns.length > 0 && (
        <section aria-labelledby="returns-earlier" className={styles.earlier}>
          <h2 id="returns-earlier">{t('returns.earlier')}</h2>
          <ul className={styles.list}>
            {data.returns.map((shown) => (
              <EarlierReturn key={shown.returnId} shown={shown} />
            ))}
          </ul>
        </section>
      )}
    </AccountFrame>
  );
}

function EarlierReturn({ shown }: { shown: ReturnView }) {
  const { t, formats } = useShop();
  const { created, orderNumber, description, productLabel, product, quantity, reason, text, photos } = shown;
  const { status, answers } = shown;
  const facts = [
    formats.date(created.slice(0, 10)),
    productLabel,
    t('returns.order', { number: orderNumber }),
    t(returnReasonTexts[reason]),
  ];
  return (
    <li className={styles.return}>
      <Arch colourWay={product?.colourWay} className={styles.picture}>
        {product && <ProductPicture picture={product.picture} sizes="60px" maxWidth={260} alt="" />}
      </Arch>
      <div className={styles.words}>
        <h3 className={styles.title}>
          {quantity > 1 && `${formats.number(quantity)} × `}
          {description}
        </h3>
        <p className="small soft">{facts.filter((fact) => fact !== '').join(' · ')}</p>
        <p>
          <Badge tone={returnStatusTones[status]}>{t(returnStatusTexts[status])}</Badge>
        </p>
        {text !== '' && <p className={styles.text}>{text}</p>}
        <ul className={styles.photos}>
          {photos.map(({ path }, index) => (
            <li key={path}>
              {/* The backend sends this document as a download. */}
              <a href={path} className={styles.photo}>
                <img
                  src={path}
                  alt={t('returns.photo', { position: index + 1 })}
                  width={88}
                  height={88}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
        {answers.map((answer) => (
          <ReturnAnswer key={answer.at} answer={answer} />
        ))}
      </div>
    </li>
  );
}

/** Renders the shop's reply as staff wrote it. */
function ReturnAnswer({ answer }: { answer: ReturnView['answers'][number] }) {
  const { t, formats } = useShop();
  const { at, text, amount, orderNumber } = answer;
  return (
    <div className={styles.answer}>
      <h4 className={styles.answerTitle}>{t('returns.answerOf', { date: formats.date(at.slice(0, 10)) })}</h4>
      <p className={styles.text}>{text}</p>
      {amount !== null && <p>{t('returns.answerRefunded', { amount: formats.euro(amount) })}</p>}
      {orderNumber !== null && <p>{t('returns.answerReplaced', { number: orderNumber })}</p>}
    </div>
  );
}
