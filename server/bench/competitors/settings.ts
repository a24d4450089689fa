export type CompetitorName = "raw" | "sqlite" | "mercurius" | "mercurius-typeorm" | "apollo" | "fastify";

/** The settings of a competitor's process. */
export interface CompetitorSettings {
  name: CompetitorName;
  port: number;
  /** The folder that the product created. */
  dataDir: string;
  /** The product's responses, as `RecordedResponse[]`. */
  answersFile: string;
  jwtSecret: string;
  dataKey: string;
}
