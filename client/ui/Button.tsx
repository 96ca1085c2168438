import type { MouseEventHandler, ReactNode } from 'react';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import { SiteLink } from './SiteLink.tsx';

interface ButtonLook {
  /** 'action' is the hay colour, for the one main action of an area. */
  variant?: 'action' | 'brand' | 'line' | 'text';
  /** 'large' is 52 px high, for the main action. */
  size?: 'regular' | 'large';
  /** Whether it fills the width of its container. */
  full?: boolean;
  icon?: IconName;
}

interface ButtonProps extends ButtonLook {
  type?: 'button' | 'submit';
  name?: string;
  value?: string;
  /** Id of the form that it submits, if it is outside the form. */
  form?: string;
  disabled?: boolean;
  /** Accessible name, if the visible content is not enough. */
  label?: string;
  /** Whether the action of the press is pending; the button stays focusable. */
  busy?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

interface ButtonLinkProps extends ButtonLook {
  /** Path of this shop or an absolute URL. */
  href: string;
  /** Whether the action of the press is pending. */
  busy?: boolean;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
}

function getButtonClasses({
  variant = 'action',
  size = 'regular',
  full = false,
}: ButtonLook): string | undefined {
  return joinClasses(
    styles.button,
    variant !== 'action' && styles[variant],
    size === 'large' && styles.large,
    full && styles.full,
  );
}

/** Renders a button that acts on this page. */
export function Button({
  variant,
  size,
  full,
  icon,
  type = 'button',
  name,
  value,
  form,
  disabled,
  label,
  busy,
  onClick,
  children,
}: ButtonProps) {
  return (
    <button
      type={type}
      name={name}
      value={value}
      form={form}
      disabled={disabled}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={onClick}
      className={getButtonClasses({
        ...(variant && { variant }),
        ...(size && { size }),
        full: full === true,
      })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Renders a link that looks like a button. */
export function ButtonLink({ variant, size, full, icon, href, busy, onClick, children }: ButtonLinkProps) {
  return (
    <SiteLink
      href={href}
      isBusy={busy}
      onClick={onClick}
      className={getButtonClasses({
        ...(variant && { variant }),
        ...(size && { size }),
        full: full === true,
      })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </SiteLink>
  );
}
