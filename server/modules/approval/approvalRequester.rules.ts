/** Determines who requested an approval. Pure. */

/**
 * Compares account and staff member, because an account's number can change and a number can move to another
 * account.
 */
export function isAskedBy(
  { askedByStaffId, askedByMemberId }: { askedByStaffId: string; askedByMemberId: string | null },
  userId: string,
  memberId: string | undefined,
): boolean {
  return askedByStaffId === userId || (memberId !== undefined && askedByMemberId === memberId);
}
