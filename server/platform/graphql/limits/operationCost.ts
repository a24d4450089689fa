/**
 * Computes the cost of an operation by the tables in limits.rules.ts, and finds mutations that it may contain only
 * once.
 */
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  valueFromASTUntyped,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { isOncePerOperation, listLength, fieldPoints } from "./limits.rules";
import { indexFragments } from "./shapeRule";

export interface Cost {
  cost: number;
  introspectionCost: number;
  /** Names of mutations that an operation may contain only once, one entry per occurrence. */
  oncePerOperation: string[];
  /** Names of the top-level fields, including introspection. */
  rootFields: string[];
  mutations: number;
  /** True if a variable sets the length of a list, so that the cost may differ between requests. */
  dependsOnVariables: boolean;
}

/** Requires a valid document without circular fragments. `variables` are unvalidated. */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Cost {
  const fragments = indexFragments(document);
  const result: Cost = {
    cost: 0,
    introspectionCost: 0,
    oncePerOperation: [],
    rootFields: [],
    mutations: 0,
    dependsOnVariables: false,
  };
  const root = schema.getRootType(operation.operation);
  if (!root) return result;
  const costs = new FieldCosts(schema, fragments, operation, variables);
  for (const field of rootFields(operation.selectionSet, fragments)) {
    const name = field.name.value;
    result.rootFields.push(name);
    const cost = costs.ofField(root, field, undefined);
    if (name === "__schema" || name === "__type") result.introspectionCost += cost;
    else result.cost += cost;
    if (operation.operation !== OperationTypeNode.MUTATION) continue;
    result.mutations++;
    if (isOncePerOperation(name, listInputFields(root.getFields()[name]))) result.oncePerOperation.push(name);
  }
  return { ...result, dependsOnVariables: costs.dependOnVariables };
}

/**
 * Computes the costs of the fields of one operation. `page` is the argument `first` of the connection that contains the
 * field.
 */
class FieldCosts {
  dependOnVariables = false;
  /** Known costs by fragment and page. */
  readonly #known = new Map<string, number>();
  readonly #defaults: ReadonlyMap<string, ConstValueNode | undefined>;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    { variableDefinitions = [] }: OperationDefinitionNode,
    private readonly variables: Record<string, unknown>,
  ) {
    this.#defaults = new Map(
      variableDefinitions.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
    );
  }

  ofField(type: GraphQLCompositeType, field: FieldNode, page: unknown): number {
    const definition = findField(this.schema, type, field.name.value);
    if (!definition) return 1;
    const own = fieldPoints(type.name, field.name.value);
    const below = getNamedType(definition.type);
    if (!field.selectionSet || !isCompositeType(below)) return own;
    const first = this.#readFirst(field, definition);
    if (!isListType(getNullableType(definition.type)))
      return own + this.#ofSet(below, field.selectionSet, first);
    const length = listLength(type.name, field.name.value, first ?? page);
    return own + length * this.#ofSet(below, field.selectionSet, undefined);
  }

  #ofSet(type: GraphQLCompositeType, { selections }: SelectionSetNode, page: unknown): number {
    let sum = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) sum += this.ofField(type, selection, page);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = this.#findCondition(selection.typeCondition?.name.value);
        sum += this.#ofSet(condition ?? type, selection.selectionSet, page);
      } else sum += this.#ofFragment(selection.name.value, page);
    }
    return sum;
  }

  #ofFragment(name: string, page: unknown): number {
    const key = `${name} ${JSON.stringify(page)}`;
    const before = this.#known.get(key);
    if (before !== undefined) return before;
    const fragment = this.fragments.get(name);
    const type = this.#findCondition(fragment?.typeCondition.name.value);
    const cost = fragment && type ? this.#ofSet(type, fragment.selectionSet, page) : 0;
    this.#known.set(key, cost);
    return cost;
  }

  #findCondition(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }

  #readFirst(field: FieldNode, { args }: GraphQLField<unknown, unknown>): unknown {
    const argument = args.find(({ name }) => name === "first");
    if (!argument) return undefined;
    const given = field.arguments?.find(({ name }) => name.value === "first")?.value;
    if (!given) return argument.defaultValue;
    if (given.kind !== Kind.VARIABLE) return valueFromASTUntyped(given) ?? argument.defaultValue;
    this.dependOnVariables = true;
    const name = given.name.value;
    if (Object.hasOwn(this.variables, name) && this.variables[name] !== undefined)
      return this.variables[name] ?? argument.defaultValue;
    const byDefault = this.#defaults.get(name);
    return byDefault ? valueFromASTUntyped(byDefault) : argument.defaultValue;
  }
}

/** Returns the top-level fields, including those of fragments. shapeRule has already limited their number. */
function rootFields(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return fragment ? rootFields(fragment.selectionSet, fragments) : [];
  });
}

function findField(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (type === schema.getQueryType() && name === "__schema") return SchemaMetaFieldDef;
  if (type === schema.getQueryType() && name === "__type") return TypeMetaFieldDef;
  return "getFields" in type ? type.getFields()[name] : undefined;
}

function listInputFields(mutation: GraphQLField<unknown, unknown> | undefined): string[] {
  return (mutation?.args ?? []).flatMap(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  });
}
