import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generousSettings } from '../fixtures/generous-settings.ts';
import { type FaultBackend, startFaultBackend } from './fault-backend.ts';
import { fetchIndexablePaths, fetchShopHosts, type ShopHost } from './shop-hosts.ts';
import { eventually, type Visit, visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

/** Longer than a test: no connection is cut off by a timeout while other visitors are measured. */
const UNLIMITED_TIMEOUT_MS = '300000';

/** Requests of an honest visitor; each is sent to a web that has not cached the response. */
export type VisitorRequest =
  | 'page'
  | 'search page'
  | 'call'
  | 'call with a body'
  | 'picture'
  | 'form'
  | 'robots.txt';

/** A web in front of a backend, and clients that use as many resources as they can. */
export interface GreedyClients {
  /** Number of open connections of greedy clients. */
  readonly held: () => number;
  /** Opens a connection, sends a text, and reads nothing. */
  open(text: string): Promise<void>;
  /** Returns a request line and headers for the shop. */
  head(method: string, path: string, address: string, ...headers: string[]): string;
  /** Addresses of pictures that the backend does not complete, and of one that it does. */
  readonly undrawn: readonly string[];
  readonly searchPath: string;
  /** Sends all requests of an honest visitor from another address concurrently, except the given ones. */
  ask(except: readonly VisitorRequest[]): Promise<Readonly<Partial<Record<VisitorRequest, Visit>>>>;
  /** Closes the connections of all greedy clients. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Returns a search request as the client of the shop sends it. */
const search = (searchTerm: string) =>
  JSON.stringify({
    filter: { searchTerm, filters: [] },
    pageInfo: { page: 1, pageSize: 24, descending: false, sort: 'relevance' },
  });

/** A form that is sent without script and that no page handles. */
const form = 'form=nothing&of=nobody';

async function findPicturePaths(web: WebProcess, host: string, paths: readonly string[]): Promise<string[]> {
  const pictures = new Set<string>();
  for (const path of paths) {
    const { text } = await visit({ port: web.port, host, path });
    for (const [address] of text.matchAll(/\/images\/[0-9a-f]{16,64}\/\d+\.webp/g)) pictures.add(address);
    if (pictures.size > 60) break;
  }
  return [...pictures];
}

/** Starts the web and its backend. */
export async function startGreedyClients(): Promise<GreedyClients> {
  const backend: FaultBackend = await startFaultBackend();
  const [shop] = (await fetchShopHosts(backend.baseUrl)) as [ShopHost];
  const { host } = shop;
  const web = await startWebProcess({
    apiBaseUrl: backend.baseUrl,
    environment: {
      TRUST_PROXY: 'loopback',
      HEADERS_TIMEOUT_MS: UNLIMITED_TIMEOUT_MS,
      RECEIVE_TIMEOUT_MS: UNLIMITED_TIMEOUT_MS,
      SOCKET_IDLE_TIMEOUT_MS: UNLIMITED_TIMEOUT_MS,
      // Generous timeouts: a busy machine is slow even without greedy clients.
      ...generousSettings,
    },
  });
  const paths = await fetchIndexablePaths(backend.baseUrl, shop);
  const [drawn = '', ...undrawn] = await findPicturePaths(web, host, ['/', ...paths.slice(0, 20)]);
  await visit({ port: web.port, host, path: drawn });
  /** Pages that were not requested before. */
  const cold = paths.slice(30);
  backend.setHeld((path) => undrawn.some((picture) => path.startsWith(picture)));

  const sockets = new Set<Socket>();
  let rounds = 0;
  const head: GreedyClients['head'] = (method, path, address, ...headers) =>
    `${[`${method} ${path} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-For: ${address}`, ...headers].join('\r\n')}\r\n\r\n`;

  return {
    head,
    undrawn,
    searchPath: `/${shop.searchSegment}/?q=muesli`,
    held: () => sockets.size,
    open: async (text) => {
      const socket = connect({ host: '127.0.0.1', port: web.port });
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      await once(socket, 'connect');
      socket.pause();
      socket.write(text);
    },
    ask: async (except) => {
      rounds += 1;
      const headers = { 'x-forwarded-for': `198.51.100.${rounds}` };
      const bystanderTarget = { port: web.port, host, headers };
      const term = `muesli-${rounds}`;
      const errands: Record<VisitorRequest, () => Promise<Visit>> = {
        page: () => visit({ ...bystanderTarget, path: cold[rounds] ?? '/' }),
        'search page': () => visit({ ...bystanderTarget, path: `/${shop.searchSegment}/?q=${term}` }),
        call: () => visit({ ...bystanderTarget, path: '/api/countries' }),
        'call with a body': () =>
          visit({
            ...bystanderTarget,
            path: '/api/products/search',
            body: search(term),
            headers: { ...headers, 'content-type': 'application/json' },
          }),
        picture: () => visit({ ...bystanderTarget, path: drawn }),
        form: () =>
          visit({
            ...bystanderTarget,
            path: '/',
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: form,
          }),
        'robots.txt': () => visit({ ...bystanderTarget, path: '/robots.txt' }),
      };
      const asked = Object.entries(errands).filter(([name]) => !except.some((other) => other === name));
      return Object.fromEntries(
        await Promise.all(asked.map(async ([name, send]) => [name, await send()] as const)),
      );
    },
    release: async () => {
      for (const socket of sockets) socket.destroy();
      await eventually(async () => {
        if (sockets.size > 0) throw new Error('Connections are still open');
      }, 10_000);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await web.stop();
      await backend.close();
    },
  };
}

/** A way in which clients use more than their share. */
export interface GreedyBehaviour {
  readonly name: string;
  /** Number of connections; some of them may be refused immediately. */
  readonly connections: number;
  /** Minimum number of connections still open at the end; with fewer, the test would prove nothing. */
  readonly staying: number;
  /** Requests that share a queue with the greedy ones, and therefore wait for them. */
  readonly shares: readonly VisitorRequest[];
  /** Returns the request text of connection `n`. */
  readonly say: (clients: GreedyClients, n: number) => string;
}

const json = ['Content-Type: application/json'];
const formHeaderLines = ['Content-Type: application/x-www-form-urlencoded'];
const one = () => '203.0.113.1';
const many = (n: number) => `203.0.113.${n % 250}`;

/**
 * Every type of request, held in every way: slow bodies, partial requests, unread responses, pipelined
 * requests.
 */
export const greedyBehaviours: readonly GreedyBehaviour[] = [
  ...[one, many].flatMap((getAddress): GreedyBehaviour[] => {
    const from = getAddress === one ? 'one address' : 'many addresses';
    return [
      {
        name: `40 calls with endless bodies from ${from}`,
        connections: 40,
        staying: 20,
        shares: [],
        say: ({ head }, n) =>
          `${head('POST', '/api/products/search', getAddress(n), ...json, 'Content-Length: 900000')}{"searchTerm":`,
      },
      {
        name: `520 half-sent forms from ${from}`,
        connections: 520,
        staying: 20,
        shares: [],
        say: ({ head }, n) =>
          `${head('POST', '/', getAddress(n), ...formHeaderLines, 'Content-Length: 90')}form=`,
      },
      {
        name: `40 pictures that have to be rendered, from ${from}`,
        connections: 40,
        staying: 40,
        shares: getAddress === one ? [] : ['picture'],
        say: ({ head, undrawn }, n) => head('GET', undrawn[n % undrawn.length] ?? '', getAddress(n)),
      },
      {
        name: `7 connections that send 60 requests for the API's pages and do not read the responses, from ${from}`,
        connections: 7,
        staying: 7,
        shares: [],
        say: ({ head }, n) => head('GET', '/api/docs', getAddress(n)).repeat(60),
      },
      {
        name: `60 calls whose responses are not read, from ${from}`,
        connections: 60,
        staying: 60,
        shares: [],
        say: ({ head }, n) => head('GET', '/api/openapi.json', getAddress(n)).repeat(20),
      },
      {
        // More than run and wait concurrently.
        name: `60 connections with three unread search pages each, from ${from}`,
        connections: 60,
        staying: 60,
        shares: getAddress === one ? [] : ['search page', 'call with a body'],
        say: ({ head, searchPath }, n) => head('GET', `${searchPath}-${n}`, getAddress(n)).repeat(3),
      },
      {
        name: `60 unread files for crawlers, from ${from}`,
        connections: 60,
        staying: 60,
        shares: [],
        say: ({ head }, n) => head('GET', '/feeds/products.xml', getAddress(n)).repeat(5),
      },
    ];
  }),
  {
    name: '300 requests that stop in the middle of a header',
    connections: 300,
    staying: 300,
    shares: [],
    say: () => 'GET / HTTP/1.1\r\nHost: hav',
  },
  {
    name: '300 silent connections',
    connections: 300,
    staying: 300,
    shares: [],
    say: () => '',
  },
];

/** Opens all connections of one type. */
export async function openGreedyConnections(clients: GreedyClients, greed: GreedyBehaviour): Promise<void> {
  await Promise.all(Array.from({ length: greed.connections }, (_, n) => clients.open(greed.say(clients, n))));
}
