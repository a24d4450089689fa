/** More often than this no snapshot is taken: something else is wrong then. */
const maxRounds = 50;

interface Steps {
  /** The ids of the files that rows name at this moment. */
  listNow(): Promise<Set<string>>;
  /** Takes a new snapshot of the database and returns the ids that its rows name. */
  listOfSnapshot(): Promise<Set<string>>;
  /** Puts the file into the archive; false where it is not there. */
  add(fileId: string): Promise<boolean>;
}

/**
 * Gathers every file that a snapshot's rows name, while files come and go. Most are gathered before the snapshot is
 * taken. One that is removed between the snapshot and its turn asks for a new snapshot, in which its row is gone too:
 * for that, only what came meanwhile has to be gathered. `missing` are those that were absent from two snapshots on
 * end though their rows are there: lost long before, and no reason to have no backup.
 */
export async function gatherFiles({
  listNow,
  listOfSnapshot,
  add,
}: Steps): Promise<{ wanted: Set<string>; missing: string[] }> {
  const gathered = new Set<string>();
  const gather = async (fileIds: Iterable<string>): Promise<string[]> => {
    const absent: string[] = [];
    for (const fileId of fileIds)
      if (!gathered.has(fileId)) {
        if (await add(fileId)) gathered.add(fileId);
        else absent.push(fileId);
      }
    return absent;
  };
  await gather(await listNow());
  let absentBefore = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const wanted = await listOfSnapshot();
    const absent = await gather(wanted);
    if (absent.every((fileId) => absentBefore.has(fileId))) {
      for (const fileId of absent) wanted.delete(fileId);
      return { wanted, missing: absent };
    }
    absentBefore = new Set(absent);
  }
  throw new Error(`Files went faster than they could be copied, ${maxRounds} times`);
}
