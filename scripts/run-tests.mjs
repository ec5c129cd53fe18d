// Runs all tests for `.ci/run`, and each file that fails once more, alone. Standard output has one line,
// `<passed> <failed>`; all else goes to standard error. A file that passes alone is named as flaky, and does not fail.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })

/** The report of one run of vitest; null where it did not come to one. */
function run(name, args) {
  const file = join(cache, `test-report-${name}.json`)
  rmSync(file, { force: true })
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json']
  const { status } = spawnSync(process.execPath, [...command, `--outputFile.json=${file}`, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
    // Outside of any test something can fail as well: an error nobody caught, a global set-up.
    const isClean = status === 0 || testResults.some(({ status }) => status === 'failed')
    return { files: testResults.map(toCounts), isClean }
  } catch {
    return null
  }
}

function toCounts({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length
  // A file that cannot be loaded has no tests.
  const failed = Math.max(count('failed'), status === 'failed' ? 1 : 0)
  return { name: relative(root, name), passed: count('passed'), failed }
}

const say = (line) => process.stderr.write(`${line}\n`)
const options = process.argv.slice(2)
const first = run('all', options)
if (first === null) process.exit(1)
const flaky = []
const files = first.files.map((file) => {
  if (file.failed === 0) return file
  say(`== ${file.name} failed: once more, alone`)
  const again = run('again', [...options, file.name])
  const [second] = again?.files ?? []
  if (second === undefined || second.failed > 0 || !again.isClean) return second ?? file
  flaky.push(file.name)
  return second
})
const sum = (field) => files.reduce((total, file) => total + file[field], 0)
for (const { name, failed } of files) if (failed > 0) say(`FAILED twice: ${name} (${failed})`)
for (const name of flaky) say(`FLAKY: ${name} failed, and passed when run again alone`)
if (!first.isClean) say('FAILED: an error outside of the tests')
process.stdout.write(`${sum('passed')} ${sum('failed') + (first.isClean ? 0 : 1)}\n`)
