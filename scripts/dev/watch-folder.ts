import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/**
 * Reports every file below a folder that is written, created, replaced or deleted; some more than once.
 *
 * On Linux, Node's own recursive watching follows files and loses those that are replaced, by `git checkout`
 * or by an editor that renames a new file. A watched folder reports all changes of its files, so each folder
 * is watched.
 *
 * @param onChange called with an absolute path
 * @returns stops watching
 */
export function watchFolder(folder: string, onChange: (file: string) => void): () => void {
  if (process.platform !== 'linux') {
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null) onChange(path.join(folder, name));
    });
    return () => watcher.close();
  }
  const watchers = new Map<string, FSWatcher>();
  const forget = (target: string) => {
    for (const [watched, watcher] of watchers) {
      if (watched !== target && !watched.startsWith(target + path.sep)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  };
  /** @param isNew whether files may have been created before the watcher started */
  const visit = (target: string, isNew: boolean) => {
    const watcher = watch(target, (event, name) => {
      if (name === null) return;
      const changed = path.join(target, name);
      onChange(changed);
      if (event !== 'rename') return;
      forget(changed);
      if (isFolder(changed)) visit(changed, true);
    });
    // The folder was deleted between two events; its parent reports when it exists again.
    watcher.on('error', () => forget(target));
    watchers.set(target, watcher);
    for (const entry of readdirSync(target, { withFileTypes: true })) {
      const found = path.join(target, entry.name);
      if (entry.isDirectory()) visit(found, isNew);
      else if (isNew) onChange(found);
    }
  };
  visit(folder, false);
  return () => forget(folder);
}

function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
