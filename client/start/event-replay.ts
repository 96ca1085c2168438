/** What was done to the page before its program came. */
export interface RecordedEvents {
  /** The program listens itself from now on. */
  readonly stop: () => void;
  /** Does again, in its order, what only the program can answer. */
  readonly replay: () => void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Remembers clicks and choices that a page without its program cannot answer. Links, forms, popovers and `<details>` work
 * natively, so they are left alone: what they do is done. Links that a component answers: `client/start/hold-links.ts`.
 */
export function recordEvents(document: Document): RecordedEvents {
  const events: (() => void)[] = [];
  const changed = new Set<Control>();

  const keepClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button && !isAnsweredNatively(button)) events.push(() => button.click());
  };
  const keepChange = ({ target }: Event) => {
    if (!isControl(target) || changed.has(target)) return;
    changed.add(target);
    events.push(() => tellChange(target));
  };

  document.addEventListener('click', keepClick, true);
  document.addEventListener('input', keepChange, true);
  document.addEventListener('change', keepChange, true);
  return {
    stop: () => {
      document.removeEventListener('click', keepClick, true);
      document.removeEventListener('input', keepChange, true);
      document.removeEventListener('change', keepChange, true);
    },
    replay: () => {
      for (const dispatch of events.splice(0)) dispatch();
    },
  };
}

/** A button of a form sends or resets it, one of a popover opens or closes it where the browser knows popovers. */
function isAnsweredNatively(button: HTMLButtonElement): boolean {
  const isOfPopover = button.hasAttribute('popovertarget') && 'popover' in HTMLElement.prototype;
  return isOfPopover || button.disabled || (button.form !== null && button.type !== 'button');
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

/**
 * Tells React what a control has come to hold. React compares with the value that it last saw through the element's own
 * property, so the value is first made another one there, then set past it.
 */
function tellChange(control: Control): void {
  if (!control.isConnected) return;
  if (control instanceof HTMLSelectElement) {
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
    control.checked = !control.checked;
    control.click();
    return;
  }
  const { value } = control;
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  control.value = '';
  setValue?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
