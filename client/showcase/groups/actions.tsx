import { Breadcrumb } from "../../components/Breadcrumb";
import { Button, ButtonGroup, ButtonLink, type ButtonVariant } from "../../components/Button";
import { Disclosure, Questions } from "../../components/Disclosure";
import { Drawing, Icon, type IconName, LineIcon } from "../../components/Icon";
import { Example, State } from "../Example";
import { longText } from "../samples";

const variants: ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];
const icons: IconName[] = [
  ...(["warning", "check", "clock", "info", "cross", "search", "arrow", "globe"] as const),
  ...(["steps", "headset", "lock", "list", "person", "exit", "heart"] as const),
];

export function ActionExamples() {
  return (
    <>
      <Example of="Button" small>
        {variants.flatMap((variant) => [
          <State key={variant} name={variant}>
            <Button variant={variant}>Save changes</Button>
          </State>,
          <State key={`${variant} hover`} name={`${variant}, hover`} pseudo="hover">
            <Button variant={variant}>Save changes</Button>
          </State>,
          <State key={`${variant} focus`} name={`${variant}, focus`} pseudo="focus">
            <Button variant={variant}>Save changes</Button>
          </State>,
          <State key={`${variant} busy`} name={`${variant}, busy`}>
            <Button variant={variant} busy>
              Save changes
            </Button>
          </State>,
          <State key={`${variant} disabled`} name={`${variant}, disabled`}>
            <Button variant={variant} disabled>
              Save changes
            </Button>
          </State>,
        ])}
        <State name="wide" wide>
          <Button wide>Continue</Button>
        </State>
        <State name="long text" wide>
          <Button>{longText}</Button>
        </State>
      </Example>
      <Example of="ButtonLink" small>
        {variants.map((variant) => (
          <State key={variant} name={variant}>
            <ButtonLink variant={variant} to="/">
              Apply now
            </ButtonLink>
          </State>
        ))}
        <State name="hover" pseudo="hover">
          <ButtonLink to="/">Apply now</ButtonLink>
        </State>
        <State name="focus" pseudo="focus">
          <ButtonLink to="/">Apply now</ButtonLink>
        </State>
      </Example>
      <Example of="ButtonGroup">
        {(["form", "page", "part"] as const).map((kind) => (
          <State key={kind} name={kind}>
            <ButtonGroup kind={kind}>
              <Button variant="secondary">Cancel</Button>
              <Button>Send my application</Button>
            </ButtonGroup>
          </State>
        ))}
      </Example>
      <Example of="Disclosure">
        <State name="closed">
          <Disclosure summary="How long does it take?">
            <p>Four working days.</p>
          </Disclosure>
        </State>
        <State name="focus" pseudo="focus">
          <Disclosure summary="How long does it take?">
            <p>Four working days.</p>
          </Disclosure>
        </State>
        <State name="long text">
          <Disclosure summary={longText}>
            <p>{longText}</p>
          </Disclosure>
        </State>
      </Example>
      <Example of="Questions">
        <State name="two questions">
          <Questions
            of={[
              { question: "Who sees my passport?", answer: "Our staff." },
              { question: longText, answer: longText },
            ]}
          />
        </State>
      </Example>
      <Example of="Breadcrumb">
        <State name="long text" wide>
          <Breadcrumb
            steps={[
              { label: "Home", to: "/" },
              { label: "Bosnia and Herzegovina", to: "/visas" },
            ]}
            here="30 Days Tourist Visa, Multiple Entry, with the right to work and study"
          />
        </State>
      </Example>
      <Example of="Icon" small>
        {icons.map((name) => (
          <State key={name} name={name}>
            <Icon name={name} size={24} />
          </State>
        ))}
      </Example>
      <Example of="LineIcon" small>
        <State name="plus">
          <LineIcon d="M3 8h10M8 3v10" />
        </State>
      </Example>
      <Example of="Drawing" small>
        <State name="at its size">
          <Drawing box={[32, 32]} strokeWidth="2">
            <circle cx="16" cy="16" r="12" />
          </Drawing>
        </State>
      </Example>
    </>
  );
}
