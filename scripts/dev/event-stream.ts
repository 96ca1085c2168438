import type { ServerResponse } from 'node:http';
import type { DevEvent } from './dev-events.ts';

/** Delay before the browser reconnects, in milliseconds. */
const reconnectDelayMs = 200;
/** Maximum number of missed edits that a page can apply sequentially. */
const maxStoredEvents = 100;

/** Server-sent events to all open pages. */
export interface EventStream {
  /**
   * Keeps a response open for events.
   *
   * @param first event that is sent at once, followed by the edits that the page has missed
   * @param since last revision that the page has received
   */
  add(response: ServerResponse, first: DevEvent, since: number): void;
  send(event: DevEvent): void;
  close(): void;
}

type EditEvent = Extract<DevEvent, { readonly revision: number }>;

export function createEventStream(): EventStream {
  const pages = new Set<ServerResponse>();
  const edits: EditEvent[] = [];
  const format = (event: DevEvent) => `data: ${JSON.stringify(event)}\n\n`;

  const listMissedEdits = (since: number): readonly EditEvent[] => {
    const missed = edits.filter(({ revision }) => revision > since);
    const [oldest] = missed;
    const isWhole = oldest === undefined || oldest !== edits[0] || edits.length < maxStoredEvents;
    return isWhole ? missed : [{ kind: 'reload', revision: oldest.revision }];
  };

  return {
    add: (response, first, since) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(
        `retry: ${reconnectDelayMs}\n\n${[first, ...listMissedEdits(since)].map(format).join('')}`,
      );
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    send: (event) => {
      if ('revision' in event) {
        edits.push(event);
        if (edits.length > maxStoredEvents) edits.shift();
      }
      for (const response of pages) response.write(format(event));
    },
    close: () => {
      for (const response of pages) response.end();
    },
  };
}
