import { describe, expect, test } from "@jest/globals";
import { extractFiles, multipartBody } from "./uploadLink";

const file = (name: string) => new File([name], name, { type: "image/png" });

describe("a multipart request", () => {
  const photo = file("photo.png");
  const papers = [file("a.png"), file("b.png")];
  const variables = { input: { name: "Asha", comments: null, profileFile: photo, documentFiles: papers } };

  test("has null in place of each file and lists the files with their paths", () => {
    const { clean, files } = extractFiles(variables, "variables");
    expect(clean).toEqual({
      input: { name: "Asha", comments: null, profileFile: null, documentFiles: [null, null] },
    });
    expect(files.map(({ path }) => path)).toEqual([
      "variables.input.profileFile",
      "variables.input.documentFiles.0",
      "variables.input.documentFiles.1",
    ]);
  });

  test("leaves the original variables unchanged", () => {
    extractFiles(variables, "variables");
    expect(variables.input.profileFile).toBe(photo);
  });

  test("contains operations, map and files in this order", () => {
    const { clean, files } = extractFiles(variables, "variables");
    const body = multipartBody({ query: "mutation", variables: clean }, files);
    expect([...body.keys()]).toEqual(["operations", "map", "0", "1", "2"]);
    expect(JSON.parse(body.get("operations") as string)).toEqual({ query: "mutation", variables: clean });
    expect(JSON.parse(body.get("map") as string)).toEqual({
      0: ["variables.input.profileFile"],
      1: ["variables.input.documentFiles.0"],
      2: ["variables.input.documentFiles.1"],
    });
    expect((body.get("2") as File).name).toBe("b.png");
  });

  test("has two parts for a file that is used twice", () => {
    const { files } = extractFiles({ front: photo, back: photo }, "variables");
    expect([...multipartBody({}, files).keys()]).toEqual(["operations", "map", "0", "1"]);
  });
});

test("extractFiles returns an empty list for variables without files", () => {
  expect(extractFiles({ a: [1, "two", { b: true }] }, "variables").files).toEqual([]);
});
