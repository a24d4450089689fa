/** The checkout's assets. Their behaviour in a browser is tested in `client/e2e`. */
import { Script } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { anOrder, Bench, key } from "../test/kit/standIns/sandboxKit";

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open();
});
afterEach(() => bench.close());

describe("the checkout", () => {
  test("serves its styles and syntactically valid scripts", async () => {
    const { origin } = await bench.start();
    for (const path of ["checkout.js", "checkout-page.js"]) {
      const response = await fetch(`${origin}/razorpay-sandbox/${path}`);
      expect(response.headers.get("content-type")).toBe("application/javascript; charset=utf-8");
      expect(new Script(await response.text())).toBeDefined();
    }
    const styles = await fetch(`${origin}/razorpay-sandbox/checkout.css`);
    expect(styles.headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  test("shows TEST PAYMENT and the amount, has no inline code, and can be framed only by the same origin", async () => {
    const { origin, razorpay } = await bench.start();
    const { id } = await razorpay.orders.create(anOrder);
    const response = await fetch(`${origin}/razorpay-sandbox/checkout?order_id=${id}&key_id=${key.key_id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'self'",
    );
    const page = await response.text();
    expect(page).toContain("TEST PAYMENT");
    expect(page).toContain("₹1,499.00");
    expect(page).not.toMatch(/style=|onclick=|<style|<script>/);
  });

  test("shows a notice instead of payment buttons if the key is wrong or the order unknown", async () => {
    const { origin, razorpay } = await bench.start();
    const { id } = await razorpay.orders.create(anOrder);
    for (const [query, status] of [
      [`order_id=${id}&key_id=rzp_test_other`, 401],
      [`order_id=%3Cscript%3E&key_id=${key.key_id}`, 400],
    ] as const) {
      const response = await fetch(`${origin}/razorpay-sandbox/checkout?${query}`);
      expect(response.status).toBe(status);
      expect(await response.text()).not.toMatch(/data-outcome|<script>/);
    }
  });
});
