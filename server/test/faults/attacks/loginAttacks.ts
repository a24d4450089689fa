import { storeBody, type AttackRows } from "./scene";

/** Guessed codes and code requests, from many IP addresses. */
export const loginAttacks: AttackRows = {
  "wrong codes from 120 addresses": async (scene) => {
    const query =
      'mutation { verifyOtp(input: { phoneNumber: "+919{digits}", otp: "123456" }) { userErrors { code } } }';
    const bodyFile = await storeBody(scene, "verify.json", JSON.stringify({ query }));
    return ofAddresses(120, 2, bodyFile);
  },
  "code requests from 16 addresses": async (scene) => {
    const query =
      'mutation { requestOtp(input: { phoneNumber: "+919{digits}" }) { sent userErrors { code } } }';
    const bodyFile = await storeBody(scene, "request.json", JSON.stringify({ query }));
    return ofAddresses(16, 4, bodyFile);
  },
};

function ofAddresses(count: number, connections: number, bodyFile: string) {
  return Array.from({ length: count }, (_, index) => ({
    way: "loop" as const,
    connections,
    from: `127.1.${index + 1}.1`,
    method: "POST" as const,
    path: "/graphql",
    headers: { "content-type": "application/json" },
    bodyFile,
  }));
}
