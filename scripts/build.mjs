// Builds the packages with `npm run build`: the compiler creates declarations and their maps, tsup creates JavaScript. Only
// `npm run typecheck` checks types.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declareCommonJs } from './commonJsTypes.mjs'
import { libraries } from './pack.mjs'
import { runCompiler } from './typecheck.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: 'inherit' })

await runCompiler('-b', 'tsconfig.build.json', '--emitDeclarationOnly', '--noCheck')
const config = join(root, 'tsup.config.ts')
for (const name of libraries) declareCommonJs(join(root, 'packages', name, 'dist'))
// The devnet is not published, but the verification of the packages runs it.
run('node', ['--import', 'tsx', 'packages/dashboard/scripts/build.ts'], root)
for (const name of [...libraries, 'devnet']) run('npx', ['tsup', '--config', config], join(root, 'packages', name))
