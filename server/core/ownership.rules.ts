/** Who may read and change an application. Pure. */

/** An application's owner, and the traveller to whom a partner has handed it over. */
export interface Owners {
  userId: string;
  followerId: string | null;
}

/** True if the account may act on the application. Every check of an application's owner is this one. */
export function mayActOn({ userId, followerId }: Owners, accountId: string): boolean {
  return accountId === userId || accountId === followerId;
}

/** The same in SQL, for an alias of `visa_request`; the account is the value of both placeholders. */
export function mayActOnSql(alias = "visa_request"): string {
  return `(${alias}."userId" = ? OR ${alias}."followerId" = ?)`;
}
