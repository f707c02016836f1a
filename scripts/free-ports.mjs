// Prints free ports for one stack as JSON, for callers that cannot wait for a promise.
import { freePorts } from './stack/ports.mjs';

process.stdout.write(JSON.stringify(await freePorts()));
