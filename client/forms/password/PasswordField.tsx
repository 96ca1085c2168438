import { useEffect, useRef, useState } from 'react';
import { PASSWORD_LENGTH_LIMITS } from '../../../shared/rules/account/password.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './PasswordField.module.css';

interface PasswordFieldProps {
  /** Id of the control. */
  id: string;
  /** Must end in 'password', because values of such fields are never rendered again. */
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
  /** Whether to show the password rules; with script, the fulfilled rules are ticked. */
  showsRule?: boolean;
}

/**
 * Renders a password field. The password is hidden; a button shows it, which needs script. Pasting is
 * allowed.
 */
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
    // The value may have been typed or autofilled before hydration.
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

/** Renders the password rules, each with a tick if it is fulfilled. */
function PasswordRule({ id, password }: { id: string; password: string }) {
  const { t } = useShop();
  const parts = [
    {
      key: 'length',
      text: t('password.ruleLength', { min: PASSWORD_LENGTH_LIMITS.min }),
      isMet: [...password].length >= PASSWORD_LENGTH_LIMITS.min,
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
