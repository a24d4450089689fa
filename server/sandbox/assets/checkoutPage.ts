/** The page inside the checkout's frame. It contains no caller input, only data from the ledger. */
import type { Order } from "../entities";

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Like Razorpay, uses the order's amount instead of the one from the host page. */
export function renderCheckoutPage(order: Order): string {
  if (order.status === "paid") return renderNoticePage("This order has already been paid.");
  return renderPage(
    order.id,
    `<p id="amount">${rupees.format(order.amount / 100)}</p>
      <p id="order">Order ${order.id}</p>
      <p>No money moves. Choose how this payment ends:</p>
      <div class="choices">
        <button type="button" data-outcome="success">Pay (success)</button>
        <button type="button" data-outcome="failure">Fail this payment</button>
        <button type="button" data-outcome="webhook_only">Pay, but close the browser</button>
      </div>`,
  );
}

/** Returns a page that explains why there is nothing to pay. `notice` is trusted text and is not escaped. */
export function renderNoticePage(notice: string): string {
  return renderPage("", `<p>${notice}</p>`);
}

function renderPage(orderId: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Test payment</title>
    <link rel="stylesheet" href="checkout.css" />
    <script src="checkout-page.js" defer></script>
  </head>
  <body>
    <main data-order-id="${orderId}">
      <header>
        <h1 tabindex="-1">TEST PAYMENT</h1>
        <button type="button" id="close" aria-label="Close">✕</button>
      </header>
      <p id="name"></p>
      <p id="description"></p>
      ${content}
      <p id="status" role="status"></p>
      <p id="problem" role="alert"></p>
    </main>
  </body>
</html>
`;
}
