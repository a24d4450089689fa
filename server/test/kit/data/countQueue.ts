import type { Tables } from "./readTables";

type Counts = Tables["queue_count"];

/** Counts applications as simply as possible; returns what `queue_count` should contain, in the order of `inOrder`. */
export function countQueue(requests: Tables["visa_request"]): Counts {
  const counts = new Map<string, Counts[number]>();
  for (const { visaRequestStatus, expectedDate, assignedStaffId } of requests) {
    if (!["SUBMITTED", "PROCESSING", "ACTION_REQUIRED"].includes(visaRequestStatus)) continue;
    const alike = { visaRequestStatus, expectedDate, assignedStaffId: assignedStaffId ?? "" };
    const applications = (counts.get(keyOf(alike))?.applications ?? 0) + 1;
    counts.set(keyOf(alike), { ...alike, applications });
  }
  return inOrder([...counts.values()]);
}

export function inOrder(counts: Counts): Counts {
  return counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ visaRequestStatus, expectedDate, assignedStaffId }: Omit<Counts[number], "applications">) {
  return `${visaRequestStatus} ${expectedDate} ${assignedStaffId}`;
}
