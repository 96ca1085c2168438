import { ChunkExtractor } from '@loadable/server';
import type { AssetManifest } from './asset-manifest.ts';

interface ChunkAsset {
  readonly url: string;
  readonly scriptType: string;
}

/** The files of a page's program. */
export interface PageFiles {
  /** Chunk name → address of its own file, for the browser to load before it hydrates. */
  readonly chunks: Readonly<Record<string, string>>;
  /** Addresses of all modules that hydration needs, the entry first. */
  readonly modules: readonly string[];
}

/** By manifest and names of chunks: pages of one kind have the same files. */
const filesByManifest = new WeakMap<AssetManifest, Map<string, PageFiles>>();

/** The parts of @loadable/server's class that its types leave out (5.16). */
interface Internals {
  chunks: string[];
  getChunkAssets(chunks: string[]): ChunkAsset[];
}

/**
 * Collects the chunks that one render uses. Nothing of them is preloaded by the document: the browser fetches its program
 * when it has time for it (`client/start/start.ts`). Of CSS there are two files, which the document names.
 */
export class PageChunks extends ChunkExtractor {
  readonly #manifest: AssetManifest;

  constructor(manifest: AssetManifest) {
    super({ stats: manifest.loadableStats, entrypoints: ['main'], publicPath: manifest.publicPath });
    this.#manifest = manifest;
  }

  addChunk(name: string): void {
    const { chunks } = this as unknown as Internals;
    if (!chunks.includes(name)) chunks.push(name);
  }

  /** Files of the chunks that have been used so far. */
  getFiles(): PageFiles {
    const internals = this as unknown as Internals;
    let known = filesByManifest.get(this.#manifest);
    if (!known) {
      known = new Map();
      filesByManifest.set(this.#manifest, known);
    }
    const key = internals.chunks.join(' ');
    let files = known.get(key);
    if (!files) {
      files = this.#findFiles(internals);
      known.set(key, files);
    }
    return files;
  }

  #findFiles(internals: Internals): PageFiles {
    const { mainJs } = this.#manifest;
    const chunks: Record<string, string> = {};
    const modules = new Set([mainJs]);
    for (const name of internals.chunks) {
      const assets = internals.getChunkAssets([name]).filter(({ scriptType }) => scriptType === 'script');
      for (const { url } of assets) modules.add(url);
      // The first asset of a group is the chunk itself, the rest is what it imports.
      const [own] = assets;
      if (name !== 'main' && own) chunks[name] = own.url;
    }
    return { chunks, modules: [...modules] };
  }
}
