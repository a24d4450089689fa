import { describe, expect, test } from "@jest/globals";
import { accessActor, canonicalText, mergeAccess, noHash, type HashedEvent } from "./audit.rules";
import { AuditChain } from "./auditChain.crypto";

const event: HashedEvent = {
  sequence: 1,
  at: "2026-11-21T10:00:00.000Z",
  actorKind: "USER",
  actorId: "a",
  action: "FILE_SEEN",
  subjectKind: "FILE",
  subjectId: "f",
  visaRequestId: null,
  ownerUserId: "a",
  details: null,
  previousHash: noHash,
};

describe("the hashed text of an event", () => {
  test.each(Object.keys(event) as (keyof HashedEvent)[])("differs if the %s changes", (name) => {
    expect(canonicalText({ ...event, [name]: name === "sequence" ? 2 : "other" })).not.toBe(
      canonicalText(event),
    );
  });

  test("differs if a value moves to the next field", () => {
    const moved = { ...event, subjectKind: "FILEf", subjectId: "" };
    expect(canonicalText(moved)).not.toBe(canonicalText(event));
    expect(canonicalText({ ...event, visaRequestId: "null" })).not.toBe(canonicalText(event));
  });

  test("has a hash that depends on the key", () => {
    const [one, other] = [new AuditChain(Buffer.alloc(32, 1)), new AuditChain(Buffer.alloc(32, 2))];
    expect(one.hash(event)).toMatch(/^[0-9a-f]{64}$/);
    expect(one.hash(event)).not.toBe(other.hash(event));
  });
});

test("a head is accepted only if it is unchanged and signed with the same key", () => {
  const [one, other] = [new AuditChain(Buffer.alloc(32, 1)), new AuditChain(Buffer.alloc(32, 2))];
  const head = { count: 7, hash: "ab" };
  const signed = one.signHead(head);
  expect(one.readHead(signed)).toEqual(head);
  expect(other.readHead(signed)).toBeUndefined();
  expect(one.readHead(signed.replace("7", "6"))).toBeUndefined();
  for (const text of ["", "{}", "not json", undefined]) expect(one.readHead(text)).toBeUndefined();
});

describe("the actor of an access", () => {
  const person = { viewerId: "a", isPartner: false, followerId: null };

  test("is shown to a traveller as YOU, STAFF or SYSTEM", () => {
    expect(accessActor({ actorKind: "USER", actorId: "a" }, person)).toBe("YOU");
    expect(accessActor({ actorKind: "USER", actorId: "b" }, person)).toBe("SYSTEM");
    expect(accessActor({ actorKind: "USER", actorId: null }, person)).toBe("SYSTEM");
    expect(accessActor({ actorKind: "STAFF", actorId: "s" }, person)).toBe("STAFF");
    expect(accessActor({ actorKind: "SYSTEM", actorId: null }, person)).toBe("SYSTEM");
  });

  test("is YOU to themselves, and PARTNER or TRAVELLER to the other party", () => {
    const partner = { viewerId: "p", isPartner: true, followerId: "a" };
    const follower = { viewerId: "a", isPartner: false, followerId: "a" };
    const byKey = { actorKind: "PARTNER", actorId: "k" };
    const byFollower = { actorKind: "USER", actorId: "a" };
    expect([partner, follower].map((viewer) => accessActor(byKey, viewer))).toEqual(["YOU", "PARTNER"]);
    expect([partner, follower].map((viewer) => accessActor(byFollower, viewer))).toEqual([
      "TRAVELLER",
      "YOU",
    ]);
  });
});

test.each([
  [4, 5, 1, [9, 8, 7, 1]],
  [4, 5, 3, [9, 8, 3, 2]],
  [4, 1, 5, [9, 5, 4, 3]],
  [4, 1, 1, [9, 1]],
  [1, 2, 2, [9]],
  [1, 0, 2, [2]],
])(
  "mergeAccess shares a list of %d entries between %d views and %d changes",
  (limit, views, changes, shown) => {
    const newest = (count: number, last: number) =>
      Array.from({ length: count }, (_none, index) => ({ sequence: last - index }));
    const merged = mergeAccess(newest(views, 9), newest(changes, changes), limit);
    expect(merged.map(({ sequence }) => sequence)).toEqual(shown);
  },
);
