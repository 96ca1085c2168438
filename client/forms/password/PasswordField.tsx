import { useEffect, useRef, useState } from 'react';
import { PASSWORD_LENGTH } from '../../../shared/rules/account/password.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './PasswordField.module.css';

interface PasswordFieldProps {
  /** Id of the control. */
  id: string;
  /** Ends in 'password': what is typed into such a field never comes back in a page. */
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
  /** Says what a password must have, and with script what of it is there. */
  showsRule?: boolean;
}

/** A password, unseen until somebody asks to see it, which needs script. Nothing keeps anybody from pasting one. */
export function PasswordField({
  id,
  name,
  label,
  autoComplete,
  hint,
  error,
  showsRule = false,
}: PasswordFieldProps) {
  const { t } = useShop();
  const box = useRef<HTMLDivElement>(null);
  const [isLive, setIsLive] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    setIsLive(true);
    // Typed, or filled in by the browser, before the program was there.
    setTyped(box.current?.querySelector('input')?.value ?? '');
  }, []);
  const ruleId = `${id}-rule`;
  return (
    <Field
      id={id}
      label={label}
      {...(hint !== undefined && { hint })}
      {...(error !== undefined && { error })}
    >
      {(control) => (
        <>
          <div ref={box} className={styles.box} data-peek={isLive || undefined}>
            <Input
              control={
                showsRule
                  ? { ...control, describedBy: [ruleId, control.describedBy].filter(Boolean).join(' ') }
                  : control
              }
              name={name}
              type={isShown ? 'text' : 'password'}
              autoComplete={autoComplete}
              onChange={({ target }) => setTyped(target.value)}
            />
            {isLive && (
              <button
                type="button"
                className={styles.peek}
                aria-label={t('password.show')}
                aria-pressed={isShown}
                aria-controls={id}
                onClick={() => setIsShown(!isShown)}
              >
                <Icon name={isShown ? 'eyeClosed' : 'eye'} />
              </button>
            )}
          </div>
          {showsRule && <PasswordRule id={ruleId} password={typed} />}
        </>
      )}
    </Field>
  );
}

/** What a password must have, each with a tick once it is there. */
function PasswordRule({ id, password }: { id: string; password: string }) {
  const { t } = useShop();
  const parts = [
    {
      key: 'length',
      text: t('password.ruleLength', { min: PASSWORD_LENGTH.min }),
      isMet: [...password].length >= PASSWORD_LENGTH.min,
    },
    { key: 'letter', text: t('password.ruleLetter'), isMet: /\p{L}/u.test(password) },
    { key: 'digit', text: t('password.ruleDigit'), isMet: /\p{Nd}/u.test(password) },
  ];
  return (
    <ul id={id} className={styles.rule} aria-label={t('password.ruleTitle')}>
      {parts.map(({ key, text, isMet }) => (
        <li key={key} className={isMet ? styles.met : undefined}>
          <Icon name={isMet ? 'check' : 'minus'} size="small" />
          {text}
          {isMet && <VisuallyHidden> {t('password.ruleMet')}</VisuallyHidden>}
        </li>
      ))}
    </ul>
  );
}
