import { ChunkExtractor } from '@loadable/server';
import type { AssetManifest } from './asset-manifest.ts';

interface ChunkAsset {
  readonly url: string;
  readonly scriptType: string;
}

/** Files of the scripts of a page. */
export interface PageFiles {
  /** Chunk name → URL of its own file, which the browser loads before it hydrates. */
  readonly chunks: Readonly<Record<string, string>>;
  /** URLs of all modules that hydration needs, the entry first. */
  readonly modules: readonly string[];
}

/** Files by manifest and chunk names: pages of the same kind have the same files. */
const filesByManifest = new WeakMap<AssetManifest, Map<string, PageFiles>>();

/** Members of @loadable/server's class that its types omit (5.16). */
interface ExtractorInternals {
  chunks: string[];
  getChunkAssets(chunks: string[]): ChunkAsset[];
}

/**
 * Collects the chunks that one render uses. The document does not preload them: the browser loads the scripts
 * when it is idle (`client/start/start.ts`). There are two CSS files, which the document links.
 */
export class PageChunks extends ChunkExtractor {
  readonly #manifest: AssetManifest;

  constructor(manifest: AssetManifest) {
    super({ stats: manifest.loadableStats, entrypoints: ['main'], publicPath: manifest.publicPath });
    this.#manifest = manifest;
  }

  addChunk(name: string): void {
    const { chunks } = this as unknown as ExtractorInternals;
    if (!chunks.includes(name)) chunks.push(name);
  }

  /** Returns the files of the chunks used so far. */
  getFiles(): PageFiles {
    const internals = this as unknown as ExtractorInternals;
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

  #findFiles(internals: ExtractorInternals): PageFiles {
    const { mainJs } = this.#manifest;
    const chunks: Record<string, string> = {};
    const modules = new Set([mainJs]);
    for (const name of internals.chunks) {
      const assets = internals.getChunkAssets([name]).filter(({ scriptType }) => scriptType === 'script');
      for (const { url } of assets) modules.add(url);
      // The first asset of a group is the chunk itself; the others are its imports.
      const [own] = assets;
      if (name !== 'main' && own) chunks[name] = own.url;
    }
    return { chunks, modules: [...modules] };
  }
}
