/** Events of the page from before its program was loaded. */
export interface RecordedEvents {
  /** Ends the recording: from now on the program has its own listeners. */
  readonly stop: () => void;
  /** Dispatches the recorded events again, in their order, once. */
  readonly replay: () => void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Records clicks and changes that only the page's program can handle, from before it is loaded. Links, forms, popovers and `<details>`
 * work natively, so they are not recorded: a replay would do them twice. Links that a component handles: `client/start/hold-links.ts`.
 */
export function recordEvents(document: Document): RecordedEvents {
  const events: (() => void)[] = [];
  const changed = new Set<Control>();

  const recordClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button && !isAnsweredNatively(button)) events.push(() => button.click());
  };
  const recordChange = ({ target }: Event) => {
    if (!isControl(target) || changed.has(target)) return;
    changed.add(target);
    events.push(() => dispatchChange(target));
  };

  document.addEventListener('click', recordClick, true);
  document.addEventListener('input', recordChange, true);
  document.addEventListener('change', recordChange, true);
  return {
    stop: () => {
      document.removeEventListener('click', recordClick, true);
      document.removeEventListener('input', recordChange, true);
      document.removeEventListener('change', recordChange, true);
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
 * Makes React see the present value of a control. React compares it with the last value that was set through the element's own
 * property and ignores an event without a difference, so another value is set there first, and the present one through the prototype.
 */
function dispatchChange(control: Control): void {
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
