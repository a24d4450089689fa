import type { Counter, Histogram, Meter } from "@opentelemetry/api";

/** Upper bounds of the histogram's buckets in seconds; a query may take 8 s and a mutation 40 s. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 40];

export interface OperationRecord {
  kind: "graphql" | "http";
  /** A name from the schema or the routes, never from the client, because each value adds a time series. */
  operation: string;
  seconds: number;
  /** Codes of `core/errors` or HTTP statuses. */
  codes: Iterable<string>;
}

export class OperationMetrics {
  readonly #durations: Histogram;
  readonly #errors: Counter;

  constructor(meter: Meter) {
    this.#durations = meter.createHistogram("visaport_operation_duration_seconds", {
      description: "Duration of GraphQL operations by root field, and of HTTP requests by route.",
      advice: { explicitBucketBoundaries: buckets },
    });
    this.#errors = meter.createCounter("visaport_operation_errors_total", {
      description: "Errors of operations, by code.",
    });
  }

  record({ kind, operation, seconds, codes }: OperationRecord): void {
    this.#durations.record(seconds, { kind, operation });
    for (const code of codes) this.#errors.add(1, { kind, operation, code });
  }
}
