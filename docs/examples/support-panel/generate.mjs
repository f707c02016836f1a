// Writes generated.ts: the types of panel.graphql by the desk's schema, whose file is named.
//
//   curl -s $SITE/staff/schema.graphqls -H "Authorization: Bearer $TOKEN" > schema.graphqls
//   node docs/examples/support-panel/generate.mjs schema.graphqls
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugin } from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse } from 'graphql';

const [file, to = join(import.meta.dirname, 'generated.ts')] = process.argv.slice(2);
const text = readFileSync(join(import.meta.dirname, 'panel.graphql'), 'utf8');
const document = parse(text);
const config = {
  skipTypename: true,
  enumType: 'string-literal',
  defaultScalarType: 'unknown',
  scalars: { ID: 'string', Time: 'string', Day: 'string', Masked: 'string' },
};
const { prepend = [], content } = await plugin(buildSchema(readFileSync(file, 'utf8')), [{ document }], config, {
  outputFile: 'generated.ts',
});
const documents = document.definitions
  .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  .map(({ name, loc }) => `export const ${name.value} = ${JSON.stringify(text.slice(loc.start, loc.end))};\n`);
writeFileSync(to, `// Made by generate.mjs.\n${[...prepend, content].join('\n')}\n\n${documents.join('')}`);
