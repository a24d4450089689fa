export const filesOnDisk: { FILES: string };
export function bucketSettings(dataDir: string): Record<string, string>;
export function filePath(settings: Record<string, string>, fileId: string): string;
export function listFiles(settings: Record<string, string>): Promise<string[]>;
