/** Whose request an approval is. Pure. */

/** Compares both: the account may have another number now, and the number another account. */
export function isAskedBy(
  { askedByStaffId, askedByMemberId }: { askedByStaffId: string; askedByMemberId: string | null },
  userId: string,
  memberId: string | undefined,
): boolean {
  return askedByStaffId === userId || (memberId !== undefined && askedByMemberId === memberId);
}
