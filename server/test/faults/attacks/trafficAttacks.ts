import { signedInTraveller } from "../../kit/personas/traveller";
import { asGraphql, from, storeBody, type AttackRows } from "./scene";

/** Cheap requests in large numbers. */
export const trafficAttacks: AttackRows = {
  "searches of 16 visitors": async () =>
    Array.from({ length: 16 }, (_, index) => ({
      way: "loop",
      connections: 1,
      from: `127.0.1.${index + 1}`,
      method: "GET",
      path: "/visas?q={any}",
    })),
  "/readyz by 100 connections": async () => [
    { way: "loop", connections: 100, from, method: "GET", path: "/readyz" },
  ],
  "400 connections of one account": async (scene) => {
    const traveller = await signedInTraveller(scene.server).withRequest();
    const { visaId } = traveller.request;
    const query = `mutation { createVisaRequest(input: { visaId: "${visaId}" }) { visaRequest { visaRequestId } } }`;
    const bodyFile = await storeBody(scene, "create.json", JSON.stringify({ query }));
    return [{ way: "loop", connections: 400, bodyFile, ...asGraphql(traveller) }];
  },
};
