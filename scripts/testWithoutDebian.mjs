// Runs the test files that use a program of scripts/debian.sh as if the programs were missing: without CI, and with a PATH
// of links to everything in /usr/bin except these programs. Tests that need one must be skipped with a reason, and all
// others must pass.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const programs = /^(?:zsh.*|fish.*|jupyter.*|nginx|wrk|psql|pg_.*|initdb|litecoin.*|chromium.*|sqlite3)$/
const uses =
  'usePostgres\\|useChainAndDatabase\\|useBrowser\\|isLitecoindInstalled\\|requireShell\\|requireZsh\\|requireProgram'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-path-'))
try {
  // The first program with a name wins, like in a PATH.
  const taken = new Set()
  for (const place of [dirname(process.execPath), '/usr/bin'])
    for (const name of readdirSync(place))
      if (!programs.test(name) && !taken.has(name)) {
        symlinkSync(join(place, name), join(folder, name))
        taken.add(name)
      }
  const { CI: _, ...env } = process.env
  const grep = ['grep', '-l', uses, '--', 'packages/*.test.ts', 'tests/*.test.ts']
  const files = execFileSync('git', grep, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--retry=1', ...files], {
    cwd: root,
    env: { ...env, PATH: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
