import { signedInTraveller } from "../kit/personas/traveller";
import type { TestServer } from "../kit/server/testServer";

/** A person in whose name requests are sent. */
export interface Person {
  /** A session's token, an invalid one, or "" for a visitor. */
  token: string;
  /** The person's ids: request, account. */
  ids: readonly string[];
}

/**
 * Makes enough people that limits per person do not interfere. One in ten has an invalid token, one in ten is a
 * visitor.
 */
export async function makePeople(server: TestServer): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < 50; number++) {
    const { token, userId, request } = await signedInTraveller(server).withRequest();
    people.push({ token, ids: [request.visaRequestId, userId] });
  }
  return people.map((person, index) =>
    index % 10 === 8
      ? { ...person, token: `${person.token}x` }
      : index % 10 === 9
        ? { ...person, token: "" }
        : person,
  );
}

/** Replaces the first person's ids in a text with this person's. */
export function aboutOwn(text: string, { ids }: Person, [first]: readonly Person[]): string {
  return (first?.ids ?? []).reduce((changed, id, index) => changed.replaceAll(id, ids[index] ?? id), text);
}
