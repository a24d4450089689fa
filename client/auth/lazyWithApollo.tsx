import { type ComponentType, lazy } from "react";

type Loading<Props> = Promise<{ default: ComponentType<Props> }>;

/** Loads a component and, side by side, Apollo Client for it. */
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

/** `lazy` for a page that signs in, or reads or writes what is somebody's own: it brings Apollo Client. */
export function lazyWithApollo<Props extends object>(load: () => Loading<Props>) {
  return lazy(() => loadWithApollo(load));
}
