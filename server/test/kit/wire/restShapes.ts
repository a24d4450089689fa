/** The `data` of REST responses, as tests read it: the shapes that the routes declare. */
import type { z } from "zod";
import type { restApplicant } from "../../../modules/applicant/applicant.rest";
import type { restCountry, restVisa, restVisaInFull } from "../../../modules/catalogue/catalogue.rest";
import type { restRequestFields } from "../../../modules/visaRequest/visaRequest.rest";
import type { Read } from "./read";

export type RestApplicant = Read<z.infer<typeof restApplicant>>;
export type RestCountry = Read<z.infer<typeof restCountry>>;
export type RestVisa = Read<z.infer<typeof restVisa>>;
export type RestVisaInFull = Read<z.infer<typeof restVisaInFull>>;
export type RestRequest = Read<
  z.infer<z.ZodObject<typeof restRequestFields>> & { visaApplicants: z.infer<typeof restApplicant>[] }
>;

export interface RestUser {
  userId: string;
  name: string;
  phoneNumber: string;
  email: string;
}
