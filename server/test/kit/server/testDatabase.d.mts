export function newDatabase(template?: string): Promise<string>;
export function copyDatabase(from: string, to: string): Promise<void>;
export function createDataDir(prefix: string): Promise<string>;
export function databaseSettings(dataDir: string): Promise<Record<string, string>>;
export function findDatabaseUrl(dataDir: string): string | undefined;
export const secrets: { JWT_SECRET: string; DATA_KEY: string };
export function readDataKey(dataDir: string): string;
export function knownStorage(dataDir: string): Record<string, string>;
export function storageSettings(dataDir: string): Promise<Record<string, string>>;
