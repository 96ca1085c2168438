import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

function closeDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close();
  // Opened before hydration, so it is a popover instead of a modal.
  else dialog.hidePopover?.();
}

/**
 * Opens a dialog of this page as a modal: focus is trapped, Esc closes, focus returns. A dialog that contains
 * `from` closes first.
 */
export function openDialog(id: string, from: Element): void {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  const around = from.closest('dialog');
  if (around) closeDialog(around);
  dialog.hidePopover?.();
  dialog.showModal();
}

interface DialogButtonProps {
  /** Id of the dialog that it opens. */
  dialogId: string;
  className?: string | undefined;
  /** Accessible name, if the visible content is not enough. */
  label?: string;
  children: ReactNode;
}

/**
 * Renders a button that opens a dialog. Without script it opens the same element as a popover. The dialog
 * listens for its buttons, so static HTML may contain them.
 */
export function DialogButton({ dialogId, className, label, children }: DialogButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="dialog"
      popoverTarget={dialogId}
    >
      {children}
    </button>
  );
}

interface DialogProps {
  id: string;
  title: ReactNode;
  closeLabel: string;
  /** 'left' and 'right' are drawers as high as the window, 'middle' is a card. */
  place: 'left' | 'right' | 'middle';
  children: ReactNode;
  /** Footer that stays visible below the content. */
  foot?: ReactNode;
}

/**
 * Renders a native dialog that also works without script. It closes on Esc, with its button, on a press
 * outside, on a link inside and when the page changes.
 */
export function Dialog({ id, title, closeLabel, place, children, foot }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { key } = useLocation();

  useEffect(() => {
    const selector = `button[popovertarget="${id}"]:not([popovertargetaction])`;
    const handleButton = (event: globalThis.MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest(selector) : null;
      if (!button) return;
      event.preventDefault();
      openDialog(id, button);
    };
    document.addEventListener('click', handleButton);
    return () => document.removeEventListener('click', handleButton);
  }, [id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the location says that the page has changed
  useEffect(() => {
    return () => {
      if (dialog.current) closeDialog(dialog.current);
    };
  }, [key]);

  const handleClick = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target as Element;
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (target === event.currentTarget || (isPlain && target.closest('a'))) closeDialog(event.currentTarget);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and the close button are the keyboard's way
    <dialog
      id={id}
      ref={dialog}
      className={joinClasses(styles.dialog, styles[place])}
      aria-labelledby={titleId}
      popover="auto"
      onClick={handleClick}
    >
      <div className={styles.panel}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className={styles.close}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={(event) => {
              event.preventDefault();
              if (dialog.current) closeDialog(dialog.current);
            }}
          >
            <Icon name="close" />
            <VisuallyHidden>{closeLabel}</VisuallyHidden>
          </button>
        </header>
        <div className={styles.body}>{children}</div>
        {foot && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </dialog>
  );
}
