import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { deflateSync } from "node:zlib";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { pdfTextLimits } from "../file.rules";
import { inspectPdf, openScan } from "./inspectPdf";
import {
  firstExtra,
  javaScriptAction,
  launchAction,
  makeLaunchingPdf,
  makePdf,
  makePdfWithAttachment,
  makeScriptedPdf,
  packObjects,
  stream,
} from "../../../test/kit/files/makePdf";

async function codeOf(bytes: Buffer) {
  return (await inspectPdf(bytes)).violation?.code;
}

describe("a harmless PDF", () => {
  test.each([1, 2, 10])("with %d pages passes", async (pages) => {
    expect(await inspectPdf(makePdf({ pages, text: "Name: (O\\Neil)" }))).toEqual({ pages });
  });

  test("returns the text of its first pages on request", async () => {
    const pages = pdfTextLimits.pages + 1;
    const { text = "" } = await inspectPdf(makePdf({ pages, text: "No. Z1234567" }), { readsText: true });
    expect(text.trim().split("\n")).toEqual(Array(pdfTextLimits.pages).fill("No. Z1234567"));
    expect(await inspectPdf(makePdf({ text: "" }), { readsText: true })).toEqual({ pages: 1, text: "\n" });
  });

  test("with object streams passes", async () => {
    expect(await inspectPdf(makePdf({ pages: 4, packed: true }))).toEqual({ pages: 4 });
  });

  test("may mention scripts and link to the web", async () => {
    const link = "<< /S /URI /URI (https://example.com/JavaScript/JS /Launch) >>";
    const page = `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${link} >>]`;
    expect(await inspectPdf(makePdf({ page, text: "How to use /JavaScript and /EmbeddedFile" }))).toEqual({
      pages: 1,
    });
  });

  test("may have an outline", async () => {
    const catalog = `/Outlines ${firstExtra} 0 R`;
    const extra = [
      `<< /Type /Outlines /First ${firstExtra + 1} 0 R /Last ${firstExtra + 1} 0 R /Count 1 >>`,
      `<< /Title (One) /Parent ${firstExtra} 0 R /Dest [5 0 R /Fit] >>`,
    ];
    expect(await inspectPdf(makePdf({ catalog, extra }))).toEqual({ pages: 1 });
  });
});

describe("threads that have loaded pdf.js", () => {
  let started = 0;
  let latest: Worker;
  const count = (message: unknown) => {
    started++;
    latest = (message as { worker: Worker }).worker;
  };
  beforeEach(() => {
    started = 0;
    subscribe("worker_threads", count);
  });
  afterEach(() => void unsubscribe("worker_threads", count));

  /** Makes `latest` the thread that opens the next file. */
  async function startSpare(): Promise<void> {
    await codeOf(Buffer.from("%PDF-1.4\n%%EOF\n"));
    await inspectPdf(makePdf());
    started = 0;
  }

  test("open the next file after a harmless one", async () => {
    for (const pages of [1, 2, 3]) expect(await inspectPdf(makePdf({ pages }))).toEqual({ pages });
    expect(started).toBeLessThanOrEqual(1);
  });

  test("end after rejecting a file, which a new thread then opens again", async () => {
    await inspectPdf(makePdf());
    started = 0;
    expect(await codeOf(Buffer.from("%PDF-1.4\n%%EOF\n"))).toBe("FILE_CORRUPT");
    expect(started).toBe(1);
    expect(await inspectPdf(makePdf())).toEqual({ pages: 1 });
    expect(started).toBe(2);
  });

  test("each open one file at a time", async () => {
    const files = [1, 2, 3].map((pages) => inspectPdf(makePdf({ pages })));
    expect(await Promise.all(files)).toEqual([{ pages: 1 }, { pages: 2 }, { pages: 3 }]);
    expect(started).toBe(2);
  });

  test("end during a text that takes too long, and the file passes without it", async () => {
    await startSpare();
    const watches = jest.spyOn(globalThis, "setInterval");
    const usage = jest.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
    try {
      const done = inspectPdf(makePdf(), { readsText: true });
      const check = watches.mock.calls.at(-1)![0];
      latest.once("message", () => {
        usage.mockReturnValue({ user: 60_000_000, system: 0 });
        check();
      });
      expect(await done).toEqual({ pages: 1, text: "" });
    } finally {
      watches.mockRestore();
      usage.mockRestore();
    }
    expect(started).toBe(0);
  });

  test("are replaced if they end during the text, which a new thread then reads", async () => {
    await startSpare();
    const done = inspectPdf(makePdf({ text: "Z1234567" }), { readsText: true });
    latest.once("message", () => latest.emit("exit", 1));
    expect(await done).toEqual({ pages: 1, text: expect.stringContaining("Z1234567") });
    expect(started).toBe(1);
  });

  test("open a scan once", async () => {
    await inspectPdf(makePdf());
    started = 0;
    expect(await openScan(Buffer.from("%PDF-1.4\n%%EOF\n"))).toBeUndefined();
    expect(started).toBe(0);
  });
});

describe("FILE_CORRUPT is returned for", () => {
  test.each<[string, Buffer]>([
    ["a header and a script", Buffer.from("%PDF-1.4<script>alert(1)</script>")],
    ["a header and an end", Buffer.from("%PDF-1.4\n%%EOF\n")],
    ["a truncated PDF", makePdf({ pages: 3 }).subarray(0, -200)],
    ["a PDF without its last four bytes", makePdf().subarray(0, -4)],
    [
      "a complete PDF with a truncated incremental update",
      Buffer.concat([makePdf(), Buffer.alloc(2000, "% changed\n")]),
    ],
    ["a PDF truncated in the middle", makePdf({ pages: 3 }).subarray(0, 400)],
    ["a PDF without pages", makePdf({ pages: 0 })],
  ])("%s", async (_what, bytes) => {
    expect(await codeOf(bytes)).toBe("FILE_CORRUPT");
  });
});

describe("a PDF is FILE_UNSAFE if it has", () => {
  const action = (dict: string) => makePdf({ catalog: `/OpenAction ${firstExtra} 0 R`, extra: [dict] });
  const hidden = packObjects(new Map([[200, javaScriptAction]]));
  const widget = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /K ${javaScriptAction} >> >>`;

  test.each<[string, Buffer]>([
    ["a script that runs on opening", makeScriptedPdf()],
    [
      "a document-level script",
      makePdf({
        catalog: `/Names << /JavaScript << /Names [(a) ${firstExtra} 0 R] >> >>`,
        extra: [javaScriptAction],
      }),
    ],
    ["a script of a page", makePdf({ page: `/AA << /O ${javaScriptAction} >>` })],
    ["a script of a field", makePdf({ page: `/Annots [${widget}]` })],
    ["a script with an escaped name", action("<</S/#4aava#53cript/#4a#53(1)>>")],
    [
      "a script with its type in another object",
      makePdf({ catalog: "/OpenAction << /S 100 0 R /Q (1) >>", extra: ["/JavaScript"] }),
    ],
    ["a script after a comment", action("<< % >>\n/S % x\n/JavaScript >>")],
    ["a script in an object stream", makePdf({ packed: true, catalog: `/OpenAction ${javaScriptAction}` })],
    [
      "a script in an object stream without its type",
      makePdf({
        extra: [Buffer.from(hidden.toString("latin1").replace("/Type /ObjStm", "/T /X"), "latin1")],
      }),
    ],
    ["a launch action", makeLaunchingPdf()],
    ["a launch action in an object stream", makeLaunchingPdf({ packed: true })],
    ["a launch action with an escaped name", action("<</S/#4c#61unch/F(calc.exe)>>")],
    ["a launch action without a reference to it", makePdf({ extra: [launchAction] })],
    ["a launch action chained to a link", action(`<< /S /GoTo /D [5 0 R /Fit] /Next [${launchAction}] >>`)],
    ["a form submission", action("<< /S /SubmitForm /F (http://example.com) >>")],
    ["a link to a remote file", action("<< /S /GoToR /F (//host/share) /D [0 /Fit] >>")],
    ["an attachment", makePdfWithAttachment()],
    [
      "an attachment pinned to a page",
      makePdf({ page: "/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] >>]" }),
    ],
    ["an XFA form", makePdf({ catalog: "/AcroForm << /Fields [] /XFA [] >>" })],
    [
      "a script in a catalogue inside the trailer",
      Buffer.from(
        makePdf().toString("latin1").replace("/Root 1 0 R", `/Root << /OpenAction ${javaScriptAction} >>`),
        "latin1",
      ),
    ],
  ])("%s", async (_what, bytes) => {
    const { violation } = await inspectPdf(bytes);
    expect(violation).toMatchObject({
      code: "FILE_UNSAFE",
      message: expect.stringContaining("script, an action"),
    });
  });

  test("11 pages", async () => {
    const { violation } = await inspectPdf(makePdf({ pages: 11 }));
    expect(violation).toEqual({
      code: "FILE_UNSAFE",
      message: "The selected file must have 10 pages or fewer",
    });
  });

  test.each(["secret", ""])("the password %j", async (password) => {
    const { violation } = await inspectPdf(makePdf({ password }));
    expect(violation?.code).toBe("FILE_UNSAFE");
    expect(violation?.message).toContain("The selected file is password protected");
  });
});

describe("a PDF that cannot be checked is FILE_UNSAFE:", () => {
  const uncheckable = { code: "FILE_UNSAFE", message: expect.stringContaining("cannot be checked") };
  const objects = new Map([[200, javaScriptAction]]);

  test.each<[string, Buffer]>([
    ["an object stream compressed twice", packObjects(objects, "/Filter [/FlateDecode /FlateDecode]")],
    [
      "an object stream with two filters, one of which viewers ignore",
      packObjects(objects, "/Filter /FlateDecode /Filter /LZWDecode"),
    ],
    ["an object stream with a rare filter", packObjects(objects, "/Filter /LZWDecode")],
    [
      "an object stream with a predictor",
      packObjects(objects, "/Filter /FlateDecode /DecodeParms << /Predictor 12 >>"),
    ],
    ["an object stream with ambiguous bounds", packObjects(objects, "/Filter /FlateDecode /First 1")],
    [
      "an object stream with damaged data",
      stream("/Type /ObjStm /N 1 /First 6 /Filter /FlateDecode", Buffer.from("xxxxxxxx")),
    ],
    [
      "an object stream that inflates to 40 MB",
      stream("/Type /ObjStm /N 1 /First 6 /Filter /FlateDecode", deflateSync(Buffer.alloc(40e6, 32))),
    ],
    [
      "a cross-reference stream that inflates to 40 MB",
      stream("/Type /XRef /Filter /FlateDecode", deflateSync(Buffer.alloc(40e6))),
    ],
  ])("%s", async (_what, object) => {
    expect((await inspectPdf(makePdf({ extra: [object] }))).violation).toMatchObject(uncheckable);
  });

  const bomb = stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", deflateSync(Buffer.alloc(17e6)));
  const nothing = Buffer.alloc(3e6, Buffer.from([0, 0, 0, 255, 255]));
  const damaged = Buffer.alloc(
    1.8e6,
    "obj<</First 1/N 0/Filter/Fl>>stream\n\x78\x9c\x00\x00\x00\xff\xff",
    "latin1",
  );
  /** Returns streams that each skip over all later ones and then inflate three megabytes of empty blocks. */
  const sharingTheirTail = () => {
    const head = Buffer.from("1 0 obj<</First 0/N 0/Filter/Fl>>stream\n\x78\x9c\x00", "latin1");
    const count = 400;
    const streams = Array.from({ length: count }, (_, index) => {
      const length = (count - 1 - index) * (head.length + 4);
      return Buffer.concat([head, Buffer.from(new Uint16Array([length, ~length]).buffer)]);
    });
    return Buffer.concat([...streams, nothing, Buffer.from([1, 0, 0, 255, 255])]);
  };

  // Each of these files would take minutes if every object were read to its end.
  test.each<[string, Buffer]>([
    ["nested strings", Buffer.alloc(5e6, "obj(")],
    ["open brackets", Buffer.alloc(5e6, "obj[")],
    ["open dictionaries", Buffer.alloc(5e6, "obj<</A")],
    ["many objects", Buffer.alloc(5e6, "obj 1 ")],
    ["comments", Buffer.alloc(5e6, "obj%")],
    ["one endless array", Buffer.concat([Buffer.from("1 0 obj ["), Buffer.alloc(5e6, "1 ")])],
    ["streams in one line", Buffer.alloc(5e6, "obj<</First 1>>stream")],
    [
      "many empty cross-reference streams",
      Buffer.alloc(5e6 - 100, "obj<</Type/XRef/Filter/Fl>>stream\n\x78\x9c\x03\x00", "latin1"),
    ],
    ["many streams that inflate to 17 MB", makePdf({ extra: Array<Buffer>(250).fill(bomb) })],
    ["many streams that do not inflate", Buffer.concat([damaged, nothing])],
    ["many streams that share one long tail", sharingTheirTail()],
  ])("reading stops at the budget for %s", async (_what, objects) => {
    const bytes = Buffer.concat([Buffer.from("%PDF-1.4\n"), objects, Buffer.from("\n%%EOF\n")]);
    // CPU time instead of wall-clock time, because other processes may use the machine.
    const start = process.cpuUsage();
    expect(await codeOf(bytes)).toBe("FILE_UNSAFE");
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(10_000_000);
  });
});
