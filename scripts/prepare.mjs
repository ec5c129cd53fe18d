// What an installation in the repository makes: the command, so that `npx outrigger` and `npm start` work. All else is
// made by whatever needs it first.
import { spawnSync } from 'node:child_process'

const needed = ['tsx', 'esbuild']
try {
  for (const name of needed) import.meta.resolve(name)
  const { status } = spawnSync('npm run bundle --silent', { shell: true, stdio: 'inherit' })
  process.exitCode = status ?? 1
} catch {
  process.stderr.write('The command is not built: development dependencies were left out.\n')
}
