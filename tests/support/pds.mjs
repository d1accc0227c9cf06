// pds.mjs FOLDER - runs the Bluesky PDS that npm has put below FOLDER; its settings are in the
// environment (PDS_...).
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(resolve(process.argv[2], 'package.json'));
const { PDS, envToCfg, envToSecrets, readEnv } = await import(require.resolve('@atproto/pds'));
const env = readEnv();
const pds = await PDS.create(envToCfg(env), envToSecrets(env));
await pds.start();
