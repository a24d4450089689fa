/**
 * `checkout.js`: `window.Razorpay` with the options, callbacks and `payment.failed` event of the real one. A
 * string, because the server is bundled and has no assets folder at run time. The host page's CSP forbids
 * inline styles, so styles are set through the CSSOM. Must not contain backticks or `${`, which would end the template
 * literal or start an expression.
 */
export const checkoutScript = `(() => {
  "use strict";
  const script = document.currentScript;
  const base = new URL(".", (script && script.src) || new URL("/razorpay-sandbox/checkout.js", location.href));
  const SENDER = "razorpay-sandbox";

  class Razorpay {
    constructor(options) {
      if (!options || !options.key) throw new Error("No key passed");
      this.options = options;
      this.listeners = {};
      this.shown = null;
    }

    on(event, listener) {
      (this.listeners[event] = this.listeners[event] || []).push(listener);
      return this;
    }

    open() {
      if (this.shown) return this;
      const shown = {
        dialog: buildDialog(),
        frame: buildFrame(this.options),
        focused: document.activeElement,
        overflow: document.documentElement.style.overflow,
        failures: 0,
      };
      shown.receive = (event) => {
        if (event.origin !== base.origin || event.source !== shown.frame.contentWindow) return;
        if (event.data && event.data.sender === SENDER) this.take(event.data);
      };
      this.shown = shown;
      window.addEventListener("message", shown.receive);
      shown.dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        this.take({ type: "escape" });
      });
      // Dismisses here too, because some browsers close a dialog on the second Escape even if the page prevents it.
      shown.dialog.addEventListener("close", () => {
        if (this.shown === shown) this.dismiss();
      });
      shown.dialog.append(shown.frame);
      document.body.append(shown.dialog);
      document.documentElement.style.overflow = "hidden";
      shown.dialog.showModal();
      shown.dialog.focus();
      return this;
    }

    /** Removes the checkout without a callback. */
    close() {
      const shown = this.shown;
      if (!shown) return;
      this.shown = null;
      window.removeEventListener("message", shown.receive);
      document.documentElement.style.overflow = shown.overflow;
      if (shown.dialog.open) shown.dialog.close();
      shown.dialog.remove();
      giveFocus(shown.focused);
    }

    take(message) {
      const shown = this.shown;
      if (!shown) return;
      const modal = this.options.modal || {};
      if (message.type === "ready") {
        shown.frame.focus();
        shown.frame.contentWindow.postMessage(
          {
            sender: SENDER,
            type: "open",
            name: text(this.options.name),
            description: text(this.options.description),
            color: text((this.options.theme || {}).color),
          },
          base.origin,
        );
      } else if (message.type === "paid") {
        this.close();
        if (typeof this.options.handler === "function") this.options.handler(message.answer);
      } else if (message.type === "failed") {
        shown.failures += 1;
        for (const listener of this.listeners["payment.failed"] || []) listener(message.answer);
        if (this.shown === shown && shown.failures > allowedRetries(this.options.retry)) this.dismiss();
      } else if (message.type === "dismiss") {
        this.dismiss();
      } else if (message.type === "close" || (message.type === "escape" && modal.escape !== false)) {
        if (!modal.confirm_close || window.confirm("Leave this payment?")) this.dismiss();
      }
    }

    dismiss() {
      const focused = this.shown.focused;
      const modal = this.options.modal || {};
      this.close();
      if (typeof modal.ondismiss === "function") modal.ondismiss();
      // Waits, because the button that opened the checkout is often disabled until ondismiss has run.
      setTimeout(() => {
        if (!document.activeElement || document.activeElement === document.body) giveFocus(focused);
      });
    }
  }

  function buildDialog() {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    dialog.setAttribute("aria-label", "Test payment");
    dialog.tabIndex = -1;
    Object.assign(dialog.style, {
      position: "fixed",
      inset: "0",
      boxSizing: "border-box",
      width: "100%",
      height: "100%",
      maxWidth: "100%",
      maxHeight: "100%",
      margin: "0",
      padding: "0",
      border: "0",
      outline: "0",
      overflow: "hidden",
      display: "flex",
      alignItems: "center",
      justifyContent: "center",
      background: "rgba(15, 23, 42, 0.65)",
    });
    return dialog;
  }

  function buildFrame(options) {
    const frame = document.createElement("iframe");
    const address = new URL("checkout", base);
    address.searchParams.set("order_id", text(options.order_id));
    address.searchParams.set("key_id", text(options.key));
    frame.src = address.href;
    frame.title = "Test payment";
    Object.assign(frame.style, {
      width: "100%",
      maxWidth: "26rem",
      height: "100%",
      maxHeight: "38rem",
      border: "0",
      background: "#fff",
      colorScheme: "light",
    });
    return frame;
  }

  /** Returns how many failed payments can be retried before the checkout closes. */
  function allowedRetries(retry) {
    if (retry === false || (retry && retry.enabled === false)) return 0;
    return retry && typeof retry.max_count === "number" ? retry.max_count : Infinity;
  }

  function giveFocus(element) {
    if (element && element.isConnected && typeof element.focus === "function") element.focus();
  }

  function text(value) {
    return value === undefined || value === null ? "" : String(value);
  }

  window.Razorpay = Razorpay;
})();
`;
