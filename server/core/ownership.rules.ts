/** Decides who may read and change an application. Pure. */

/** An application's owner, and the traveller to whom a partner has handed it over. */
export interface Owners {
  userId: string;
  followerId: string | null;
}

/** True if the account may act on the application. Every ownership check uses this function. */
export function mayActOn({ userId, followerId }: Owners, accountId: string): boolean {
  return accountId === userId || accountId === followerId;
}

/** `mayActOn` as an SQL condition on an alias of `visa_request`. Pass the account's id for both placeholders. */
export function mayActOnSql(alias = "visa_request"): string {
  return `(${alias}."userId" = ? OR ${alias}."followerId" = ?)`;
}
