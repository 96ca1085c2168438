import { ChunkExtractor } from '@loadable/server';
import { preloadModule } from 'react-dom';
import type { AssetManifest } from './asset-manifest.ts';

interface ChunkAsset {
  readonly url: string;
  readonly scriptType: string;
}

/** The parts of @loadable/server's class that its types leave out (5.16). */
interface Internals {
  chunks: string[];
  getChunkAssets(chunks: string[]): ChunkAsset[];
}

/**
 * Collects the chunks that one render uses and has their files preloaded. `addChunk` runs while React renders,
 * so React puts the `modulepreload` links into the head; CSS is all in the main file (stack: one stylesheet).
 */
export class PageChunks extends ChunkExtractor {
  constructor(manifest: AssetManifest) {
    super({ stats: manifest.loadableStats, entrypoints: ['main'], publicPath: manifest.publicPath });
  }

  addChunk(name: string): void {
    const internals = this as unknown as Internals;
    if (internals.chunks.includes(name)) return;
    internals.chunks.push(name);
    for (const { url, scriptType } of internals.getChunkAssets([name])) {
      if (scriptType === 'script') preloadModule(url, { as: 'script' });
    }
  }

  /** Chunk name → address of its own file, for the browser to load before it hydrates. */
  getAddresses(): Record<string, string> {
    const internals = this as unknown as Internals;
    const addresses: Record<string, string> = {};
    for (const name of internals.chunks) {
      // The first asset of a group is the chunk itself, the rest is what it imports.
      const [own] = internals.getChunkAssets([name]);
      if (name !== 'main' && own) addresses[name] = own.url;
    }
    return addresses;
  }
}
