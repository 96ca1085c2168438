/** Recorded events from before hydration. */
export interface RecordedEvents {
  /** Stops recording, because React's listeners are attached. */
  readonly stop: () => void;
  /** Dispatches the recorded events again, in order and once. */
  readonly replay: () => void;
}

type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Records clicks and changes before hydration that only script can handle. Links, forms, popovers and
 * `<details>` work natively and are not recorded, because a replay would repeat them. For links that a
 * component handles, see `client/start/delay-link-clicks.ts`.
 */
export function recordEvents(document: Document): RecordedEvents {
  const events: (() => void)[] = [];
  const changed = new Set<FormControl>();

  const recordClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button && !isAnsweredNatively(button)) events.push(() => button.click());
  };
  const recordChange = ({ target }: Event) => {
    if (!isFormControl(target) || changed.has(target)) return;
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

/**
 * Whether the browser handles the button: it submits or resets a form, or toggles a popover in a browser with
 * popovers.
 */
function isAnsweredNatively(button: HTMLButtonElement): boolean {
  const isOfPopover = button.hasAttribute('popovertarget') && 'popover' in HTMLElement.prototype;
  return isOfPopover || button.disabled || (button.form !== null && button.type !== 'button');
}

function isFormControl(target: EventTarget | null): target is FormControl {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

/**
 * Makes React notice the current value of a control. React compares it with the last value set through the
 * element's own property and ignores an event without a difference. Therefore another value is set through
 * that property, and the current value through the prototype.
 */
function dispatchChange(control: FormControl): void {
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
