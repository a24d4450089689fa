/** The product's SDL with resolvers that do only as much as the workloads need. */
import { makeExecutableSchema } from "@graphql-tools/schema";
import { print, type GraphQLSchema } from "graphql";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Session } from "../../core/principal";
import { readSdl } from "../../platform/graphql/sdl";
import { decryptPassportNumber } from "../../modules/applicant/applicant.crypto";
import type { Catalogue } from "../../modules/catalogue/catalogue.rules";
import { fileLinks } from "../../modules/file/file.rules";
import { SignedLinks } from "../../platform/http/signedLinks";
import { maxFileBytes, maxFiles, maxRequestBytes, type FilePurpose } from "../../modules/file/file.rules";
import { splitPrice } from "../../modules/visaRequest/pricing.rules";
import type { VisaRequestEntity } from "../../modules/visaRequest/visaRequest.entity";
import type { RequestStore, Traveller } from "./requestStore";

/** The context of one operation. */
export interface BenchContext {
  viewer: Session | undefined;
}

interface Parts {
  catalogue: Catalogue;
  keys: KeyRing;
  store: RequestStore;
}

export function makeSchema({ catalogue, keys, store }: Parts): GraphQLSchema {
  const links = new SignedLinks(keys.linkKeys, { now: () => new Date() }, fileLinks);
  const linkTo = (purpose: FilePurpose) => (traveller: Traveller, _args: unknown, context: BenchContext) => {
    const file = fileOf(traveller, purpose);
    return file ? links.sign([file.fileId], signedIn(context)).url : null;
  };
  const typeOf = (purpose: FilePurpose) => (traveller: Traveller) => fileOf(traveller, purpose)?.contentType;

  const known = new WeakMap<VisaRequestEntity, Promise<Traveller[]>>();
  /** Loads the applicants once for all fields of an application. */
  const travellersOf = (request: VisaRequestEntity) => {
    const travellers = known.get(request) ?? store.findTravellers(request.visaRequestId);
    known.set(request, travellers);
    return travellers;
  };

  const resolvers = {
    Query: {
      siteInfo: () => ({ uploadLimits: { maxFileBytes, maxFiles, maxRequestBytes } }),
      country: (_root: unknown, { countryUrl }: { countryUrl: string }) =>
        catalogue.countryByUrl.get(countryUrl.toLowerCase()) ?? null,
      popularVisas: (_root: unknown, { first }: { first: number }) => catalogue.popularVisas.slice(0, first),
      visas: (_root: unknown, { first }: { first: number }) => ({
        nodes: catalogue.visas.slice(0, first),
        totalCount: catalogue.visas.length,
      }),
      visaRequest: async (
        _root: unknown,
        { visaRequestId }: { visaRequestId: string },
        context: BenchContext,
      ) => (await store.findRequest(visaRequestId, signedIn(context).userId)) ?? null,
    },
    Mutation: {
      createVisaRequest: async (
        _root: unknown,
        { input }: { input: { visaId: string } },
        context: BenchContext,
      ) => {
        const { userId } = signedIn(context);
        const visa = catalogue.visaById.get(input.visaId);
        if (!visa) throw new Error("Not found");
        return { visaRequest: await store.create(userId, visa), userErrors: [] };
      },
    },
    VisaRequest: {
      visaApplicants: travellersOf,
      priceLines: async (request: VisaRequestEntity) =>
        splitPrice(
          request,
          (await travellersOf(request)).map(({ travelerType }) => travelerType),
        ),
    },
    VisaApplicant: {
      passportNumber: (traveller: Traveller) => decryptPassportNumber(keys, traveller),
      profileSrc: linkTo("PHOTO"),
      passportFrontSrc: linkTo("PASSPORT_FRONT"),
      passportBackSrc: linkTo("PASSPORT_BACK"),
      approvedVisaSrc: linkTo("VISA"),
      passportFrontType: typeOf("PASSPORT_FRONT"),
      passportBackType: typeOf("PASSPORT_BACK"),
      visaApplicationDocuments: ({ files }: Traveller) =>
        files.filter(({ purpose }) => purpose === "DOCUMENT"),
      corrections: ({ visaApplicantId, visaApplicantStatus }: Traveller) =>
        visaApplicantStatus === "ACTION_REQUIRED" ? store.findCorrections(visaApplicantId) : [],
      // Always empty, because the generated applicants need no documents.
      requiredDocuments: () => [],
    },
  };
  return makeExecutableSchema({ typeDefs: print(readSdl("schema")), resolvers });
}

function fileOf({ files }: Traveller, purpose: FilePurpose) {
  return files.find((file) => file.purpose === purpose);
}

function signedIn({ viewer }: BenchContext): Session {
  if (!viewer) throw new Error("Please log in");
  return viewer;
}
