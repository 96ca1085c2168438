export function registerChunk(name: string, module: unknown): void;
