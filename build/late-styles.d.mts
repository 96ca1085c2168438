export declare const lateFolders: readonly string[];
export declare function isLate(file: string): boolean;
