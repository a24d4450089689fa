/**
 * Applications to which events happen in every order. Uses the real services on a separate database and a gateway over
 * HTTP. Without a browser, this is fast enough for thousands of applications.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../app/config";
import { PaymentOrderEntity } from "../../../modules/payment/payment.entity";
import { UserEntity } from "../../../modules/user/user.entity";
import { VisaRequestEntity } from "../../../modules/visaRequest/visaRequest.entity";
import type { Database } from "../../../platform/db/database";
import { openDatabase } from "../../../platform/db/openDatabase";
import { openServices, type Services } from "../../../app/services";
import { databaseSettings } from "../server/testDatabase.mjs";
import { FakeRazorpay } from "../standIns/fakeRazorpay";
import { MoneyStory, visaFee } from "./moneyStory";
import { entities } from "../../../app/entities";

/** The visa fee, our fee and its GST. */
const price = visaFee + 589;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
export class MoneyWorld {
  #count = 0;

  private constructor(
    readonly gateway: FakeRazorpay,
    readonly services: Services,
    readonly db: Database,
    readonly folder: string,
    readonly owner: UserEntity,
  ) {}

  static async make(): Promise<MoneyWorld> {
    const gateway = await FakeRazorpay.start();
    const folder = await mkdtemp(join(tmpdir(), "visaport-money-"));
    const settings = { ...gateway.settings, ...(await databaseSettings(folder)) };
    const config = readConfig({ NODE_ENV: "test", DATA_DIR: folder, PORT: "1", ...settings });
    const services = await openServices(config, silent);
    const db = await openDatabase(config.database, entities, silent);
    const at = new Date().toISOString();
    const owner: UserEntity = {
      userId: randomUUID(),
      phoneNumber: "+919876543210",
      kind: "PERSON",
      name: "Asha",
      email: null,
      createdAt: at,
      lastSeenAt: at,
      formerNumber: null,
      identityTries: 0,
    };
    await db.write((transaction) => transaction.insert(UserEntity, owner));
    return new MoneyWorld(gateway, services, db, folder, owner);
  }

  async clear(): Promise<void> {
    await this.db.close();
    await this.services.close();
    await this.gateway.close();
    await rm(this.folder, { recursive: true });
  }

  /** Creates an unpaid application with an order at the gateway. */
  async begin(): Promise<MoneyStory> {
    const at = new Date().toISOString();
    const request: VisaRequestEntity = {
      visaRequestId: randomUUID(),
      visaReferenceNo: `VP-${++this.#count}`,
      userId: this.owner.userId,
      visaId: "v",
      requirementListId: null,
      leadSource: "B2C",
      visaName: "30 Days",
      countryName: "Nowhere",
      pricePerApplicant: visaFee,
      childPrice: null,
      serviceFeeRate: 499,
      gstPercent: 18,
      netPrice: visaFee,
      serviceFee: 499,
      gst: 90,
      totalPrice: price,
      travelDate: "2030-01-01",
      expectedDate: "2029-12-01",
      noOfApplicants: 1,
      email: null,
      mobile: this.owner.phoneNumber,
      externalReference: null,
      followerId: null,
      visaRequestStatus: "PENDING",
      paymentStatus: "PENDING",
      paymentGateway: null,
      paymentGatewayNo: null,
      priceVersion: 1,
      version: 1,
      createdAt: at,
      changedAt: null,
      assignedStaffId: null,
      assignedAt: null,
      waitingSince: null,
      papersRemovedAt: null,
      documentReminderAt: null,
    };
    const razorpayOrderId = this.gateway.openOrder(price * 100, `${request.visaReferenceNo}/1`);
    await this.db.write(async (transaction) => {
      await transaction.insert(VisaRequestEntity, request);
      await transaction.insert(PaymentOrderEntity, {
        paymentOrderId: randomUUID(),
        visaRequestId: request.visaRequestId,
        razorpayOrderId,
        receipt: `${request.visaReferenceNo}/1`,
        amount: price * 100,
        priceVersion: 1,
        state: "OPEN",
        nextAskAt: null,
        handedOutAt: at,
        createdAt: at,
      });
    });
    return new MoneyStory(this, request.visaRequestId, razorpayOrderId);
  }
}
