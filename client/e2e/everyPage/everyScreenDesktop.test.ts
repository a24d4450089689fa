import { expect, test } from "@jest/globals";
import { viewports } from "../kit/browser/browser";
import { takePicture } from "../kit/page/takePicture";
import { findFaults, provideScreens } from "../kit/screens/lookAtScreens";

const { lookAtAll } = provideScreens();

test("on a laptop every screen says what it has to say, and everybody can use it", async () => {
  const faults = await lookAtAll(viewports.desktop, false, async (page, screen) => {
    const found = await findFaults(page, screen);
    await takePicture(page, `desktop-${screen.name}`);
    return found;
  });
  expect(faults).toEqual({});
}, 600_000);
