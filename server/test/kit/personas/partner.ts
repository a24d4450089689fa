import { partnerEventTypes, toEventName } from "../../../modules/partner/event/partnerEvent.rules";
import { defaultLimits, type ChangeableLimits } from "../../../modules/partner/partner.rules";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";
import { waitFor } from "../waitFor";
import type { DataOf } from "../wire/read";
import { exportProof } from "./codeFor";
import { signInStaff } from "./staff";
import { getChanged, signIn, toStory, Traveller } from "./traveller";

type Partner = DataOf<typeof documents.myPartners>["myPartners"][number];
export type Scope = "READ" | "APPLY" | "PAY" | "WEBHOOKS";
const eventNames = partnerEventTypes.map(toEventName);
const allScopes: Scope[] = ["READ", "APPLY", "PAY", "WEBHOOKS"];

/** The staff member who creates and changes a suite's partners, by the server's URL. */
const staffMembers = new Map<string, Promise<Traveller>>();

/** Runs a staff member's change; if the session has ended, repeats it after a new login. */
async function byStaff<Result>(
  server: RunningServer,
  change: (staff: Traveller) => Promise<Result>,
): Promise<Result> {
  const known = staffMembers.get(server.url) ?? signInStaff(server);
  staffMembers.set(server.url, known);
  try {
    return await change(await known);
  } catch (error) {
    if (!String(error).includes("UNAUTHENTICATED")) throw error;
    const again = signIn(server, (await known).phoneNumber);
    staffMembers.set(server.url, again);
    return change(await again);
  }
}

/** A partner with its owner. */
export class TestPartner {
  #limits: Partial<ChangeableLimits> = {};

  constructor(
    readonly owner: Traveller,
    readonly partnerId: string,
  ) {}

  /**
   * Creates a partner as staff do, because the command takes 0.4 s of CPU time. By default, the owner signs in with a
   * new number.
   */
  static async create(server: RunningServer, name = "Ravi Travels", given?: Traveller): Promise<TestPartner> {
    const owner = given ?? (await signIn(server));
    const input = { name, email: "tech@ravi.example", ownerPhoneNumber: owner.phoneNumber };
    const { partnerId } = await byStaff(server, (staff) => staff.do(documents.staffCreatePartner, input));
    return new TestPartner(owner, partnerId);
  }

  static async createByCommand(server: RunningServer): Promise<TestPartner> {
    const owner = await signIn(server);
    const given = ["create", "Ravi Travels", "tech@ravi.example", owner.phoneNumber];
    const { code, stdout, stderr } = await server.runCommand("partners", ...given);
    if (code !== 0) throw new Error(`npm run partners ended with ${code}: ${stderr}`);
    return new TestPartner(owner, stdout.trim());
  }

  async setLimit(name: keyof ChangeableLimits, value: number): Promise<void> {
    const { partnerId } = this;
    const { applications: _fixed, ...changeable } = defaultLimits;
    this.#limits = { ...this.#limits, [name]: value };
    const input = { partnerId, serviceFee: null, limits: { ...changeable, ...this.#limits } };
    await byStaff(this.owner.server, (staff) => staff.do(documents.staffUpdatePartner, input));
  }

  async read(): Promise<Partner> {
    const { data } = await this.owner.call(documents.myPartners);
    return data.myPartners.find(({ partnerId }) => partnerId === this.partnerId)!;
  }

  /** Creates a key, by default with all scopes. */
  async createKey(input: Record<string, unknown> = {}) {
    const { partnerId, owner } = this;
    const given = { partnerId, name: "Server", scopes: allScopes, ...(await exportProof(owner)), ...input };
    const { data, errors } = await owner.call(documents.createPartnerKey, { input: given } as never);
    getChanged(data, errors);
    return data.createPartnerKey;
  }

  async rotate(partnerKeyId: string, input: Record<string, unknown> = {}) {
    const given = { partnerKeyId, ...(await exportProof(this.owner)), ...input };
    const { data, errors } = await this.owner.call(documents.rotatePartnerKey, { input: given } as never);
    getChanged(data, errors);
    return data.rotatePartnerKey;
  }

  /** Returns a program that uses a key. It acts like a traveller, with the key instead of a session. */
  program(secret: string): Traveller {
    return new Traveller(this.owner.server, "", { token: secret, user: { userId: this.partnerId } });
  }

  /** Adds a webhook endpoint; by default, it receives all types. */
  async addEndpoint(url: string, types: readonly string[] = eventNames) {
    const input = { partnerId: this.partnerId, url, types };
    const { data, errors } = await this.owner.call(documents.createWebhookEndpoint, { input } as never);
    getChanged(data, errors);
    const { endpoint, secret } = data.createWebhookEndpoint;
    return { endpointId: endpoint.endpointId, secret };
  }

  /** Returns a program with a new key that has these scopes, or all scopes if none are given. */
  async programWith(...scopes: Scope[]): Promise<Traveller> {
    return this.program((await this.createKey(scopes.length > 0 ? { scopes } : {})).secret);
  }
}

/** Returns a program whose application was cancelled, which is the partner's first event. */
export async function reportedProgram(partner: TestPartner): Promise<Traveller> {
  const program = await toStory(await partner.programWith()).withRequest();
  const { visaRequestId } = program.request;
  await program.do(documents.cancelVisaRequest, { visaRequestId });
  await waitFor("the event has a number", async () => (await readEvents(program, { first: 1 })).length > 0);
  return program;
}

type PartnerEvent = DataOf<typeof documents.partnerEvents>["partnerEvents"]["nodes"][number];

/** Returns the first events of a program's partner, oldest first. */
export async function readEvents(program: Traveller, given: Record<string, unknown> = {}) {
  const { data, errors } = await program.call(documents.partnerEvents, { first: 20, ...given } as never);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.partnerEvents.nodes as unknown as PartnerEvent[];
}
