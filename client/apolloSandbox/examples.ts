import applications from "../../docs/api/examples/applications.graphql?raw";
import createApplication from "../../docs/api/examples/createApplication.graphql?raw";
import requestCode from "../../docs/api/examples/requestCode.graphql?raw";
import requirements from "../../docs/api/examples/requirements.graphql?raw";
import verifyCode from "../../docs/api/examples/verifyCode.graphql?raw";
import visas from "../../docs/api/examples/visas.graphql?raw";

interface Example {
  name: string;
  document: string;
  variables?: Record<string, string>;
}

const phoneNumber = "+919876543210";

/** The operations offered, in the order in which a developer needs them. The first one works without a login. */
export const examples: readonly Example[] = [
  { name: "What visas cost", document: visas },
  { name: "What a country requires", document: requirements, variables: { countryUrl: "vietnam" } },
  { name: "Sign in: request a code", document: requestCode, variables: { phoneNumber } },
  {
    name: "Sign in: send the code",
    document: verifyCode,
    variables: { phoneNumber, otp: "the six digits", handle: "from the previous response" },
  },
  {
    name: "Start an application",
    document: createApplication,
    variables: { visaId: "from What visas cost", travelDate: "YYYY-MM-DD", idempotencyKey: "any text" },
  },
  { name: "List your applications", document: applications },
];
