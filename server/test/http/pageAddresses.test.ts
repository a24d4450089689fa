import { beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { readCanonical, readMeta, readWords } from "../kit/wire/readPage";
import { RunningServer } from "../kit/server/runningServer";

/** The responses at page addresses: a page, a redirect or 404. */

const visaUrl = "bahrain-14-days-tourist-visa-single-entry";

let server: RunningServer;
beforeAll(async () => {
  server = RunningServer.shared();
});

const get = (path: string) =>
  fetch(server.url + path, { redirect: "manual", headers: { accept: "text/html" } });

describe("page addresses:", () => {
  test.each([
    ["a visa's slug in another letter case", () => `/visa/${visaUrl.toUpperCase()}`, `/visa/${visaUrl}`],
    ["a country's slug instead of a visa's", () => "/visa/Bahrain", "/visas/bahrain"],
    ["a country in another letter case", () => "/visas/BAHRAIN", "/visas/bahrain"],
    ["an abbreviation", () => "/visas/UAE", "/visas/united-arab-emirates"],
    ["a city", () => "/visas/abu-dhabi", "/visas/united-arab-emirates"],
    ["a city instead of a visa", () => "/visa/dubai", "/visas/united-arab-emirates"],
    ["an accent", () => `/visas/${encodeURIComponent("Türkiye")}`, "/visas/turkey"],
    ["a missing accent", () => "/visas/turkiye", "/visas/turkey"],
    ["an older name", () => "/visas/burma", "/visas/myanmar"],
    ["a slash at the end", () => "/visas/bahrain/", "/visas/bahrain"],
    ["a page in another letter case", () => "/About", "/about"],
  ])("an address with %s is redirected permanently", async (_what, from, to) => {
    const response = await get(`${from()}?utm_source=mail`);
    expect([response.status, response.headers.get("location")]).toEqual([301, `${to}?utm_source=mail`]);
  });

  test("an address with a visa's id is redirected to the visa's slug", async () => {
    const { visaId } = (await callGraphql(server, documents.visaId, { variables: { visaUrl } })).data.visa;
    for (const id of [visaId, visaId.toUpperCase()]) {
      const response = await get(`/visa/${id}`);
      expect([response.status, response.headers.get("location")]).toEqual([301, `/visa/${visaUrl}`]);
    }
  });

  test.each([
    ["/visa", "Visa not found!"],
    ["/visa/", "Visa not found!"],
    ["/visa/nope", "Visa not found!"],
    ["/visa/7a0ad1a7-5b04-4d0a-8f0f-3f1d8a0f7b11", "Visa not found!"],
    ["/visas/nope", "Page not found"],
    ["/no-such-page", "Page not found"],
    ["//other.example/about/us", "Page not found"],
    ["/visas//bahrain", "Page not found"],
    ["/index.html", "Page not found"],
    ["/.vite/manifest.json", "Page not found"],
  ])("%s gets 404 with an explanation and links, and is not indexed", async (path, title) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(readWords(html)).toContain(title);
    expect(readWords(html)).toContain("Where are you going?");
    expect(readMeta(html, "robots")).toBe("noindex");
    expect(readCanonical(html)).toEqual([]);
  });

  test.each([
    "/visa/applications",
    "/profile",
    "/visarequest/1",
    "/visaapplicants/1",
    "/application/1",
    "/logout",
    "/staff",
    "/staff/case/1",
  ])("%s is private: it is neither rendered on the server nor indexed", async (path) => {
    const response = await get(path);
    const html = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(readMeta(html, "robots")).toBe("noindex");
    // This text is only for browsers without JavaScript.
    expect(readWords(html).trim()).toBe("Turn on JavaScript to log in, apply and pay.");
  });
});
