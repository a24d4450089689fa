/** Input and output of the load process. */
import type { HttpRequest } from "../workloads";

export interface LoadPlan {
  port: number;
  /** The server's process, whose CPU time is measured. */
  pid: number;
  /** The requests, through which all connections rotate together. */
  requests: readonly HttpRequest[];
  /** A text that occurs in every correct response. */
  mark: string;
  /** The phases run one after another. */
  phases: readonly Phase[];
}

export interface Phase {
  connections: number;
  seconds: number;
}

export interface PhaseResult {
  /** Number of correct responses. */
  answers: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Number of broken connections and of responses without status 200 or `mark`, with an example. */
  failures: number;
  failure?: string;
  /** CPU seconds that all threads of the server used in the phase; undefined if the system does not report it. */
  cpuSeconds?: number;
  /** Fraction of its core that the load process used, from 0 to 1. */
  busy: number;
}
