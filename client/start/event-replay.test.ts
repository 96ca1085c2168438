import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { recordEvents } from './event-replay.ts';

const findElement = <T extends HTMLElement>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`No ${selector}`);
  return element;
};

describe('recordEvents', () => {
  let recorded: ReturnType<typeof recordEvents>;
  const answered: string[] = [];
  const answer = (event: Event) => {
    if (event.target instanceof HTMLElement) answered.push(`${event.type} ${event.target.id}`);
  };

  beforeEach(() => {
    document.body.innerHTML = `
      <button type="button" id="plain"><b id="inside">x</b></button>
      <button type="button" id="popover" popovertarget="menu">x</button>
      <button type="button" id="off" disabled>x</button>
      <form id="form"><button id="send">x</button><button type="button" id="in-form">x</button></form>
      <a id="link" href="#here">x</a>
      <select id="sort"><option>a</option><option>b</option></select>
      <input id="word"><input type="checkbox" id="box">`;
    findElement('#form').addEventListener('submit', (event) => event.preventDefault());
    Object.defineProperty(HTMLElement.prototype, 'popover', { value: null, configurable: true });
    recorded = recordEvents(document);
  });
  afterEach(() => {
    recorded.stop();
    answered.length = 0;
    for (const type of ['click', 'change', 'input']) document.removeEventListener(type, answer);
    Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  });

  /** Simulates that the code is loaded: from now on `answered` fills. */
  const arrive = () => {
    recorded.stop();
    for (const type of ['click', 'change', 'input']) document.addEventListener(type, answer);
    recorded.replay();
  };

  it('replays events in order, once', () => {
    fireEvent.click(findElement('#inside'));
    findElement<HTMLSelectElement>('#sort').value = 'b';
    fireEvent.change(findElement('#sort'));
    fireEvent.click(findElement('#in-form'));
    arrive();
    recorded.replay();
    expect(answered).toEqual(['click plain', 'change sort', 'click in-form']);
    expect(findElement<HTMLSelectElement>('#sort').value).toBe('b');
  });

  it('ignores events that the browser handles: links, forms, popovers and disabled controls', () => {
    for (const id of ['link', 'send', 'popover', 'off']) fireEvent.click(findElement(`#${id}`));
    arrive();
    expect(answered).toEqual([]);
  });

  it('records popover buttons if the browser has no popovers', () => {
    Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    fireEvent.click(findElement('#popover'));
    arrive();
    expect(answered).toEqual(['click popover']);
  });

  it('keeps typed text and the state of checkboxes', () => {
    fireEvent.input(findElement('#word'), { target: { value: 'hay' } });
    fireEvent.click(findElement('#box'));
    arrive();
    expect(findElement<HTMLInputElement>('#word').value).toBe('hay');
    expect(findElement<HTMLInputElement>('#box').checked).toBe(true);
    expect(answered).toContain('input word');
    expect(answered).toContain('change box');
  });

  it('records nothing after it was stopped', () => {
    const click = jest.spyOn(findElement<HTMLButtonElement>('#plain'), 'click');
    recorded.stop();
    fireEvent.click(findElement('#plain'));
    recorded.replay();
    expect(click).not.toHaveBeenCalled();
  });
});
