import { connect, type Socket } from "node:net";
import { readAnswer, type Answer } from "./readAnswer";

const empty = Buffer.alloc(0);

/**
 * A keep-alive connection with one request at a time, using `node:net` only, so that the client is not the
 * bottleneck.
 */
export class Connection {
  readonly #socket: Socket;
  #pending: Buffer = empty;
  #onAnswer: ((answer: Answer | Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#settle(error));
    socket.on("close", () => this.#settle(new Error("The server closed the connection")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(new Connection(socket)));
      socket.once("error", reject);
    });
  }

  ask(request: Buffer, onAnswer: (answer: Answer | Error) => void): void {
    this.#onAnswer = onAnswer;
    this.#socket.write(request);
  }

  close(): void {
    this.#onAnswer = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const answer = readAnswer(this.#pending);
    if (!answer) return;
    this.#pending = empty;
    this.#settle(answer);
  }

  #settle(answer: Answer | Error): void {
    const tell = this.#onAnswer;
    this.#onAnswer = undefined;
    tell?.(answer);
  }
}
