export function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }>;
