import type { DevEvent, DevStartData } from '../dev-events.ts';
import { devServerPaths } from '../dev-paths.ts';
import { hasFailed, showBrowserError, showServerProblem, watchForErrors } from './browser-problems.ts';
import { replaceClassNames } from './class-names.ts';
import { exportsOnlyComponents, refreshComponents } from './refresh.ts';
import { replaceStyleSheet } from './replace-style-sheet.ts';

/** Starts the browser code, and updates the page when sources change. */
export function startDevelopment({ run, revision: startRevision, program }: DevStartData): void {
  let revision = startRevision;
  let isReloading = false;
  const reload = (reason: string) => {
    isReloading = true;
    // Explains why state was lost; "preserve log" retains it on the console.
    console.info(`Development: the page reloads because ${reason}`);
    window.location.reload();
  };

  const take = async (event: DevEvent): Promise<void> => {
    // After a lost connection, events are sent again, possibly more than were missed.
    if (isReloading || ('revision' in event && event.revision <= revision)) return;
    switch (event.kind) {
      case 'hello':
        if (event.run !== run) reload('the server was restarted');
        else if (event.problem) showServerProblem(event.problem);
        return;
      case 'problem':
        if (!event.problem && program.length === 0) reload('the error was fixed');
        else showServerProblem(event.problem);
        return;
      case 'styles':
        revision = event.revision;
        for (const [file, names] of Object.entries(event.classNames)) replaceClassNames(file, names);
        replaceStyleSheet(event.address);
        return;
      case 'modules':
        revision = event.revision;
        // A page that shows a problem, or that has failed, has no state to retain.
        if (program.length === 0 || hasFailed()) reload('it had failed to load');
        else {
          const obstacle = await replaceModules(event.addresses, event.revision);
          if (obstacle !== null) reload(obstacle);
        }
        return;
      case 'reload':
        reload('the change cannot be applied without a reload');
    }
  };

  watchForErrors();
  let queue = Promise.resolve();
  const events = new EventSource(`${devServerPaths.events}?revision=${revision}`);
  events.addEventListener('message', ({ data }) => {
    queue = queue.then(() => take(JSON.parse(data)));
  });
  importProgram(program).catch((error) => showBrowserError('Runtime error', error));
}

/**
 * Runs the browser code. It is imported here because the hook for React (refresh.ts) must exist before React
 * does. In development the page is hydrated at once instead of when idle, because developers wait for it and
 * want to see errors.
 */
async function importProgram(addresses: readonly string[]): Promise<void> {
  const isParsed = new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', resolve, { once: true });
    else resolve(true);
  });
  for (const address of addresses) {
    await import(address);
    await isParsed;
  }
}

/** @returns the reason why a module cannot be replaced; null if it has been */
async function replaceModules(addresses: readonly string[], revision: number): Promise<string | null> {
  try {
    const modules = await Promise.all(addresses.map((address) => import(`${address}?r=${revision}`)));
    if (!modules.every(exportsOnlyComponents)) return 'a module exports more than components';
    refreshComponents();
    return null;
  } catch (error) {
    // For example a name that the older copy of another module does not export. Reloading the page shows the
    // error.
    return `a module could not be imported again (${error instanceof Error ? error.message : String(error)})`;
  }
}
