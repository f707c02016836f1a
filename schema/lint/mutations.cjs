// Rules of ours for graphql-schema-linter: a mutation takes at most one argument, input, of an input object of its own, and
// answers a payload of its own; inputs and payloads are named so, and nothing else is.
const { GraphQLError } = require('graphql');

// The linter shows errors that have a ruleName.
function report(context, rule, message, node) {
  const error = new GraphQLError(message, { nodes: [node] });
  error.ruleName = rule;
  context.reportError(error);
}

/** The name of a type without the marks of lists and nulls. */
function named(type) {
  return type.kind === 'NamedType' ? type.name.value : named(type.type);
}

const upper = (name) => name[0].toUpperCase() + name.slice(1);

function MutationsTakeOneInput(context) {
  const rule = 'mutations-take-one-input';
  const check = (node) => {
    if (node.name.value !== 'Mutation') return;
    for (const field of node.fields ?? []) {
      const name = upper(field.name.value);
      if (named(field.type) !== `${name}Payload` || field.type.kind !== 'NamedType')
        report(context, rule, `\`Mutation.${field.name.value}\` has to answer \`${name}Payload\`, which may be null.`, field);
      const [input, ...more] = field.arguments ?? [];
      if (!input) continue;
      const wanted = input.type.kind === 'NonNullType' && named(input.type) === `${name}Input`;
      if (more.length > 0 || input.name.value !== 'input' || !wanted)
        report(context, rule, `\`Mutation.${field.name.value}\` has to take the one argument \`input: ${name}Input!\`.`, field);
    }
  };
  return { ObjectTypeDefinition: check, ObjectTypeExtension: check };
}

function NamesSayWhatTheyAre(context) {
  const rule = 'names-say-what-they-are';
  return {
    InputObjectTypeDefinition(node) {
      if (!/(Input|Filter)$/.test(node.name.value)) report(context, rule, `The input \`${node.name.value}\` has to end in Input or Filter.`, node);
    },
    ObjectTypeDefinition(node) {
      const name = node.name.value;
      const implemented = (node.interfaces ?? []).map((type) => type.name.value);
      if (name.endsWith('Input')) report(context, rule, `The type \`${name}\` is no input.`, node);
      if (name.endsWith('Payload') !== implemented.some((each) => each === 'ActionResult' || each === 'StaffResult'))
        report(context, rule, `\`${name}\`: payloads, and only payloads, implement ActionResult, or StaffResult at the desk.`, node);
      if (implemented.includes('Screen') && !name.endsWith('Screen'))
        report(context, rule, `\`${name}\` implements Screen and has to end in Screen.`, node);
    },
  };
}

module.exports = { MutationsTakeOneInput, NamesSayWhatTheyAre };
