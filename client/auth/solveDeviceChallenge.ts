import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** In ms. Every device finds the solution sooner; the challenge itself expires after five minutes. */
const timeout = 60_000;

/**
 * Solves the proof of work that the server requires from new devices when many codes are requested. The
 * browser hashes off the main thread, so the page stays responsive. Returns undefined on a timeout.
 */
export async function solveDeviceChallenge(text: string): Promise<string | undefined> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}
