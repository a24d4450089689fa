import { describe, expect, test } from "@jest/globals";
import { isWholeQueue, readShown, toFilter, toQuery, wholeQueue } from "./queueFilter";

const read = (query: string) => readShown(new URLSearchParams(query));

describe("queue filters in the address", () => {
  test("default to the whole queue", () => {
    expect(read("")).toEqual(wholeQueue);
    expect(isWholeQueue(read("utm=1"))).toBe(true);
  });

  test("stay the same if they are read and written again", () => {
    const query =
      "status=PROCESSING&country=Sri+Lanka&from=2026-11-01&to=2026-11-30&assigned=MINE&overdue=yes&q=Z1";
    expect(toQuery(read(query)).toString()).toBe(query);
  });

  test("ignore invalid values", () => {
    expect(read("status=LOST&assigned=toString&from=2026-02-30&overdue=1")).toEqual(wholeQueue);
  });

  test("are sent to the server without unset filters", () => {
    const asked = JSON.parse(JSON.stringify(toFilter(read("status=SUBMITTED&overdue=yes")))) as unknown;
    expect(asked).toEqual({ status: "SUBMITTED", overdue: true });
  });
});
