/** Multipart bodies, valid and invalid, for `/graphql` and for REST. Each character of a text is one byte (latin1). */
import fc from "fast-check";
import * as documents from "../kit/documents";
import { printOperation } from "../kit/wire/callApi";
import { applyEdits, edits, mostly, sent, type Body } from "./fuzzBytes";
import { aboutOwn, type Person } from "./fuzzPeople";

const boundary = "fuzz-boundary-7MA4YWxk";

const places = ["profileFile", "passportFrontFile", "passportBackFile", "documentFiles.0", "documentFiles.1"];

/** A PNG of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
).toString("latin1");

const contents = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      "",
      png,
      "\xff\xd8\xff\xe0\0\x10JFIF\0",
      "%PDF-1.4\n<script>",
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
      "GIF89a",
      "<svg/>",
      "\r\n".repeat(500),
      "\0".repeat(70_000),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`\r\n--${boundary}`, `\r\n--${boundary}--\r\n`, `--${boundary}\r\n\r\n`),
  },
);

const partHeaders = fc.oneof(
  { weight: 30, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "Content-Type: text/plain; charset=nope\r\n",
      "Content-Type: multipart/mixed; boundary=inner\r\n",
      "Content-Transfer-Encoding: base64\r\n",
      `X-Long: ${"x".repeat(17_000)}\r\n`,
      "X-Nul: \0\r\n",
      "\0: x\r\n",
      ": no name\r\n",
      "no colon\r\n",
      " folded\r\n",
      "Content-Disposition: form-data; name=again\r\n",
    ),
  },
);

const filenames = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom("a.jpg", "b.png", "c.pdf", "../../etc/passwd", "\xe0\xa4\xaa.jpg"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "\xff\xfe.png", 'q\\"uote.pdf', "n".repeat(3_000), "nul\0.jpg"),
  },
);

function part(
  name: fc.Arbitrary<string>,
  content: fc.Arbitrary<string>,
  isFile: boolean,
): fc.Arbitrary<string> {
  return fc.tuple(name, content, partHeaders, filenames).map(([called, inside, extra, filename]) => {
    const file = isFile ? `; filename="${filename}"\r\nContent-Type: image/jpeg` : "";
    return `--${boundary}\r\nContent-Disposition: form-data; name="${called}"${file}\r\n${extra}\r\n${inside}\r\n`;
  });
}

/**
 * Generates the parts of a request as the specification defines them, some with faults. The applicant has no first
 * name, so the request is always rejected.
 */
function graphqlParts(visaRequestId: string): fc.Arbitrary<string[]> {
  return fc.integer({ min: 0, max: places.length }).chain((count) => {
    const used = places.slice(0, count);
    const single = Object.fromEntries(used.slice(0, 3).map((place) => [place, null]));
    const documentFiles = used.slice(3).map(() => null);
    const operations = JSON.stringify({
      query: printOperation(documents.createVisaApplicant),
      variables: { input: { visaRequestId, firstName: "", ...single, documentFiles } },
    });
    const map = JSON.stringify(Object.fromEntries(used.map((place, i) => [i, [`variables.input.${place}`]])));
    return fc.tuple(
      part(
        mostly("operations", "map", "", "operations[]"),
        mostly(
          operations,
          `[${operations}]`,
          "null",
          "{",
          "[".repeat(50_000),
          `{"__proto__":1,${operations.slice(1)}`,
          "x".repeat(120_000),
          '{"query":"{ me { name } }","variables":null}',
        ),
        false,
      ),
      part(
        mostly("map", "operations", "0"),
        mostly(
          map,
          "{}",
          "[]",
          '{"0":[]}',
          '{"0":["variables.input"]}',
          '{"0":["query"]}',
          '{"0":["variables.__proto__.x"]}',
          '{"0":["variables.input.documentFiles.length"]}',
          '{"0":["variables.input.profileFile"],"0":["variables.input.profileFile"],"1":["variables.input.profileFile"]}',
          '{"0":"variables.input.profileFile"}',
        ),
        false,
      ),
      ...used.map((_, i) => part(mostly(String(i), "0", "99", "__proto__"), contents, true)),
    );
  });
}

function restParts(visaRequestId: string): fc.Arbitrary<string[]> {
  const fields = ["firstName", "gender", "dateOfBirth", "passportNumber", "anything", "__proto__"];
  const request = part(mostly("visaRequestId", "", "other"), mostly(visaRequestId, "x", "\xff"), false);
  const field = part(
    fc.constantFrom(...fields),
    fc.constantFrom("", "null", "x", "2030-99-99", "\xff"),
    false,
  );
  const file = part(
    fc.constantFrom(
      "profileFile",
      "passportFrontFile",
      "documentFiles",
      "documentFiles",
      "documentFiles",
      "other",
    ),
    contents,
    true,
  );
  return fc
    .tuple(request, fc.array(fc.oneof(field, file), { maxLength: 6 }))
    .map(([first, others]) => [first, ...others]);
}

/** Multipart requests by these people. */
export function multipartRequests(people: readonly Person[]) {
  const [visaRequestId = ""] = people[0]?.ids ?? [];
  const way = fc.oneof(
    { weight: 3, arbitrary: graphqlParts(visaRequestId).map((parts) => ({ path: "/graphql", parts })) },
    {
      weight: 1,
      arbitrary: restParts(visaRequestId).map((parts) => ({ path: "/api/VisaApplicant/Create", parts })),
    },
  );
  const bodies = fc
    .record({
      way,
      order: fc.oneof({ weight: 10, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat() }),
      end: mostly(`--${boundary}--\r\n`, "", "--", `--${boundary}\r\n`, `--${boundary}--\r\n`.repeat(3)),
      type: mostly(
        `multipart/form-data; boundary=${boundary}`,
        "multipart/form-data",
        "multipart/form-data; boundary=",
        `multipart/form-data; boundary="${boundary}`,
        `multipart/mixed; boundary=${boundary}`,
        `Multipart/Form-Data; Boundary=${boundary}; charset=x`,
        `multipart/form-data; boundary=${"b".repeat(300)}`,
      ),
      edits: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
      person: fc.constantFrom(...people),
      preflight: mostly(true, false),
    })
    .map(({ way: { path, parts: drawn }, order, end, type, edits: changes, person, preflight }): Body => {
      const { token } = person;
      const parts = drawn.map((text) => aboutOwn(text, person, people));
      const turned = order === undefined ? parts : [...parts.slice(order % 7), ...parts.slice(0, order % 7)];
      const headers = {
        "Content-Type": type,
        ...(preflight && { "Apollo-Require-Preflight": "1" }),
        ...(token && { Authorization: `Bearer ${token}` }),
      };
      return { path, headers, body: applyEdits(turned.join("") + end, changes) };
    });
  return sent(bodies);
}
