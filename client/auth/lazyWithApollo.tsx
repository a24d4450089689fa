import { type ComponentType, lazy } from "react";

type Loading<Props> = Promise<{ default: ComponentType<Props> }>;

export async function loadWithApollo<Props extends object>(load: () => Loading<Props>): Loading<Props> {
  const [{ WithApollo }, { default: Component }] = await Promise.all([import("./WithApollo"), load()]);
  return {
    default: (props: Props) => (
      <WithApollo>
        <Component {...props} />
      </WithApollo>
    ),
  };
}

/** Like `lazy`, but also loads Apollo Client, for pages that log in or access personal data. */
export function lazyWithApollo<Props extends object>(load: () => Loading<Props>) {
  return lazy(() => loadWithApollo(load));
}
