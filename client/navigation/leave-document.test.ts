import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { createDocumentLeave } from './leave-document.ts';

const showAgain = (persisted: boolean) =>
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted }));

describe('createDocumentLeave', () => {
  let orders: string[];
  let leave: ReturnType<typeof createDocumentLeave>;
  const [brok, hay] = [new URL('http://shop.example/brok/'), new URL('http://shop.example/hay/')];

  beforeEach(() => {
    orders = [];
    leave = createDocumentLeave(window, {
      href: 'http://shop.example/muesli/#price',
      assign: (url) => orders.push(String(url)),
      reload: () => orders.push('reload'),
    });
  });

  it('tells the browser once, however many answers find that the document is of no use', () => {
    void leave(brok).catch(() => undefined);
    void leave(brok).catch(() => undefined);
    expect(orders).toEqual([brok.href]);
    void leave(null).catch(() => undefined);
    void leave(null).catch(() => undefined);
    expect(orders).toEqual([brok.href, 'reload']);
  });

  it('goes where the visitor has gone meanwhile, also to the same address once more', () => {
    void leave(brok).catch(() => undefined);
    void leave(hay).catch(() => undefined);
    void leave(new URL(hay)).catch(() => undefined);
    expect(orders).toEqual([brok.href, hay.href, hay.href]);
  });

  it('loads the document for an address that differs from its own in the hash alone', () => {
    void leave(new URL('http://shop.example/muesli/#dose')).catch(() => undefined);
    expect(orders).toEqual(['http://shop.example/muesli/#dose', 'reload']);
  });

  it('never ends while the document is shown for the first time, and ends as aborted when it is shown again', async () => {
    const ended: unknown[] = [];
    const first = leave(brok).catch((error) => ended.push(error.failure));
    showAgain(false);
    await Promise.resolve();
    expect(ended).toEqual([]);
    showAgain(true);
    await first;
    expect(ended).toEqual(['aborted']);

    void leave(brok).catch(() => undefined);
    expect(orders).toEqual([brok.href, brok.href]);
  });
});
