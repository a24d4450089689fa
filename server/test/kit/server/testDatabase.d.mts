export function newDatabase(): Promise<string>;
export function databaseSettings(dataDir: string): Promise<Record<string, string>>;
export function findDatabaseUrl(dataDir: string): string | undefined;
