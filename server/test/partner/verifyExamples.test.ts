import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { verifyWebhook } from "../../../docs/api/examples/verifyWebhook";
import { makeSecret, signMessage } from "../../modules/partner/webhook/webhook.crypto";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { RunningServer } from "../kit/server/runningServer";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";

/** Runs the examples of docs/api/events.md that verify a webhook, on messages that the server sent. */

type Headers = Record<string, string>;
/** Throws if the example rejects the message. */
type Verify = (body: string, headers: Headers, secret: string) => void;

const folder = mkdtempSync(join(tmpdir(), "visaport-verify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const examples = resolve("docs/api/examples");
const readExample = (name: string) => readFileSync(join(examples, name), "utf8");

/** A program that calls an example's function. Its arguments are the secret, three headers and the body. */
interface Caller {
  /** A command that succeeds if the language is installed. */
  version: readonly string[];
  files: Record<string, string>;
  build?: readonly string[];
  run: readonly string[];
}

const callers: Record<string, Caller> = {
  Python: {
    version: ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"],
    files: {
      "call.py": `${readExample("verify_webhook.py")}
import sys
_, secret, id, timestamp, signature, body = sys.argv
headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
assert verify_webhook(body.encode(), headers, secret) == json.loads(body)`,
    },
    run: ["python3", "call.py"],
  },
  PHP: {
    version: ["php", "--version"],
    files: {
      "call.php": `${readExample("verifyWebhook.php")}
[, $secret, $id, $timestamp, $signature, $body] = $argv;
$headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
if (verifyWebhook($body, $headers, $secret) !== json_decode($body, true)) exit(1);`,
    },
    run: ["php", "call.php"],
  },
  Java: {
    version: ["javac", "-version"],
    files: {
      "VerifyWebhook.java": readExample("VerifyWebhook.java"),
      "Call.java": `class Call {
  public static void main(String[] given) throws Exception {
    var headers = java.util.Map.of("webhook-id", given[1], "webhook-timestamp", given[2],
      "webhook-signature", given[3]);
    VerifyWebhook.verifyWebhook(given[4].getBytes("UTF-8"), headers, given[0]);
  }
}`,
    },
    build: ["javac", "-Werror", "-Xlint", "Call.java", "VerifyWebhook.java"],
    run: ["java", "Call"],
  },
  Go: {
    version: ["go", "version"],
    files: {
      "go.mod": "module call",
      "verifywebhook.go": readExample("verifywebhook.go"),
      "main.go": `package main

import ("net/http"; "os")

func main() {
	header := http.Header{}
	for at, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		header.Set(name, os.Args[2 + at])
	}
	if err := verifyWebhook([]byte(os.Args[5]), header, os.Args[1]); err != nil { panic(err) }
}`,
    },
    build: ["go", "build"],
    run: ["./call"],
  },
};

const execute = (command: readonly string[]) =>
  spawnSync(command[0]!, command.slice(1), { cwd: folder, encoding: "utf8" });

function prepare({ files, build, run }: Caller): Verify {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (build) expect(execute(build)).toMatchObject({ status: 0, stderr: "" });
  return (body, headers, secret) => {
    const given = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`]!);
    const { status, stderr, stdout } = execute([...run, secret, ...given, body]);
    if (status !== 0) throw new Error(stderr + stdout);
  };
}

let message: { body: string; headers: Headers };
let secrets: string[];
beforeAll(async () => {
  const partner = await TestPartner.create(RunningServer.shared());
  const receiver = await WebhookReceiver.start();
  const { endpointId, secret } = await partner.addEndpoint(receiver.url);
  const { data } = await partner.owner.call(documents.rotateWebhookSecret, { input: { endpointId } });
  secrets = [secret, data.rotateWebhookSecret.secret];
  await partner.owner.do(documents.partnerPing, { endpointId });
  await receiver.close();
  const [{ body, headers }] = receiver.received as [WebhookReceiver["received"][0]];
  message = { body, headers: headers as Headers };
});

describe.each<[string, Caller | undefined]>([
  ["TypeScript", undefined],
  ...Object.entries(callers).filter(([, { version }]) => execute(version).status === 0),
])("the example in %s", (_language, caller) => {
  let verify: Verify;
  beforeAll(() => {
    verify = caller
      ? prepare(caller)
      : (body, ...given) => expect(verifyWebhook(body, ...given)).toEqual(JSON.parse(body));
  });

  test("accepts a message with either of two secrets", () => {
    for (const secret of secrets) verify(message.body, message.headers, secret);
  });

  test("rejects another secret, a changed body, an invalid signature, and a message that is too old or too new", () => {
    const { body, headers } = message;
    const [secret] = secrets as [string];
    expect(() => verify(body, headers, makeSecret())).toThrow(/No signature matches/i);
    expect(() => verify(`${body} `, headers, secret)).toThrow(/No signature matches/i);
    for (const signature of ["", "v1,", "v1", `v2${headers["webhook-signature"]!.slice(2, 47)}`]) {
      const changed = { ...headers, "webhook-signature": signature };
      expect(() => verify(body, changed, secret)).toThrow(/No signature matches/i);
    }
    for (const minutes of [-6, 6]) {
      const at = new Date(Date.now() + minutes * 60_000);
      const moved = signMessage({ id: "1", url: "", payload: {} }, { current: secret }, at);
      expect(() => verify(moved.body, moved.headers, secret)).toThrow(/Too old, or too new/i);
    }
  });
});
