/**
 * Loaded by `node --import` before the server, whose clock then starts at CLOCK_AT and runs or stands still. A time
 * that a test writes to clock.txt in the data folder applies immediately.
 */
import { readFileSync, statSync } from "node:fs";

const RealDate = Date;
const file = `${process.env.DATA_DIR}/clock.txt`;
let version = "";
let moment = RealDate.parse(process.env.CLOCK_AT);
let since = RealDate.now();

function now() {
  const { ino, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  // Also compares the inode, because two files written within a few milliseconds may have the same modification time.
  if (ino && version !== `${ino} ${mtimeMs}`) {
    moment = RealDate.parse(readFileSync(file, "utf8"));
    since = RealDate.now();
    version = `${ino} ${mtimeMs}`;
  }
  return process.env.CLOCK_STANDS ? moment : moment + RealDate.now() - since;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});
