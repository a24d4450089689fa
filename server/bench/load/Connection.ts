import { connect, type Socket } from "node:net";

interface Answer {
  status: number;
  /** Head and body as they came. */
  bytes: Buffer;
}

const empty = Buffer.alloc(0);

/** A keep-alive connection that has one question under way, by `node:net` alone: a client must not be what is slow. */
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

/** The answer, once all of it is there. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  const end =
    length === undefined ? endOfChunks(bytes, headEnd + 4) : completeAt(bytes, headEnd + 4 + Number(length));
  return end === undefined ? undefined : { status, bytes };
}

function completeAt(bytes: Buffer, end: number): number | undefined {
  return bytes.length >= end ? end : undefined;
}

function endOfChunks(bytes: Buffer, start: number): number | undefined {
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = parseInt(bytes.toString("latin1", at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return undefined;
    if (size === 0) return at;
  }
}
