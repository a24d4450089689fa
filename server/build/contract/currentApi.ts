/** The public API of this working tree, and the files of the last release. */
import "reflect-metadata";
import { readFileSync } from "node:fs";
import { listRoutes } from "../../app/restPlugin";
import type { Services } from "../../app/services";
import { printPublicSdl, readReleaseDay, releasedSdl } from "../../platform/graphql/sdl";
import { describeRoutes } from "../../platform/rest/describeRoutes";

export const files = {
  sdl: `schema/${releasedSdl}`,
  openApi: "schema/released/openapi.json",
  changelog: "docs/api/changelog.md",
} as const;

export interface Api {
  sdl: string;
  openApi: object;
}

/** Needs no services, because the routes are described, not called. */
export function readCurrentApi(): Api {
  const world = { basePath: "", name: "live" } as const;
  const site = { brand: "Visaport", supportEmail: "support@visaport.example", world };
  return { sdl: printPublicSdl("schema"), openApi: describeRoutes(listRoutes({} as Services), site) };
}

export function readReleasedApi(): Api & { day: string } {
  return {
    day: readReleaseDay("schema"),
    sdl: readFileSync(files.sdl, "utf8"),
    openApi: JSON.parse(readFileSync(files.openApi, "utf8")) as object,
  };
}
