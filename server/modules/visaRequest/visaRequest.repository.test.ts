import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { requestRow } from "../../test/kit/data/requestRow";
import { openUnitSource } from "../../test/kit/data/unitSource";
import { VisaRequestEntity } from "./visaRequest.entity";
import { changeRequest, moveRequests } from "./visaRequest.repository";

let source: DataSource;
beforeEach(async () => {
  source = await openUnitSource();
});
afterEach(() => source.destroy());

test("a change that is based on an older version of the application is rejected", async () => {
  const { manager } = source;
  const read = requestRow();
  await manager.insert(VisaRequestEntity, read);
  const at = new Date("2026-11-29T06:30:00.000Z");
  await changeRequest(manager, read, { travelDate: "2026-12-25" }, { at });
  await expect(changeRequest(manager, read, { travelDate: "2026-12-26" }, { at })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const { visaRequestId } = read;
  expect(await manager.findOneBy(VisaRequestEntity, { visaRequestId })).toMatchObject({
    travelDate: "2026-12-25",
    version: 2,
  });
});

test("the applications that an account owns and those that it follows move to another account", async () => {
  const { manager } = source;
  await manager.insert(VisaRequestEntity, [
    requestRow({ visaReferenceNo: "1", userId: "newer" }),
    requestRow({ visaReferenceNo: "2", userId: "partner", followerId: "newer" }),
    requestRow({ visaReferenceNo: "3", userId: "partner", followerId: "other" }),
  ]);
  await moveRequests(manager, { from: "newer", to: "older" });
  const rows = await manager.find(VisaRequestEntity, { order: { visaReferenceNo: "ASC" } });
  expect(rows.map(({ userId, followerId }) => [userId, followerId])).toEqual([
    ["older", null],
    ["partner", "older"],
    ["partner", "other"],
  ]);
});
