/** Input and output of the load process. */
import type { HttpRequest } from "../workloads";

export interface LoadPlan {
  port: number;
  /** The server's process, whose CPU time is measured. */
  pid: number;
  /** The connections share one rotation through these. */
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
  /** Number of broken connections and of responses without the status 200 or the mark, and an example. */
  failures: number;
  failure?: string;
  /** CPU seconds of the server in the phase, all threads; undefined if the system does not report it. */
  cpuSeconds?: number;
  /** Fraction of its core that the load process used, from 0 to 1. */
  busy: number;
}
