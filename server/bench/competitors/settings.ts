export type CompetitorName = "raw" | "sqlite" | "mercurius" | "mercurius-typeorm" | "apollo" | "fastify";

/** What the process of a competitor is told. */
export interface CompetitorSettings {
  name: CompetitorName;
  port: number;
  /** The folder that the product made. */
  dataDir: string;
  /** What the product answered, as `KeptAnswer[]`. */
  answersFile: string;
  jwtSecret: string;
  dataKey: string;
}
