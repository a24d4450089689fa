import { expect, test } from "@jest/globals";
import { graphql } from "graphql";
import type { Services } from "../services";
import { makeLoaders } from "./loaders";
import { makeSchemas } from "./schemas";

test("a mutation does not return cached data that an earlier mutation of the same operation has read", async () => {
  let left = ["a", "b", "c"];
  const services = {
    applicants: {
      remove: async (_caller: unknown, removed: string) => {
        left = left.filter((id) => id !== removed);
        return { visaRequestId: "request" };
      },
      findWithConsents: async () =>
        left.map((visaApplicantId) => ({
          applicant: { visaApplicantId, visaRequestId: "request" },
          consent: null,
        })),
    },
  } as unknown as Services;
  const { data, errors } = await graphql({
    schema: makeSchemas("schema").open,
    source: `mutation {
      first: removeVisaApplicant(input: { visaApplicantId: "a" }) { ...shown }
      second: removeVisaApplicant(input: { visaApplicantId: "b" }) { ...shown }
    }
    fragment shown on RemoveVisaApplicantPayload { visaRequest { visaApplicants { visaApplicantId } } }`,
    contextValue: { services, loaders: makeLoaders(services), caller: {} },
  });
  expect(errors).toBeUndefined();
  const shown = (ids: string[]) => ({
    visaRequest: { visaApplicants: ids.map((visaApplicantId) => ({ visaApplicantId })) },
  });
  expect(data).toEqual({ first: shown(["b", "c"]), second: shown(["c"]) });
});
