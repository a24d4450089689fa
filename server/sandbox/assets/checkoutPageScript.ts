/**
 * The script of the page inside the checkout's frame: pays through `POST pay` and notifies the host page,
 * which must have the same origin. A string, for the same reason as `checkoutScript`.
 */
export const checkoutPageScript = `(() => {
  "use strict";
  const SENDER = "razorpay-sandbox";
  const page = document.querySelector("main");
  const heading = document.querySelector("h1");
  const status = document.getElementById("status");
  const problem = document.getElementById("problem");
  const payButtons = [...document.querySelectorAll("button[data-outcome]")];

  const tell = (type, answer) => {
    if (window.parent !== window) {
      window.parent.postMessage({ sender: SENDER, type, answer }, window.location.origin);
    }
  };

  window.addEventListener("message", (event) => {
    if (event.origin !== window.location.origin || event.source !== window.parent) return;
    const message = event.data;
    if (!message || message.sender !== SENDER || message.type !== "open") return;
    document.getElementById("name").textContent = message.name;
    document.getElementById("description").textContent = message.description;
    if (message.color && CSS.supports("color", message.color)) {
      document.documentElement.style.setProperty("--accent", message.color);
    }
    heading.focus();
  });

  for (const button of payButtons) button.addEventListener("click", () => pay(button.dataset.outcome));
  document.getElementById("close").addEventListener("click", () => tell("close"));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    tell("escape");
  });

  async function pay(outcome) {
    show("Processing the test payment…", "");
    setBusy(true);
    try {
      const response = await fetch("pay", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ order_id: page.dataset.orderId, outcome }),
      });
      const answer = await response.json();
      if (!response.ok) show("", answer.error.description);
      else if (answer.error) {
        show("", answer.error.description);
        tell("failed", answer);
      } else if (answer.webhook_only) {
        show("Paid. The page in the background is not notified.", "");
        tell("dismiss");
      } else {
        show("Paid.", "");
        tell("paid", answer);
      }
    } catch {
      show("", "The payment sandbox could not be reached. Please try again.");
    }
    setBusy(false);
  }

  function show(progress, trouble) {
    status.textContent = progress;
    problem.textContent = trouble;
  }

  /** Avoids the disabled attribute, which would lose the focus. */
  function setBusy(busy) {
    for (const button of payButtons) button.setAttribute("aria-disabled", String(busy));
  }

  document.addEventListener(
    "click",
    (event) => {
      if (!event.target.closest("button[aria-disabled=true]")) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  tell("ready");
})();
`;
