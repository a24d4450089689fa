/** Maximum number of snapshots. A backup that needs more has another problem. */
const maxRounds = 50;

interface Steps {
  /** Returns the ids of the files that rows currently reference. */
  listNow(): Promise<Set<string>>;
  /** Takes a new snapshot of the database and returns the file ids that its rows reference. */
  listOfSnapshot(): Promise<Set<string>>;
  /** Adds the file to the archive; returns false if the store does not have it. */
  add(fileId: string): Promise<boolean>;
}

/**
 * Adds every file that a snapshot's rows reference, while files are being stored and removed. Most are added before the
 * snapshot is taken. If a file is removed after the snapshot but before it is added, a new snapshot without its row is
 * taken; then only files stored meanwhile remain to be added. `missing` lists files that were not in the store after
 * two consecutive snapshots although both reference them: they were lost long before and must not prevent a backup.
 */
export async function gatherFiles({ listNow, listOfSnapshot, add }: Steps) {
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
  throw new Error(`Files were removed faster than they could be copied, ${maxRounds} times`);
}
