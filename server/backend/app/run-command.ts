import { SettingsError } from '../../platform/environment.ts';
import { getGarbageCollector } from '../../platform/garbage-collector.ts';
import { createLog } from '../../platform/logging.ts';
import { getLocalAdminUrl } from '../core/admin/local-admin-url.ts';
import { createSecondFactors } from '../core/admin/second-factor.ts';
import { readAdminTexts } from '../core/admin/texts.ts';
import { createPurgeWorker, deliverPurges } from '../core/cache-purges.ts';
import type { CommandOutput } from '../core/cli/command.ts';
import { RUN_HERE_OPTION } from '../core/cli/run-in-separate-process.ts';
import { sendCommandToBackend } from '../core/cli/send-command.ts';
import { openDatabase } from '../core/database/database.ts';
import type { OpenDatabase } from '../core/database/open-database.ts';
import { ExpectedError } from '../core/expected-error.ts';
import { createQueueWorker } from '../core/queue/queue-worker.ts';
import { createGetOrigin } from '../core/scope/get-origin.ts';
import { createLinkTokens } from '../core/security/link-tokens.ts';
import { readSecret } from '../core/security/secret-file.ts';
import { findLocalesFolder, findMigrationsFolder } from '../core/shipped-folders.ts';
import { createWebCaches } from '../core/web-caches.ts';
import { commands, findCommand } from './command-list.ts';
import { type BackendConfig, readConfig } from './config.ts';
import { readKeyRings } from './key-rings.ts';
import { createShopOrderChanger } from './order-changer.ts';
import type { ShopCommandContext } from './shop-command-context.ts';
import { createStandalonePaymentReconciler } from './standalone-payment-reconciler.ts';

/** Ignores write errors: the reader of the output has exited. */
const output: CommandOutput = {
  print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
  warn: (text) => void process.stderr.write(text.endsWith('\n') ? text : `${text}\n`),
};

/** Returns the arguments without the `--here` option, and its value. */
function parseHereOption(args: readonly string[]): { words: string[]; here: string | undefined } {
  const here = args.find((word) => word === RUN_HERE_OPTION || word.startsWith(`${RUN_HERE_OPTION}=`));
  return {
    words: args.filter((word) => word !== here),
    here: here === undefined ? undefined : here.slice(RUN_HERE_OPTION.length + 1) || process.cwd(),
  };
}

/** Runs the command in this process, with the database of the settings. */
async function runInThisProcess(
  work: (context: ShopCommandContext) => Promise<number>,
  config: BackendConfig,
): Promise<number> {
  const collectGarbage = getGarbageCollector();
  let opening: Promise<OpenDatabase> | undefined;
  const open = () => {
    opening ??= openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      migrationsFolder: findMigrationsFolder(),
    });
    return opening;
  };
  const readRings = async () => readKeyRings(config, (await open()).database);
  const log = createLog({ name: 'command', level: 'silent' });
  const webCaches = createWebCaches({ targets: config.purgeTargets, token: config.purgeToken });
  try {
    return await work({
      ...output,
      openDatabase: open,
      deliverPurges: async () => {
        const { database } = await open();
        const clock = Date.now;
        const purge = createPurgeWorker({ database, webCaches, clock });
        const errors = { reportError: () => {}, flush: () => Promise.resolve() };
        const job = createQueueWorker({ database, workers: { purge }, errors, log, clock });
        return deliverPurges(database, () => job.run(new AbortController().signal));
      },
      now: new Date(),
      getOrigin: createGetOrigin(config),
      readKeyRings: readRings,
      orders: createShopOrderChanger(),
      openReconciler: async () =>
        createStandalonePaymentReconciler((await open()).database, config, {
          linkTokens: createLinkTokens((await readRings()).links),
          onError: (error) => output.warn(String(error)),
        }),
      secondPersonAboveCents: config.secondPersonAboveCents ?? null,
      collectGarbage,
      admin: {
        operations: null,
        texts: readAdminTexts(findLocalesFolder()),
        createSecondFactors: async () => createSecondFactors((await readRings()).secondFactors),
        address: getLocalAdminUrl(config),
      },
    });
  } finally {
    await (await opening?.catch(() => undefined))?.close();
  }
}

/** Runs `npm run <name> -- <arguments>`: in the running backend, or else in this process. */
async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = findCommand(name);
  if (!command) {
    output.warn(`Available commands:${commands.map((known) => known.name).join(', ')}.`);
    return 1;
  }
  const { words, here } = parseHereOption(args);
  const workingDirectory = here ?? process.cwd();
  const work = command.prepare(words, workingDirectory);
  if (!work) {
    output.warn(command.usage);
    return 1;
  }
  const config = readConfig();
  const token = config.adminToken ?? (await readSecret(config.dataDir, 'admin-token'));
  // Without a token no backend has ever used this folder.
  if (!command.isLocal && here === undefined && token !== undefined && config.adminPort !== 0) {
    const address = { host: config.adminHost, port: config.adminPort, token };
    const exit = await sendCommandToBackend(name, { words, workingDirectory }, address, output);
    if (exit !== null) return exit;
  }
  return runInThisProcess(work, config);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof ExpectedError || error instanceof SettingsError;
  output.warn(isExpected ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
