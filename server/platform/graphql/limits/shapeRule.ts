/**
 * Limits that depend on the document alone: depth, aliases, fields, directives, circular fragments. A validation
 * rule, so that Apollo caches its result with the document.
 */
import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from "graphql";
import { describeExcess, limits } from "./limits.rules";

/** The size of a selection set with all fragments expanded. */
interface Shape {
  depth: number;
  aliases: number;
  directives: number;
  rootFields: number;
  fields: number;
}

const nothing: Shape = { depth: 0, aliases: 0, directives: 0, rootFields: 0, fields: 0 };

type ShapeLimit = keyof Shape;

class Circle extends Error {}

/**
 * Rejects a document before any other rule recurses into it, because with circular fragments some rules take seconds or
 * overflow the stack (tested with 110 fragments that each spread the next two). All rules visit a node together. For a
 * rejected document this rule, the last one, returns null, so that no rule visits the nodes below.
 */
export const shapeRule: ValidationRule = (context) => ({
  Document(document) {
    const problem = findProblem(document);
    if (!problem) return undefined;
    context.reportError(new GraphQLError(problem));
    return null;
  },
});

function findProblem(document: DocumentNode): string | undefined {
  const measure = measurer(document);
  try {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) measure.fragment(definition.name.value);
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      for (const [limit, found] of Object.entries(measure.operation(definition)) as [ShapeLimit, number][])
        if (found > limits[limit]) return describeExcess(limit, found);
    }
  } catch (error) {
    if (error instanceof Circle) return error.message;
    throw error;
  }
  return undefined;
}

/** Measures one operation of a document; throws on circular fragments. */
export function measureShape(document: DocumentNode, operation: OperationDefinitionNode): Shape {
  return measurer(document).operation(operation);
}

export function indexFragments({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Measures each fragment once, however often it is spread. */
function measurer(document: DocumentNode) {
  const fragments = indexFragments(document);
  const known = new Map<string, Shape | "being measured">();

  function ofFragment(name: string): Shape {
    const before = known.get(name);
    if (before === "being measured") throw new Circle(`The fragment ${name} contains itself`);
    if (before) return before;
    const fragment = fragments.get(name);
    // Counts as empty, because another rule reports missing fragments.
    if (!fragment) return nothing;
    known.set(name, "being measured");
    const shape = withDirectives(ofSet(fragment.selectionSet), fragment);
    known.set(name, shape);
    return shape;
  }

  function ofField(field: FieldNode): Shape {
    const isIntrospection = field.name.value === "__schema" || field.name.value === "__type";
    const below = field.selectionSet ? ofSet(field.selectionSet) : nothing;
    return {
      depth: isIntrospection ? 1 : below.depth + 1,
      aliases: below.aliases + (field.alias ? 1 : 0),
      directives: below.directives + (field.directives?.length ?? 0),
      rootFields: 1,
      fields: below.fields + 1,
    };
  }

  function ofSet({ selections }: SelectionSetNode): Shape {
    const sum = { ...nothing };
    for (const selection of selections) {
      let shape: Shape;
      if (selection.kind === Kind.FIELD) shape = ofField(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        shape = withDirectives(ofSet(selection.selectionSet), selection);
      else shape = withDirectives(ofFragment(selection.name.value), selection);
      sum.depth = Math.max(sum.depth, shape.depth);
      sum.aliases += shape.aliases;
      sum.directives += shape.directives;
      sum.rootFields += shape.rootFields;
      sum.fields += shape.fields;
    }
    return sum;
  }

  function ofOperation(operation: OperationDefinitionNode): Shape {
    const shape = withDirectives(ofSet(operation.selectionSet), operation);
    const onVariables = (operation.variableDefinitions ?? []).flatMap(({ directives = [] }) => directives);
    return withDirectives(shape, { directives: onVariables });
  }

  return { operation: ofOperation, fragment: ofFragment };
}

function withDirectives(shape: Shape, { directives = [] }: { directives?: readonly unknown[] }): Shape {
  return directives.length === 0 ? shape : { ...shape, directives: shape.directives + directives.length };
}
