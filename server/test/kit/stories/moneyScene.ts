import { addApplicant } from "./applicants";
import { makeSmallFiles, type PassportFiles } from "../personas/applicantFiles";
import { FakeRazorpay } from "../standIns/fakeRazorpay";
import { order, readPayments } from "./paying";
import { editDatabase } from "../data/editDatabase";
import { readTables, type Tables } from "../data/readTables";
import { TestServer } from "../server/testServer";
import { signedInTraveller, type Traveller } from "../personas/traveller";
import { waitFor } from "../waitFor";

type WebhookRow = Tables["webhook_event"][number];
type Webhook = ReturnType<FakeRazorpay["makeWebhook"]>;

/** A server, and a gateway that tests can make fail, without a browser. */
export class MoneyScene {
  private constructor(
    readonly gateway: FakeRazorpay,
    readonly server: TestServer,
    readonly files: PassportFiles,
  ) {}

  static async set(settings: Record<string, string> = {}): Promise<MoneyScene> {
    const gateway = await FakeRazorpay.start();
    const server = await TestServer.start({
      ...gateway.settings,
      PROVIDER_TIMEOUT_SECONDS: "3",
      ...settings,
    });
    return new MoneyScene(gateway, server, await makeSmallFiles());
  }

  async clear(): Promise<void> {
    await this.server.dispose();
    await this.gateway.close();
  }

  /** Makes all rows of the table due now. */
  async endPause(table: "refund" | "webhook_event"): Promise<void> {
    await editDatabase(this.server, `UPDATE ${table} SET "nextTryAt" = ?`, [new Date().toISOString()]);
  }

  async readyToPay(): Promise<Traveller> {
    const traveller = await signedInTraveller(this.server).withRequest();
    await addApplicant(traveller, this.files);
    traveller.request = await traveller.readRequest();
    return traveller;
  }

  async withOrder(): Promise<Traveller> {
    const traveller = await this.readyToPay();
    traveller.order = (await order(traveller)).data.createPaymentOrder.order;
    return traveller;
  }

  /** Posts a webhook; returns the status. */
  async post({ body, headers }: Webhook): Promise<number> {
    const url = `${this.server.url}/api/payment/webhook`;
    const response = await fetch(url, { method: "POST", body, headers });
    await response.arrayBuffer();
    return response.status;
  }

  async readEvents(): Promise<WebhookRow[]> {
    return (await readTables(this.server, ["webhook_event"])).webhook_event;
  }

  /** Waits until the webhook's inbox row satisfies the condition, and returns the row. */
  async untilEvent({ headers }: Webhook, isSo: (event: WebhookRow) => boolean): Promise<WebhookRow> {
    const id = headers["x-razorpay-event-id"];
    let found: WebhookRow | undefined;
    await waitFor(`the event ${id} satisfies the condition`, async () => {
      found = (await this.readEvents()).find((event) => event.webhookEventId === id);
      return found !== undefined && isSo(found);
    });
    return found!;
  }

  /** Posts a webhook, expects it to be accepted, and returns its row once it is processed. */
  async tell(webhook: Webhook): Promise<WebhookRow> {
    const status = await this.post(webhook);
    if (status !== 200) throw new Error(`The webhook was answered with ${status}`);
    return this.untilEvent(webhook, ({ state }) => state !== "PENDING");
  }

  async untilPaid(traveller: Traveller): Promise<void> {
    await waitFor("the application is paid", async () => {
      traveller.request = await traveller.readRequest();
      return traveller.request.paymentStatus === "PAID";
    });
  }

  /** Returns the outcomes of the traveller's payments. */
  async outcomes(traveller: Traveller): Promise<string[]> {
    return (await readPayments(traveller)).map(({ outcome }) => outcome);
  }
}
