// The web as in production, except for the pages that it streams. Part of the benchmark: run-bench.ts builds
// and starts it.
import { createReadiness } from '../../server/platform/health.ts';
import { createLog } from '../../server/platform/logging.ts';
import { createConfig } from '../../server/web/config.ts';
import { createWeb } from '../../server/web/create-web.ts';
import { createHttpServer } from '../../server/web/http-server.ts';

const [buildDirectory = '', streamsArgument] = process.argv.slice(2);
const streams = streamsArgument === 'all' || streamsArgument === 'private' ? streamsArgument : 'none';

const config = createConfig(process.env);
const readiness = createReadiness();
const web = createWeb({
  config,
  log: createLog({ name: 'web', level: config.logLevel }),
  reporter: { reportError: () => undefined, flush: () => Promise.resolve() },
  readiness,
  buildDirectory,
  streams,
});
createHttpServer(web.listener, config.serverLimits).listen(config.port, config.host);
