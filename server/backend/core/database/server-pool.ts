import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { DatabaseError, toDatabaseError } from './database-error.ts';

/** Connection reserved until its work is done. */
export interface HeldConnection {
  readonly client: PoolClient;
  /** If true, the connection must not be reused. */
  isUnusable: boolean;
}

/** Pool of connections to a server. After one connection is lost, none opened before is used again. */
export interface ServerPool {
  /** Runs work on a reserved connection. If the connection is lost, the present or next statement fails. */
  withConnection<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T>;
  /** Runs a plain statement. Times out on a connection that no longer responds. */
  execute(client: PoolClient, text: string): Promise<QueryResult>;
  /** Adds the timeout for the response to a statement. */
  withTimeout(statement: QueryConfig): QueryConfig;
  close(): Promise<void>;
}

/**
 * Creates a pool. It connects on first use.
 *
 * @param responseTimeoutMs timeout after which a silent connection counts as lost
 */
export function createServerPool(config: PoolConfig, responseTimeoutMs: number): ServerPool {
  const pool = new Pool({ ...config, keepAlive: true });
  // If one connection is lost, those opened before probably are too, but their events may arrive after the
  // next request. Each connection belongs to a generation, and connections of an earlier generation are not
  // used again.
  let generation = 0;
  const generations = new WeakMap<object, number>();
  const markGenerationLost = (client: object) => {
    if (generations.get(client) === generation) generation += 1;
  };
  pool.on('connect', (client) => {
    generations.set(client, generation);
    // Registered for the lifetime of the connection: between idle time and use there is no other listener,
    // and a server that closes the connection at this moment would crash the process.
    client.on('error', () => markGenerationLost(client));
  });
  // Prevents a crash if the server drops an idle connection. The listener above has already noted the loss.
  pool.on('error', () => {});

  // The driver supports the option, but its types do not.
  const withTimeout = (statement: QueryConfig): QueryConfig & { query_timeout: number } => ({
    ...statement,
    query_timeout: responseTimeoutMs,
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
      const connection = { client, isUnusable: false };
      const onError = () => {
        connection.isUnusable = true;
      };
      client.on('error', onError);
      try {
        return await work(connection);
      } catch (error) {
        if (error instanceof DatabaseError && error.isConnectionLost) {
          onError();
          markGenerationLost(client);
        }
        throw error;
      } finally {
        client.release(connection.isUnusable);
        client.off('error', onError);
      }
    },
    async execute(client, text) {
      try {
        return await client.query(withTimeout({ text }));
      } catch (error) {
        throw toDatabaseError(error, text);
      }
    },
    close: () => pool.end(),
  };
}
