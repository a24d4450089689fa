/** Loaded by `node --import` before the server: its clock starts at that moment, and goes on from there or stands. */
import { existsSync, readFileSync } from "node:fs";

const RealDate = Date;
const laterStart = `${process.env.DATA_DIR}/clock.txt`;
const moment = existsSync(laterStart) ? readFileSync(laterStart, "utf8") : process.env.CLOCK_AT;
const ahead = RealDate.parse(moment) - RealDate.now();
const now = process.env.CLOCK_STANDS ? () => RealDate.parse(moment) : () => RealDate.now() + ahead;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});
