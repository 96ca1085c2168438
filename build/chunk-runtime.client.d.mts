export function registerChunk(name: string, module: unknown): void;
export function setTextLoader(load: (chunkName: string) => Promise<unknown>): void;
