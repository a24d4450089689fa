import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { TestServer } from "../kit/server/testServer";

/** Response headers with live payments, on a site that is served by https. */
let razorpay: FakeRazorpay;
let server: TestServer;
beforeAll(async () => {
  razorpay = await FakeRazorpay.start();
  server = await TestServer.start({ ...razorpay.settings, PUBLIC_URL: "https://visas.example" });
});
afterAll(async () => {
  await server.dispose();
  await razorpay.close();
});

const headersOf = async (path: string) =>
  (await fetch(server.url + path, { headers: { accept: "text/html" } })).headers;
const policyOf = (headers: Headers) => headers.get("content-security-policy")!.split(";");

const without = [
  "/",
  "/visas",
  "/visas/oman",
  "/visa/applications",
  "/visarequest/1",
  "/application/1",
  "/profile",
  "/contact",
  "/logout",
  "/nowhere/at/all",
  "/%zz",
  "/healthz",
  "/api/visa/gettop",
];

describe("with live payments", () => {
  test.each(without)("%s allows only its own origin and the map", async (path) => {
    const headers = await headersOf(path);
    expect(policyOf(headers)).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "frame-src 'self' https://www.openstreetmap.org",
      "connect-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "media-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "upgrade-insecure-requests",
    ]);
    expect([...headers.values()].join()).not.toContain("razorpay");
    expect(headers.get("permissions-policy")).toBe(
      "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
    );
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
  });

  test.each(["/visaapplicants/1", "/VisaApplicants/1", "/visaapplicants"])(
    "%s, which opens the checkout, also allows Razorpay's origins, but no others",
    async (path) => {
      const headers = await headersOf(path);
      const policy = policyOf(headers);
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self' https://checkout.razorpay.com",
          "style-src 'self'",
          "frame-src 'self' https://www.openstreetmap.org https://api.razorpay.com https://checkout.razorpay.com",
          "connect-src 'self' https://api.razorpay.com https://lumberjack.razorpay.com",
          "form-action 'self'",
        ]),
      );
      expect(policy).toHaveLength(16);
      expect(headers.get("permissions-policy")).toContain(
        'payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")',
      );
      // A bank's window, which Razorpay's frame opens, must be able to reach its opener.
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    },
  );
});
