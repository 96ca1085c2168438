import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { createLeaveDocument } from './leave-document.ts';

const firePageShow = (persisted: boolean) =>
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted }));

describe('createLeaveDocument', () => {
  let orders: string[];
  let leave: ReturnType<typeof createLeaveDocument>;
  const [brok, hay] = [new URL('http://shop.example/brok/'), new URL('http://shop.example/hay/')];

  beforeEach(() => {
    orders = [];
    leave = createLeaveDocument(window, {
      href: 'http://shop.example/muesli/#price',
      assign: (url) => orders.push(String(url)),
      reload: () => orders.push('reload'),
    });
  });

  it('leaves the document once for several responses', () => {
    void leave(brok).catch(() => undefined);
    void leave(brok).catch(() => undefined);
    expect(orders).toEqual([brok.href]);
    void leave(null).catch(() => undefined);
    void leave(null).catch(() => undefined);
    expect(orders).toEqual([brok.href, 'reload']);
  });

  it('follows a newer navigation, also to the same URL again', () => {
    void leave(brok).catch(() => undefined);
    void leave(hay).catch(() => undefined);
    void leave(new URL(hay)).catch(() => undefined);
    expect(orders).toEqual([brok.href, hay.href, hay.href]);
  });

  it('reloads the document for a URL that differs only in its hash', () => {
    void leave(new URL('http://shop.example/muesli/#dose')).catch(() => undefined);
    expect(orders).toEqual(['http://shop.example/muesli/#dose', 'reload']);
  });

  it("stays pending until the document is shown again, then rejects with 'aborted'", async () => {
    const ended: unknown[] = [];
    const first = leave(brok).catch((error) => ended.push(error.failure));
    firePageShow(false);
    await Promise.resolve();
    expect(ended).toEqual([]);
    firePageShow(true);
    await first;
    expect(ended).toEqual(['aborted']);

    void leave(brok).catch(() => undefined);
    expect(orders).toEqual([brok.href, brok.href]);
  });
});
