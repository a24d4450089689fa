/** `npm run api:release`: stores the current API as the release with which `npm test` compares later changes. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { todayInKolkata } from "../../core/day.rules";
import { compareOpenApi } from "./compareOpenApi";
import { compareSdl } from "./compareSdl";
import { files, readCurrentApi, readReleasedApi } from "./currentApi";
import { closeUnreleased, findViolations } from "./findViolations";

// Rejects arguments such as --help, which must not release anything.
if (process.argv.length > 2) {
  console.error("Usage: npm run api:release");
  process.exit(2);
}
const today = todayInKolkata(new Date());
const current = readCurrentApi();
const changelog = readFileSync(files.changelog, "utf8");

function findAllViolations(): string[] {
  if (!existsSync(files.sdl)) return [];
  const released = readReleasedApi();
  const changes = [
    compareSdl(released.sdl, current.sdl, { today, releaseDay: today }),
    compareOpenApi(released.openApi, current.openApi),
  ];
  return changes.flatMap((one) => findViolations(one, changelog));
}

const violations = findAllViolations();
if (violations.length > 0) {
  console.error(["The API was not released:", ...violations].join("\n"));
  process.exitCode = 1;
} else {
  const head = `# The public schema as released on ${today}. Written by "npm run api:release".`;
  writeFileSync(files.sdl, `${head}\n\n${current.sdl}\n`);
  writeFileSync(files.openApi, `${JSON.stringify(current.openApi, null, 2)}\n`);
  writeFileSync(files.changelog, closeUnreleased(changelog, today));
  console.log(`The API is released as of ${today}: ${files.sdl}, ${files.openApi}, ${files.changelog}`);
}
