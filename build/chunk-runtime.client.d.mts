export function registerLoadedChunk(name: string, module: unknown): void;
