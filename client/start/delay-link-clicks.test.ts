import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { type DelayedLinkClicks, delayLinkClicks } from './delay-link-clicks.ts';

const findById = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`No #${id}`);
  return element;
};

describe('delayLinkClicks', () => {
  let links: DelayedLinkClicks;
  let places: string[];
  let answered: string[];
  const answer = (event: Event) => {
    event.preventDefault();
    if (event.target instanceof HTMLElement) answered.push(event.target.id);
  };

  beforeEach(() => {
    document.body.innerHTML = `
      <a id="more" data-waits href="/list/?p=2"><b id="inside">more</b></a>
      <a id="compare" data-compare="7" href="/compare/?ids=7">compare</a>
      <a id="plain" href="/product/">product</a>`;
    places = [];
    answered = [];
    links = delayLinkClicks(document, (url) => places.push(url));
    window.addEventListener('click', answer);
  });
  afterEach(() => {
    window.removeEventListener('click', answer);
    links.giveUp();
    jest.useRealTimers();
  });

  /** Simulates that the component is hydrated. */
  const goLive = async (id: string) => {
    findById(id).removeAttribute('data-waits');
    await Promise.resolve();
  };

  it('holds a click until the component listens, and repeats it once', async () => {
    fireEvent.click(findById('inside'));
    fireEvent.click(findById('inside'));
    expect(findById('more').ariaBusy).toBe('true');
    links.release();
    expect(answered).toEqual([]);
    await goLive('more');
    await goLive('more');
    expect(answered).toEqual(['more']);
    expect(findById('more').ariaBusy).toBeNull();
  });

  it('waits for the listeners of the whole page, too', async () => {
    fireEvent.click(findById('more'));
    await goLive('more');
    expect(answered).toEqual([]);
    links.release();
    expect(answered).toEqual(['more']);
  });

  it('requests code that is deferred until the visitor gets near a control', () => {
    const near = jest.fn();
    findById('more').addEventListener('pointerover', near);
    fireEvent.click(findById('more'));
    expect(near).not.toHaveBeenCalled();
    links.release();
    expect(near).toHaveBeenCalledTimes(1);
  });

  it('holds links with a delegated listener until the page is hydrated', () => {
    fireEvent.click(findById('compare'));
    expect(answered).toEqual([]);
    links.release();
    fireEvent.click(findById('compare'));
    expect(answered).toEqual(['compare', 'compare']);
  });

  it('leaves modified clicks and other links to the browser', () => {
    fireEvent.click(findById('more'), { ctrlKey: true });
    fireEvent.click(findById('plain'));
    expect(answered).toEqual(['more', 'plain']);
  });

  it('follows the link if hydration takes too long', () => {
    jest.useFakeTimers();
    fireEvent.click(findById('more'));
    jest.advanceTimersByTime(MINUTE_MS);
    expect(places).toEqual(['http://havero-nl.localhost/list/?p=2']);
    expect(findById('more').ariaBusy).toBeNull();
  });

  it('follows the link if the code cannot be loaded, and holds no further links', () => {
    fireEvent.click(findById('compare'));
    links.giveUp();
    fireEvent.click(findById('more'));
    expect(places).toEqual(['http://havero-nl.localhost/compare/?ids=7']);
    expect(answered).toEqual(['more']);
  });
});

it('every link with an onClick has the waiting attribute', () => {
  const client = path.join(import.meta.dirname, '..');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
  );
  const links = files.flatMap((file) => {
    const source = readFileSync(path.join(client, file), 'utf8');
    // The opening tag with its attributes; an arrow function does not end it.
    return [...source.matchAll(/<a\b(?:[^>]|=>)*>/g)].map(([tag]) => ({ file, tag }));
  });
  const answered = links.filter(({ tag }) => /\bonClick=/.test(tag));
  expect(answered.length).toBeGreaterThan(4);
  expect(
    answered.filter(({ tag }) => !tag.includes('pendingHydrationProps')).map(({ file }) => file),
  ).toEqual([]);
});
