import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { publicRefundTable } from "../../modules/payment/refund/refund.rules";
import { callGraphql } from "../kit/wire/callApi";
import { editDatabase } from "../kit/data/editDatabase";
import { findData, readCanonical, readMeta, readStructuredData, readWords } from "../kit/wire/readPage";
import { TestServer } from "../kit/server/testServer";
import { homePage, publicSlugs, visaOfPage } from "./http.generated";

/** Pages for clients without JavaScript: search engines, link previews, `curl`. */

const publicUrl = "https://visas.example";
const visaUrl = "bahrain-14-days-tourist-visa-single-entry";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ PUBLIC_URL: publicUrl, BRAND_NAME: "Visa & Co" });
});
afterAll(() => server.dispose());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { redirect: "manual", headers: { accept: "text/html", ...headers } });
const read = async (path: string) => (await get(path)).text();

const findVisa = async () => (await callGraphql(server, visaOfPage, { variables: { visaUrl } })).data.visa;

test("a private page says what to do without JavaScript", async () => {
  expect(await read("/profile")).toContain("<noscript>");
  expect(readWords(await read("/profile"))).toContain("Turn on JavaScript to log in, apply and pay.");
});

describe("the page of a visa, without JavaScript", () => {
  test("contains its name, price, documents, questions and terms", async () => {
    const [visa, html] = await Promise.all([findVisa(), read(`/visa/${visaUrl}`)]);
    const text = readWords(html);
    const { visaFee, serviceFee, total } = visa.priceSummary;
    for (const part of [
      visa.visaName,
      "Price Summary",
      `INR ${visaFee}/-`,
      `INR ${serviceFee}/-`,
      `INR ${total}/-`,
    ])
      expect(text).toContain(part);
    const documents = visa.country.visaDocuments.filter((one) => one.visaType === "TOURIST");
    expect(documents.length).toBeGreaterThan(0);
    for (const { documentName } of documents) expect(text).toContain(documentName);
    for (const { question, answer } of visa.country.visaFAQs) {
      expect(text).toContain(question);
      expect(text).toContain(answer);
    }
    for (const { termsandConditions } of visa.country.visaTerms) expect(text).toContain(termsandConditions);
  });

  test("has a title, a description, keywords, one canonical address and a picture for link previews", async () => {
    const html = await read(`/visa/${visaUrl}`);
    expect(html).toContain("<title>14 Days Tourist Visa Visa for Bahrain | Visa &amp; Co</title>");
    expect(readMeta(html, "description")).toContain("INR 2898/-");
    expect(readMeta(html, "keywords")).toContain("Bahrain visa");
    expect(readCanonical(html)).toEqual([`${publicUrl}/visa/${visaUrl}`]);
    expect(readMeta(html, "og:title")).toBe("14 Days Tourist Visa Visa for Bahrain | Visa & Co");
    expect(readMeta(html, "og:url")).toBe(`${publicUrl}/visa/${visaUrl}`);

    const picture = await get(new URL(readMeta(html, "og:image")).pathname);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test("gives search engines the total price, the questions and the breadcrumbs, but no rating", async () => {
    const [visa, html] = await Promise.all([findVisa(), read(`/visa/${visaUrl}`)]);
    expect(findData(html, "Product").offers).toMatchObject({
      "@type": "Offer",
      price: visa.priceSummary.total,
      priceCurrency: "INR",
      url: `${publicUrl}/visa/${visaUrl}`,
    });
    const questions = findData(html, "FAQPage").mainEntity.map((one) => [one.name, one.acceptedAnswer.text]);
    expect(questions).toEqual(visa.country.visaFAQs.map((one) => [one.question, one.answer]));
    const steps = findData(html, "BreadcrumbList").itemListElement.map((one) => one.item);
    expect(steps).toEqual([`${publicUrl}/`, `${publicUrl}/visas/bahrain`, `${publicUrl}/visa/${visaUrl}`]);
    expect(JSON.stringify(readStructuredData(html))).not.toMatch(/rating|269|10K/i);
  });
});

describe("the other public pages, without JavaScript", () => {
  test("the home page lists the popular visas with prices, and the company's contact details", async () => {
    const html = await read("/");
    const { data } = await callGraphql(server, homePage);
    expect(data.popularVisas).toHaveLength(12);
    for (const visa of data.popularVisas) {
      expect(readWords(html)).toContain(visa.visaName);
      expect(readWords(html)).toContain(`INR ${visa.adultPrice}/-`);
      expect(html).toContain(`href="/visa/${visa.visaUrl}"`);
    }
    expect(readWords(html)).toContain("Search and Secure Your Visa on Time");
    expect(findData(html, "Organization").contactPoint.email).toBe(data.siteInfo.supportEmail);
  });

  test("a country's page lists the country's visas and questions, and states its price range", async () => {
    const html = await read("/visas/bahrain");
    const { country } = await findVisa();
    expect(readWords(html)).toContain("Bahrain Visas");
    for (const one of country.visas) expect(html).toContain(`href="/visa/${one.visaUrl}"`);
    for (const { answer } of country.visaFAQs) expect(readWords(html)).toContain(answer);
    const { lowPrice, highPrice, offerCount } = findData(html, "Product").offers;
    expect([lowPrice, highPrice, offerCount]).toEqual([2399, 13499, country.visas.length]);
  });

  test("a search works through a GET request", async () => {
    const text = readWords(await read("/visas?q=BAH"));
    expect(text).toMatch(/Bahrain from/i);
    const main = text.slice(0, text.indexOf("Explore Visas"));
    expect(main).toContain("Bahrain");
    expect(main).not.toContain("Oman");
    expect(readWords(await read("/visas?q=zzz"))).toMatch(/No country matches/);
  });

  test.each([
    ["/about", "About"],
    ["/contact", "Contact"],
    ["/privacy", "May 05, 2024"],
    ["/fav", "Favourites"],
  ])("%s shows its content", async (path, text) => {
    expect(readWords(await read(path))).toContain(text);
  });
});

describe("the response for a page", () => {
  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])("is sent with the encoding %s if the browser accepts it", async (accepted, sent) => {
    const response = await get("/visas/bahrain", { "accept-encoding": accepted });
    expect(response.headers.get("content-encoding")).toBe(sent);
    expect(response.headers.get("vary")).toMatch(/accept-encoding/i);
    expect(await response.text()).toContain("Bahrain Visas");
  });

  test("links to a script that was compressed at build time, not on request", async () => {
    const script = `/${/assets\/react-[^"]+\.js/.exec(await read("/"))![0]}`;
    const lengths: number[] = [];
    for (const accepted of ["identity", "gzip", "br"]) {
      const response = await get(script, { "accept-encoding": accepted });
      const { headers } = response;
      expect([accepted, headers.get("content-encoding") ?? "identity"]).toEqual([accepted, accepted]);
      expect(headers.get("content-type")).toMatch(/javascript/);
      expect(headers.get("vary")).toMatch(/accept-encoding/i);
      expect(headers.get("cache-control")).toContain("immutable");
      expect((await response.text()).length).toBeGreaterThan(200_000);
      // Compression on request would omit content-length.
      lengths.push(Number(headers.get("content-length")));
    }
    const [plain, zipped, brotli] = lengths as [number, number, number];
    expect(brotli).toBeGreaterThan(0);
    expect(brotli).toBeLessThan(zipped);
    expect(zipped).toBeLessThan(plain / 3);
    expect((await get(`${script}.br`)).status).toBe(404);
  });

  test("is not sent again to a client that has the page", async () => {
    const first = await get("/visas/bahrain");
    const etag = first.headers.get("etag")!;
    const second = await get("/visas/bahrain", { "if-none-match": etag });
    expect([second.status, await second.text()]).toEqual([304, ""]);
    expect((await get("/visas/oman", { "if-none-match": etag })).status).toBe(200);
  });

  test("links to existing styles and scripts, and has none inline", async () => {
    const html = await read(`/visa/${visaUrl}`);
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(
      ([, file]) => file!,
    );
    expect(files.filter((file) => file.endsWith(".css")).length).toBeGreaterThan(1);
    for (const file of files) expect((await get(file)).status).toBe(200);
    expect(html).not.toMatch(/<style|style="|<script>|onclick=/);
  });
});

test("the manifest contains the brand name", async () => {
  const response = await get("/manifest.webmanifest");
  expect(response.headers.get("content-type")).toContain("application/manifest+json");
  expect(await response.json()).toMatchObject({ name: "Visa & Co", short_name: "Visa & Co", start_url: "/" });
});

describe("for search engines", () => {
  test("sitemap.xml lists every public page and nothing else", async () => {
    const response = await get("/sitemap.xml");
    expect(response.headers.get("content-type")).toContain("application/xml");
    const listed = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
    const { data } = await callGraphql(server, publicSlugs);
    const wanted = [
      ...["/", "/visas", "/about", "/contact", "/privacy", "/terms"],
      ...data.countries.flatMap(({ countryUrl, visas }) => [
        `/visas/${countryUrl}`,
        ...visas.map((visa) => `/visa/${visa.visaUrl}`),
      ]),
    ].map((path) => publicUrl + path);
    expect(listed.sort()).toEqual(wanted.sort());
    const paths = listed.map((url) => new URL(url).pathname);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  test("robots.txt excludes private pages, and names the sitemap", async () => {
    const text = await read("/robots.txt");
    for (const path of [
      "/visa/applications",
      "/visarequest",
      "/visaapplicants",
      "/application",
      "/profile",
      "/partners",
      "/take/",
      "/staff",
      "/files/",
    ])
      expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(text).not.toContain("Disallow: /visas");
  });
});

describe("after a restart with other settings and rows", () => {
  // Catalogue texts as an attacker would write them.
  const evil = `</script><script>alert("1")</script><b onclick=x>$& $1`;
  const legalDetails = [
    ["LEGAL_NAME", "Legal name", "Visa & Co Private Limited"],
    ["REGISTERED_ADDRESS", "Registered address", "1 Marine Drive, Mumbai 400001"],
    ["GRIEVANCE_OFFICER", "Grievance officer", "Asha Rao, grievance@visa.example"],
    ["GSTIN", "GSTIN", "27ABCDE1234F1Z5"],
  ] as const;
  let termsBefore: string;
  let unrenderable: string;
  beforeAll(async () => {
    termsBefore = readWords(await read("/terms"));
    await read("/visas/bahrain");
    const { countries } = (await callGraphql(server, publicSlugs)).data;
    const { visas } = countries.find(({ countryUrl }) => countryUrl === "vietnam")!;
    unrenderable = visas.at(-1)!.visaUrl;
    await server.stop();
    for (const [setting, , value] of legalDetails) server.configure({ [setting]: value });
    await editDatabase(server, `UPDATE visa_faq SET question = ?, answer = ?`, [evil, evil]);
    // Exceeds GraphQL's Int, so the visa's page cannot be rendered. Other pages show only the lead visa's price.
    await editDatabase(server, `UPDATE visa SET "adultPrice" = 5000000000 WHERE "visaUrl" = ?`, [
      unrenderable,
    ]);
    await server.start();
  });

  test("the terms list the refund rules, and the operator's legal details if they are set", async () => {
    for (const { when, refunded } of publicRefundTable) expect(termsBefore).toContain(`${when} ${refunded}`);
    expect(termsBefore).not.toContain("Grievance officer");
    const words = readWords(await read("/terms"));
    for (const [, label, value] of legalDetails) expect(words).toContain(`${label} ${value}`);
  });

  test("catalogue texts cannot add HTML to a page, and changed texts appear on it", async () => {
    for (const path of ["/visas/bahrain", `/visa/${visaUrl}`]) {
      const html = await read(path);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<b onclick");
      expect(readWords(html)).toContain("$& $1");
      expect(findData(html, "FAQPage").mainEntity[0].name).toBe(evil);
    }
  });

  test("a page that cannot be rendered is left to the browser, and the error is logged", async () => {
    const answer = await get(`/visa/${unrenderable}`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    const html = await answer.text();
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('"isRendered":false');
    expect(server.output).toContain("unexpected error");
    expect(readWords(await read("/"))).toContain("Bahrain");
  });
});
