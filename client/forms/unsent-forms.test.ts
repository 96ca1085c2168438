import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FORM_UNSENT_EVENT, hasConnection, sendFormNatively } from './unsent-forms.ts';

let isOnline = true;
let answerProbe: () => Promise<Response>;
let submit: ReturnType<typeof jest.spyOn>;
let reportedForms: unknown[];
let form: HTMLFormElement;
const handleUnsent = (event: Event) => reportedForms.push((event as CustomEvent).detail.form);

beforeEach(() => {
  isOnline = true;
  answerProbe = async () => new Response(null, { status: 503 });
  reportedForms = [];
  document.body.innerHTML = '<form><button name="step" value="apply">Apply</button></form>';
  form = document.forms[0]!;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  globalThis.fetch = () => answerProbe();
  submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  window.addEventListener(FORM_UNSENT_EVENT, handleUnsent);
});

afterEach(() => {
  window.removeEventListener(FORM_UNSENT_EVENT, handleUnsent);
  Reflect.deleteProperty(globalThis, 'fetch');
  jest.restoreAllMocks();
  document.body.innerHTML = '';
});

describe('sendFormNatively', () => {
  it('sends the form with the pressed button if the shop responds', async () => {
    expect(await sendFormNatively(form, form.querySelector('button'))).toBe(true);
    expect(submit).toHaveBeenCalledTimes(1);
    expect([...new FormData(form)]).toEqual([['step', 'apply']]);
    expect(reportedForms).toEqual([]);
  });

  it('keeps and reports the form if the browser is offline', async () => {
    isOnline = false;
    expect(await sendFormNatively(form, null)).toBe(false);
    expect(submit).not.toHaveBeenCalled();
    expect(reportedForms).toEqual([form]);
  });

  it('keeps and reports the form if the network does not reach the shop', async () => {
    answerProbe = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await sendFormNatively(form, null)).toBe(false);
    expect(submit).not.toHaveBeenCalled();
    expect(reportedForms).toEqual([form]);
  });
});

describe('hasConnection', () => {
  it('treats a response of any status as a connection', async () => {
    expect(await hasConnection()).toBe(true);
  });
});
