import { describe, expect, it } from "@jest/globals";
import { GraphQLUpload } from "graphql-upload-minimal";
import { processGraphqlRequest } from "./processGraphqlRequest";
import type { ReceivedFile } from "./multipartBody";
import { encodeParts, post, provideServer, randomBytes } from "../../../test/kit/wire/multipartKit";

const file = (fieldName: string, content = fieldName, tooLarge = false): ReceivedFile => ({
  fieldName,
  filename: `${fieldName}.jpg`,
  mimetype: "image/jpeg",
  bytes: Buffer.from(content),
  tooLarge,
});

function process(operations: unknown, map: unknown, files: ReceivedFile[] = [file("0")]) {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const fields = [
    { name: "operations", value: text(operations) },
    { name: "map", value: text(map) },
  ];
  return processGraphqlRequest({ fields, files });
}

const inputOf = ({ variables }: Record<string, unknown>) => (variables as { input: unknown }).input;

const query = "mutation ($input: I!) { create(input: $input) { id } }";
const operation = (input: unknown) => ({ query, variables: { input } });
const received = (value: unknown) => GraphQLUpload.parseValue(value) as Promise<ReceivedFile>;

describe("a multipart operation", () => {
  it("receives its files at the mapped paths, in the form that the package's scalar accepts", async () => {
    const result = process(
      operation({ profileFile: null, documentFiles: [null, null], name: "Asha" }),
      {
        a: ["variables.input.documentFiles.1"],
        b: ["variables.input.profileFile"],
        c: ["variables.input.documentFiles.0"],
      },
      [file("a"), file("b"), file("c")],
    );
    const { profileFile, documentFiles, name } = inputOf(result) as {
      profileFile: unknown;
      documentFiles: unknown[];
      name: string;
    };
    expect([result["query"], name]).toEqual([query, "Asha"]);
    const [b, c, a] = await Promise.all([profileFile, documentFiles[0], documentFiles[1]].map(received));
    expect([a, b, c].map((each) => each!.bytes.toString())).toEqual(["a", "b", "c"]);
    expect(b).toMatchObject({ fieldName: "b", filename: "b.jpg", mimetype: "image/jpeg", tooLarge: false });
  });

  it("marks a file that was too large", async () => {
    const result = process(operation(null), { 0: ["variables.input"] }, [file("0", "", true)]);
    expect((await received(inputOf(result))).tooLarge).toBe(true);
  });

  it("may have no files", () => {
    expect(process(operation({}), {}, [])).toEqual(operation({}));
  });
});

describe("a faulty multipart operation", () => {
  const good = operation({ photo: null, list: [null], set: "x" });
  const faults: [string, unknown, unknown, RegExp, ReceivedFile[]?][] = [
    ["a batch of operations", [good], { 0: ["0.variables.input.photo"] }, /Batches/],
    ["operations that are not JSON", "{", {}, /'operations' is not valid JSON/, []],
    ["operations that are null", "null", {}, /'operations' must be a JSON object/, []],
    ["operations that are a string", '"x"', {}, /'operations' must be a JSON object/, []],
    ["a map that is not JSON", good, "[", /'map' is not valid JSON/],
    ["a map that is a list", good, [], /'map' must be a JSON object/],
    ["an entry that is not a list", good, { 0: "variables.input.photo" }, /list of paths/],
    ["an entry with a number", good, { 0: [1] }, /list of paths/],
    ["an entry without a path", good, { 0: [] }, /exactly one path/],
    [
      "an entry with two paths",
      good,
      { 0: ["variables.input.photo", "variables.input.list.0"] },
      /exactly one path; send a file for two places twice/,
    ],
    ["a path outside the variables", good, { 0: ["query"] }, /must begin with/],
    ["a path to the variables themselves", good, { 0: ["variables"] }, /must begin with/],
    ["an empty path", good, { 0: [""] }, /must begin with/],
    ["a path with an empty segment", good, { 0: ["variables..photo"] }, /does not exist/],
    ["a path to nothing", good, { 0: ["variables.input.other"] }, /does not exist/],
    ["a path through a string", good, { 0: ["variables.input.set.length"] }, /does not exist/],
    ["a path through a null", good, { 0: ["variables.input.photo.x"] }, /does not exist/],
    ["a path past a list's end", good, { 0: ["variables.input.list.1"] }, /does not exist/],
    ["a path to a list's length", good, { 0: ["variables.input.list.length"] }, /does not exist/],
    ["a list's index with a leading zero", good, { 0: ["variables.input.list.00"] }, /does not exist/],
    ["a path to a value that is not null", good, { 0: ["variables.input.set"] }, /must point to a null/],
    ["a path into missing variables", { query }, { 0: ["variables.input"] }, /does not exist/],
    [
      "two files for one place",
      good,
      { 0: ["variables.input.photo"], 1: ["variables.input.photo"] },
      /must point to a null/,
      [file("0"), file("1")],
    ],
    [
      "a path into another file",
      good,
      { 0: ["variables.input.photo"], 1: ["variables.input.photo.promise"] },
      /does not exist/,
      [file("0"), file("1")],
    ],
    ["a file that is not in the map", good, {}, /'0' is not in the map/],
    [
      "an entry without its file",
      good,
      { 0: ["variables.input.photo"] },
      /'0' of the map is not in the request/,
      [],
    ],
    ["two files with one name", good, { 0: ["variables.input.photo"] }, /Two files/, [file("0"), file("0")]],
    ["the prototype in a path", good, { 0: ["variables.__proto__.polluted"] }, /does not exist/],
    ["the prototype as the last segment", good, { 0: ["variables.input.__proto__"] }, /does not exist/],
    [
      "the constructor in a path",
      good,
      { 0: ["variables.constructor.prototype.polluted"] },
      /does not exist/,
    ],
    ["an inherited member", good, { 0: ["variables.toString"] }, /does not exist/],
    [
      "the prototype in operations",
      '{"variables":{"__proto__":{"polluted":null}}}',
      {},
      /not valid JSON/,
      [],
    ],
    [
      "the prototype in operations, escaped",
      '{"variables":{"\\u005f_proto__":{"polluted":null}}}',
      {},
      /not valid JSON/,
      [],
    ],
    ["the prototype in the map", good, '{"__proto__":["variables.input.photo"]}', /not valid JSON/],
    ["very deep JSON", `${"[".repeat(100_000)}"\\u0041"`, {}, /not valid JSON/],
  ];

  it.each(faults)("with %s is rejected", (...[, operations, map, message, files]) => {
    expect(() => process(operations, map, files)).toThrow(
      expect.objectContaining({
        code: "BAD_USER_INPUT",
        status: 400,
        message: expect.stringMatching(message),
      }),
    );
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("without exactly one `operations` and one `map` is rejected", () => {
    const operations = { name: "operations", value: JSON.stringify(good) };
    const map = { name: "map", value: "{}" };
    const refused = (fields: { name: string; value: string }[], message: string) =>
      expect(() => processGraphqlRequest({ fields, files: [] })).toThrow(message);
    refused([map], "'operations' is missing");
    refused([operations], "'map' is missing");
    refused([operations, operations, map], "'operations' is given more than once");
    refused([operations, map, map], "'map' is given more than once");
  });
});

describe("over HTTP", () => {
  const { start } = provideServer();

  it("files reach the scalar, and a fault becomes a 400", async () => {
    const server = await start({
      route: async (request) => {
        const { variables } = processGraphqlRequest(await request.readMultipart());
        const files = await Promise.all((variables as { files: unknown[] }).files.map(received));
        return { files: files.map(({ bytes }) => ({ bytes: bytes.toString("base64") })) };
      },
    });
    const [first, second] = [randomBytes(90_000, 1), randomBytes(90_000, 2)];
    const parts = (map: object) =>
      encodeParts([
        { name: "operations", content: JSON.stringify({ query, variables: { files: [null, null] } }) },
        { name: "map", content: JSON.stringify(map) },
        { name: "0", filename: "0.jpg", content: first },
        { name: "1", filename: "1.jpg", content: second },
      ]);
    const good = await post(server.port, parts({ 0: ["variables.files.1"], 1: ["variables.files.0"] }));
    expect(good.body.files.map(({ bytes }) => Buffer.from(bytes, "base64").equals(second))).toEqual([
      true,
      false,
    ]);
    const bad = await post(server.port, parts({ 0: ["variables.files.1"] }));
    expect([bad.status, bad.body["field"]]).toEqual([400, "1"]);
  });
});
