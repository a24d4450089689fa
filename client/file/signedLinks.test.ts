import { expect, test } from "@jest/globals";
import { listLinks } from "./signedLinks";

const link = (id: string, expires = 1) => `/files/${id}?u=u-1&l=s-1&e=${expires}&s=signature`;
const times = (seen: ReadonlyMap<string, number>) => [...seen.values()];

test("listLinks keeps the age of each URL until it is replaced", () => {
  const photos = [{ profileSrc: link("a") }, { profileSrc: link("b") }];
  const first = listLinks({ comments: null, photos }, new Map(), 1_000);
  expect(times(first)).toEqual([1_000, 1_000]);
  const typed = listLinks({ comments: "See /files/a", photos }, first, 2_000);
  expect(times(typed)).toEqual([1_000, 1_000]);
  const changed = listLinks({ photos: [{ profileSrc: link("a", 2) }, photos[1]] }, typed, 3_000);
  expect(times(changed)).toEqual([3_000, 1_000]);
  expect(times(listLinks(undefined, changed, 4_000))).toEqual([]);
});
