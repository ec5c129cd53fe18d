// Runs after an installation in the repository and builds the command, so that `npx outrigger` and `npm start` work.
// Everything else is built on first use.
import { spawnSync } from 'node:child_process'

const needed = ['tsx', 'esbuild']
try {
  for (const name of needed) import.meta.resolve(name)
  const { status } = spawnSync('npm run bundle --silent', { shell: true, stdio: 'inherit' })
  process.exitCode = status ?? 1
} catch {
  process.stderr.write('The command is not built, because development dependencies are not installed.\n')
}
