import type { ServerResponse } from 'node:http';
import type { DevEvent } from './dev-events.ts';

/** How soon the browser asks again when the connection has ended (milliseconds). */
const retryMs = 200;

/** Server-sent events to all open pages. */
export interface EventStream {
  /** Keeps a response open; `first` is sent at once. */
  add(response: ServerResponse, first: DevEvent): void;
  send(event: DevEvent): void;
  close(): void;
}

export function createEventStream(): EventStream {
  const pages = new Set<ServerResponse>();
  const format = (event: DevEvent) => `data: ${JSON.stringify(event)}\n\n`;
  return {
    add: (response, first) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`retry: ${retryMs}\n\n${format(first)}`);
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    send: (event) => {
      for (const response of pages) response.write(format(event));
    },
    close: () => {
      for (const response of pages) response.end();
    },
  };
}
