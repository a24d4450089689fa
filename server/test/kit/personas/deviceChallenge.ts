import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** Solves the proof of work for a new device, as a partner's program does; returns the `deviceSolution`. */
export async function solveDeviceChallenge(deviceChallenge: string): Promise<string> {
  const challenge = JSON.parse(deviceChallenge) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
