/** Determines who requested an approval. Pure. */

/** Also compares the staff member, because a number can move to another account. */
export function isAskedBy(
  { askedByStaffId, askedByMemberId }: { askedByStaffId: string; askedByMemberId: string | null },
  userId: string,
  memberId: string | undefined,
): boolean {
  return askedByStaffId === userId || (memberId !== undefined && askedByMemberId === memberId);
}
