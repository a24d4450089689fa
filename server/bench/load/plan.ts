/** What the process that loads is told, and what it tells. */
import type { HttpRequest } from "../workloads";

export interface LoadPlan {
  port: number;
  /** The server's process, whose computing is measured. */
  pid: number;
  /** Asked in turn, by all connections together. */
  requests: readonly HttpRequest[];
  /** In every good answer. */
  mark: string;
  /** One after another. */
  phases: readonly Phase[];
}

export interface Phase {
  connections: number;
  seconds: number;
}

export interface PhaseResult {
  /** Good answers. */
  answers: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers of another status than 200, or without the mark; and one of them. */
  failures: number;
  failure?: string;
  /** Seconds that the server computed meanwhile, all its threads; undefined where the system does not tell. */
  cpuSeconds?: number;
  /** How much of its core the load itself took, 0 to 1. */
  busy: number;
}
