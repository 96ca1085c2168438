import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { DatabaseError, toDatabaseError } from './database-error.ts';

/** A connection that is somebody's until their work is done. */
export interface HeldConnection {
  readonly client: PoolClient;
  /** Set: not to be used by others afterwards. */
  isSpent: boolean;
}

/** Connections to a server, none of which is used once another of the same time was lost. */
export interface ServerPool {
  /** Does work on a connection of its own. One that breaks meanwhile fails the statement that runs or comes next. */
  withConnection<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T>;
  /** Asks in plain words; nothing is waited for on a connection of which nothing is heard. */
  say(client: PoolClient, text: string): Promise<QueryResult>;
  /** Adds to a statement how long its answer is waited for. */
  withTimeout(statement: QueryConfig): QueryConfig;
  close(): Promise<void>;
}

/**
 * Makes a pool. It connects when it is first asked.
 *
 * @param silenceMs time after which nothing more is expected on a connection
 */
export function createServerPool(config: PoolConfig, silenceMs: number): ServerPool {
  const pool = new Pool({ ...config, keepAlive: true });
  // Where one connection is lost, those that were open beside it are as well, or may be: their own event can come later than the next
  // request. Each belongs to a generation, and one of an earlier generation is not used again.
  let generation = 0;
  const generations = new WeakMap<object, number>();
  const noteLoss = (client: object) => {
    if (generations.get(client) === generation) generation += 1;
  };
  pool.on('connect', (client) => {
    generations.set(client, generation);
    // For as long as it lives: between its idle time and the work that takes it nobody else listens, and a server that ends it with the
    // very bytes that make it ready would end the process.
    client.on('error', () => noteLoss(client));
  });
  // An idle connection that the server drops: the pool passes on what the listener above has noted, and would else throw it.
  pool.on('error', () => {});

  // The driver knows the option, its types do not.
  const withTimeout = (statement: QueryConfig): QueryConfig & { query_timeout: number } => ({
    ...statement,
    query_timeout: silenceMs,
  });

  async function connect(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect().catch((error) => {
        throw toDatabaseError(error);
      });
      if (generations.get(client) === generation) return client;
      client.release(true);
    }
  }

  return {
    withTimeout,
    async withConnection(work) {
      const client = await connect();
      const connection = { client, isSpent: false };
      const onError = () => {
        connection.isSpent = true;
      };
      client.on('error', onError);
      try {
        return await work(connection);
      } catch (error) {
        if (error instanceof DatabaseError && error.isConnectionLost) {
          onError();
          noteLoss(client);
        }
        throw error;
      } finally {
        client.release(connection.isSpent);
        client.off('error', onError);
      }
    },
    async say(client, text) {
      try {
        return await client.query(withTimeout({ text }));
      } catch (error) {
        throw toDatabaseError(error, text);
      }
    },
    close: () => pool.end(),
  };
}
