// Runs all tests for `.ci/run`, and each file that fails once more, alone. Standard output has one line,
// `<passed> <failed>`; all else goes to standard error. A file that passes alone is named as flaky, and does not fail.
// Files that mostly wait are run beside the others, with `--after <pid>` once that process has ended.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { waiting } from '../tests/setup/waiting.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })

/** The report of one run of vitest; null where it did not come to one. */
async function run(name, args) {
  // Of this process: one of the tests runs this script too.
  const file = join(cache, `test-report-${name}-${process.pid}.json`)
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json']
  const child = spawn(process.execPath, [...command, `--outputFile.json=${file}`, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  const status = await new Promise((resolve) => child.once('close', resolve))
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
    // Outside of any test something can fail as well: an error nobody caught, a global set-up.
    const isClean = status === 0 || testResults.some(({ status }) => status === 'failed')
    return { files: testResults.map(toCounts), isClean }
  } catch {
    return null
  } finally {
    rmSync(file, { force: true })
  }
}

function toCounts({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length
  // A file that cannot be loaded has no tests.
  const failed = Math.max(count('failed'), status === 'failed' ? 1 : 0)
  return { name: relative(root, name), passed: count('passed'), failed }
}

async function untilEnded(pid) {
  try {
    for (; ; await sleep(500)) process.kill(pid, 0)
  } catch {
    // It is gone.
  }
}

async function runWaiting(options, pid) {
  if (pid !== undefined) await untilEnded(pid)
  return run('waiting', [...options, '--maxWorkers=1', '--passWithNoTests', ...waiting])
}

const flaky = []
/** What a file that failed comes to once more, alone. */
async function runAgain(file, options) {
  say(`== ${file.name} failed: once more, alone`)
  const again = await run('again', [...options, file.name])
  const [second] = again?.files ?? []
  if (second === undefined || second.failed > 0 || !again.isClean) return second ?? file
  flaky.push(file.name)
  return second
}

const say = (line) => process.stderr.write(`${line}\n`)
const given = process.argv.slice(2)
const [pid, options] = given[0] === '--after' ? [Number(given[1]), given.slice(2)] : [undefined, given]
const without = waiting.map((name) => `--exclude=**/${name}${name.endsWith('/') ? '**' : ''}`)
const runs = await Promise.all([run('all', [...options, ...without]), runWaiting(options, pid)])
if (runs.includes(null)) process.exit(1)
const files = []
for (const file of runs.flatMap(({ files }) => files)) files.push(file.failed ? await runAgain(file, options) : file)
const sum = (field) => files.reduce((total, file) => total + file[field], 0)
for (const { name, failed } of files) if (failed > 0) say(`FAILED twice: ${name} (${failed})`)
for (const name of flaky) say(`FLAKY: ${name} failed, and passed when run again alone`)
const isClean = runs.every((one) => one.isClean)
if (!isClean) say('FAILED: an error outside of the tests')
process.stdout.write(`${sum('passed')} ${sum('failed') + (isClean ? 0 : 1)}\n`)
