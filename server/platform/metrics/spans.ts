/**
 * Trace spans. They cost nothing unless the operator registers an OpenTelemetry SDK before the server starts
 * (docs/operations.md). Names and attributes contain no personal data.
 */
import {
  type Attributes,
  context,
  type ProxyTracerProvider,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { DomainError } from "../../core/errors";

/** Returns undefined if no SDK is registered. */
const findTracer = (): Tracer | undefined =>
  (trace.getTracerProvider() as ProxyTracerProvider).getDelegateTracer("visaport");

export const isTracing = (): boolean => findTracer() !== undefined;

/** Runs the work inside a span. If the work fails, the span has the error's code or name, never its message. */
export function withSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const tracer = findTracer();
  if (!tracer) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      const type = error instanceof DomainError ? error.code : (error as Error | undefined)?.name;
      span.setAttribute("error.type", type ?? "unknown").setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Renames the current span once its operation is known. */
export function nameSpan(name: string): void {
  trace.getActiveSpan()?.updateName(name);
}

/**
 * Binds the function to the current span, which then applies even if the function runs later, inside another caller's
 * span.
 */
export function inPresentSpan<Work extends (...args: never[]) => unknown>(work: Work): Work {
  return context.bind(context.active(), work);
}
