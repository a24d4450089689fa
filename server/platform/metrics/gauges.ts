import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Meter } from "@opentelemetry/api";
import type { Log } from "../../core/ports";

export interface Gauge {
  name: string;
  description: string;
  isCounter?: boolean;
  /** The name of the label, if `read` returns a value for each of several label values. */
  label?: string;
  read: () => Reading | Promise<Reading>;
}

type Reading = number | Readonly<Record<string, number>>;

/** Registers the gauges. A scrape omits a gauge that cannot be read, for example during an outage. */
export function registerGauges(meter: Meter, gauges: readonly Gauge[], log: Log): void {
  for (const { name, description, isCounter, label = "name", read } of gauges) {
    const options = { description };
    const instrument = isCounter
      ? meter.createObservableCounter(name, options)
      : meter.createObservableGauge(name, options);
    instrument.addCallback(async (result) => {
      try {
        const reading = await read();
        if (typeof reading === "number") return result.observe(reading);
        for (const [value, count] of Object.entries(reading)) result.observe(count, { [label]: value });
      } catch (error) {
        log.warn({ gauge: name, err: error }, "gauge could not be read");
      }
    });
  }
}

const nanosecondsPerSecond = 1e9;

export function eventLoopDelay(): Gauge {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  return {
    name: "visaport_event_loop_delay_seconds",
    description: "Delay of the event loop since the last scrape.",
    label: "quantile",
    read: () => {
      const found = { "0.5": histogram.percentile(50), "0.99": histogram.percentile(99), "1": histogram.max };
      histogram.reset();
      return Object.fromEntries(
        Object.entries(found).map(([key, value]) => [key, value / nanosecondsPerSecond]),
      );
    },
  };
}
