import type { ComponentProps } from "react";
import { Breadcrumb } from "../../components/Breadcrumb";
import { Button, ButtonGroup, ButtonLink } from "../../components/Button";
import { Disclosure, Questions } from "../../components/Disclosure";
import { Drawing, Icon, type IconName, LineIcon } from "../../components/Icon";
import { each, example, small, wide } from "../Example";
import { longText } from "../samples";

const variants = ["primary", "secondary", "quiet", "danger"] as const;
const buttons: Record<string, ComponentProps<typeof Button>> = Object.fromEntries(
  variants.flatMap((variant) => [
    [variant, { variant }],
    [`${variant}, hover`, { variant }],
    [`${variant}, focus`, { variant }],
    [`${variant}, busy`, { variant, busy: true }],
    [`${variant}, disabled`, { variant, disabled: true }],
  ]),
);
const icons: IconName[] = [
  ...(["warning", "check", "clock", "info", "cross", "search", "arrow", "globe"] as const),
  ...(["steps", "headset", "lock", "list", "person", "exit", "heart"] as const),
];
const disclosure = (
  <Disclosure summary="How long does it take?">
    <p>Four working days.</p>
  </Disclosure>
);
const questions = [
  { question: "Who sees my passport?", answer: "Our staff." },
  { question: longText, answer: longText },
];
const steps = [
  { label: "Home", to: "/" },
  { label: "Bosnia and Herzegovina", to: "/visas" },
];
const here = "30 Days Tourist Visa, Multiple Entry, with the right to work and study";

export const actionExamples = [
  small("Button", {
    ...each(Object.keys(buttons), (name) => <Button {...buttons[name]}>Save changes</Button>),
    wide: wide(<Button wide>Continue</Button>),
    "long text": wide(<Button>{longText}</Button>),
  }),
  small("ButtonLink", {
    ...each(variants, (variant) => (
      <ButtonLink variant={variant} to="/">
        Apply now
      </ButtonLink>
    )),
    hover: <ButtonLink to="/">Apply now</ButtonLink>,
    focus: <ButtonLink to="/">Apply now</ButtonLink>,
  }),
  example("ButtonGroup", {
    ...each(["form", "page", "part"], (kind) => (
      <ButtonGroup kind={kind}>
        <Button variant="secondary">Cancel</Button>
        <Button>Send my application</Button>
      </ButtonGroup>
    )),
  }),
  example("Disclosure", {
    closed: disclosure,
    focus: disclosure,
    "long text": (
      <Disclosure summary={longText}>
        <p>{longText}</p>
      </Disclosure>
    ),
  }),
  example("Questions", { "two questions": <Questions of={questions} /> }),
  example("Breadcrumb", { "long text": wide(<Breadcrumb steps={steps} here={here} />) }),
  small("Icon", { ...each(icons, (name) => <Icon name={name} size={24} />) }),
  small("LineIcon", { plus: <LineIcon d="M3 8h10M8 3v10" /> }),
  small("Drawing", {
    "at its size": (
      <Drawing box={[32, 32]} strokeWidth="2">
        <circle cx="16" cy="16" r="12" />
      </Drawing>
    ),
  }),
];
