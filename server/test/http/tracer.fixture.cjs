/**
 * Registers a tracer as an OpenTelemetry SDK does, and prints each span with its parent, and each traced statement. At
 * the end of a request it prints all statements that SQLite executed for it, including TypeORM's.
 */
const { AsyncLocalStorage } = require("node:async_hooks");
const sqlite3 = require("sqlite3");
const { context, ROOT_CONTEXT, trace } = require("@opentelemetry/api");

const storage = new AsyncLocalStorage();
context.setGlobalContextManager({
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, work, self, ...given) => storage.run(active, () => Reflect.apply(work, self, given)),
  bind:
    (active, work) =>
    (...given) =>
      storage.run(active, () => work(...given)),
  enable: () => undefined,
  disable: () => undefined,
});

function startSpan(name) {
  const parent = trace.getSpan(context.active());
  const span = {
    name,
    executed: parent ? parent.executed : [],
    setAttribute: () => span,
    setStatus: () => span,
    updateName: (other) => Object.assign(span, { name: other }),
    end: () => {
      console.log(`span: ${parent ? parent.name : "none"} > ${span.name}`);
      if (!parent) console.log(`executed by ${span.name}: ${JSON.stringify(span.executed)}`);
    },
  };
  return span;
}

const startActiveSpan = (name, { attributes }, work) => {
  const text = attributes["db.query.text"];
  if (text) console.log(`statement: ${text.replace(/\s+/g, " ")}`);
  const span = startSpan(name);
  return context.with(trace.setSpan(context.active(), span), () => work(span));
};
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) });

for (const name of ["all", "run"]) {
  const execute = sqlite3.Statement.prototype[name];
  sqlite3.Statement.prototype[name] = function (...given) {
    trace.getSpan(context.active())?.executed.push(this.sql);
    return Reflect.apply(execute, this, given);
  };
}
