import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { type HeldLinks, holdLinks } from './hold-links.ts';

const find = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`No #${id}`);
  return element;
};

describe('a link that a component answers', () => {
  let links: HeldLinks;
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
    links = holdLinks(document, (url) => places.push(url));
    window.addEventListener('click', answer);
  });
  afterEach(() => {
    window.removeEventListener('click', answer);
    links.giveUp();
    jest.useRealTimers();
  });

  /** Its component listens from now on. */
  const goLive = async (id: string) => {
    find(id).removeAttribute('data-waits');
    await Promise.resolve();
  };

  it('is held back until the component listens, and pressed again once', async () => {
    fireEvent.click(find('inside'));
    fireEvent.click(find('inside'));
    expect(find('more').ariaBusy).toBe('true');
    links.release();
    expect(answered).toEqual([]);
    await goLive('more');
    await goLive('more');
    expect(answered).toEqual(['more']);
    expect(find('more').ariaBusy).toBeNull();
  });

  it('waits for the listeners of the whole page, too', async () => {
    fireEvent.click(find('more'));
    await goLive('more');
    expect(answered).toEqual([]);
    links.release();
    expect(answered).toEqual(['more']);
  });

  it('asks for code that is kept back until somebody comes near', () => {
    const near = jest.fn();
    find('more').addEventListener('pointerover', near);
    fireEvent.click(find('more'));
    expect(near).not.toHaveBeenCalled();
    links.release();
    expect(near).toHaveBeenCalledTimes(1);
  });

  it('that the page answers as a whole is held back until it does', () => {
    fireEvent.click(find('compare'));
    expect(answered).toEqual([]);
    links.release();
    fireEvent.click(find('compare'));
    expect(answered).toEqual(['compare', 'compare']);
  });

  it('is left to the browser where it opens elsewhere, as any other link is', () => {
    fireEvent.click(find('more'), { ctrlKey: true });
    fireEvent.click(find('plain'));
    expect(answered).toEqual(['more', 'plain']);
  });

  it('leads where it leads when the program takes too long', () => {
    jest.useFakeTimers();
    fireEvent.click(find('more'));
    jest.advanceTimersByTime(60_000);
    expect(places).toEqual(['http://havero-nl.localhost/list/?p=2']);
    expect(find('more').ariaBusy).toBeNull();
  });

  it('leads where it leads when the program does not come, and is not held any more', () => {
    fireEvent.click(find('compare'));
    links.giveUp();
    fireEvent.click(find('more'));
    expect(places).toEqual(['http://havero-nl.localhost/compare/?ids=7']);
    expect(answered).toEqual(['more']);
  });
});

it('every link with an onClick says that a component answers it', () => {
  const client = path.join(import.meta.dirname, '..');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
  );
  const links = files.flatMap((file) => {
    const source = readFileSync(path.join(client, file), 'utf8');
    // The tag as far as its attributes go: arrows of handlers are no end of it.
    return [...source.matchAll(/<a\b(?:[^>]|=>)*>/g)].map(([tag]) => ({ file, tag }));
  });
  const answered = links.filter(({ tag }) => /\bonClick=/.test(tag));
  expect(answered.length).toBeGreaterThan(4);
  expect(answered.filter(({ tag }) => !tag.includes('waitsForProgram')).map(({ file }) => file)).toEqual([]);
});
