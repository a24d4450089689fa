import { signedInTraveller } from "../kit/personas/traveller";
import type { TestServer } from "../kit/server/testServer";

/** Somebody in whose name requests are sent. */
export interface Person {
  /** Of a session, or no good, or "" for a visitor. */
  token: string;
  /** What is theirs, in the same order for each: request, account. */
  ids: readonly string[];
}

/** So many that the limits for one do not refuse what is to be tried; one in ten is no good, and one in ten a visitor. */
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

/** The same text about what is that person's, where it was about what is the first one's. */
export function aboutOwn(text: string, { ids }: Person, [first]: readonly Person[]): string {
  return (first?.ids ?? []).reduce((changed, id, index) => changed.replaceAll(id, ids[index] ?? id), text);
}
