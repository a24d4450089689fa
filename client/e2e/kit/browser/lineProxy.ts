import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/**
 * A TCP proxy between browser and server that can cut the connection during an upload or before the response.
 */
export class LineProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isDown = false;
  #plan: { where: "upload" | "answer"; afterBytes: number; onCut: () => void } | undefined;

  private constructor(targetPort: number) {
    this.#server = createServer((near) => this.#connect(near, targetPort));
  }

  static async start(targetUrl: string): Promise<LineProxy> {
    const proxy = new LineProxy(Number(new URL(targetUrl).port));
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts the network after that many bytes of an upload; resolves once the network is cut. */
  cutUpload(afterBytes: number): Promise<void> {
    return new Promise((onCut) => (this.#plan = { where: "upload", afterBytes, onCut }));
  }

  /** Lets an upload of more than that many bytes through, and cuts the network before its response. */
  loseAnswer(afterBytes: number): Promise<void> {
    return new Promise((onCut) => (this.#plan = { where: "answer", afterBytes, onCut }));
  }

  restore(): void {
    this.#isDown = false;
  }

  async stop(): Promise<void> {
    this.#hangUp();
    this.#server.close();
    await once(this.#server, "close");
  }

  #connect(near: Socket, targetPort: number): void {
    if (this.#isDown) return void near.destroy();
    const far = connect(targetPort, "127.0.0.1");
    const plan = { sent: 0, of: this.#plan };
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    near.on("data", (chunk: Buffer) => {
      // Counts only the bytes sent since the plan was set.
      if (plan.of !== this.#plan) Object.assign(plan, { sent: 0, of: this.#plan });
      plan.sent += chunk.length;
      if (this.#plan?.where === "upload" && plan.sent > this.#plan.afterBytes) return this.#cut();
      if (!far.write(chunk)) {
        near.pause();
        far.once("drain", () => near.resume());
      }
    });
    far.on("data", (chunk: Buffer) => {
      if (this.#plan?.where === "answer" && plan.of === this.#plan && plan.sent > this.#plan.afterBytes)
        return this.#cut();
      near.write(chunk);
    });
  }

  #cut(): void {
    this.#isDown = true;
    this.#hangUp();
    this.#plan?.onCut();
    this.#plan = undefined;
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
