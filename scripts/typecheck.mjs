// Checks the types of the repository. Run by `npm run typecheck`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Of two packages that bring a `tsc`, the native one, which takes a fifth of the processor time. What reads sources by the
// compiler's API (typedoc, attw) needs the other.
const compiler = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url))

/** Ends this process where the compiler finds errors, which it has printed. */
export function runCompiler(...args) {
  // Each checker works out the types it shares with others for itself.
  const { status } = spawnSync(process.execPath, [compiler, ...args, '--checkers', '2'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const project of ['tsconfig.json', 'packages/dashboard/tsconfig.json']) runCompiler('-p', project, '--noEmit')
