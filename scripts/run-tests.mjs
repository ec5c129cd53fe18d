// Runs all tests for `.ci/run`, and reruns each file that fails or hangs alone. Standard output has one line,
// `<passed> <failed>`. Everything else goes to standard error. A file that passes alone is reported as flaky and does not
// fail. An uncaught error fails the file that was running.
// Files that mostly wait run in parallel with the others. With `--after <pid>` they start when that process has ended.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { waiting } from '../tests/setup/waiting.mjs'
import { readStack } from './hungStack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })

/** A file takes up to 7 minutes, or 14 on a busy machine. If none ends for this long, one of them hangs. */
const maxSilenceMs = Number(process.env.TEST_SILENCE_MS ?? 20 * 60_000)

/** Runs vitest. Returns the outcome, or null if it failed before its first file. */
async function run(name, args) {
  // Specific to this process, because one of the tests also runs this script.
  const file = join(cache, `test-progress-${name}-${process.pid}.ndjson`)
  writeFileSync(file, '')
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default']
  const reporter = `--reporter=${join(root, 'tests/setup/progress.mjs')}`
  const child = spawn(process.execPath, [...command, reporter, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, TEST_PROGRESS: file },
  })
  let isStopped = false
  const watch = setInterval(() => {
    if (isStopped || Date.now() - statSync(file).mtimeMs < maxSilenceMs) return
    isStopped = true
    void stopHung(child)
  }, 1000)
  try {
    await new Promise((resolve) => child.once('close', resolve))
    return toOutcome(readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map(JSON.parse), isStopped)
  } finally {
    clearInterval(watch)
    rmSync(file)
  }
}

/** Files that have not ended, and files that were running during an uncaught error, count as failed. */
function toOutcome(lines, isStopped) {
  const planned = lines.flatMap((line) => line.planned ?? [])
  const errors =
    lines.find((line) => line.errors !== undefined)?.errors ?? (isStopped && planned.length > 0 ? [] : null)
  if (errors === null) return null
  uncaught.push(...errors)
  const blamed = new Set(errors.map(({ file }) => file))
  const ended = new Map(lines.filter((line) => line.ended !== undefined).map((line) => [line.ended, line]))
  const files = planned.map((path) => {
    const { passed, failed } = ended.get(path) ?? { passed: 0, failed: 1 }
    return { name: relative(root, path), passed, failed: failed === 0 && blamed.has(path) ? 1 : failed }
  })
  // An error without a file, such as a failed global setup, may be the reason why files failed.
  const isClean = errors.every(({ file }) => planned.includes(file)) || files.some(({ failed }) => failed > 0)
  return { files, isClean }
}

/** Records the stacks of a run's workers, and kills the run. */
async function stopHung(child) {
  say(`== no test file has ended for ${maxSilenceMs / 1000} s: the run is stopped`)
  // Stop the parent first, because it would continue without the killed workers.
  signal(child.pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean)
  const isWorker = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/vitest/dist/workers/')
  for (const pid of children.filter(isWorker).map(Number)) {
    stacks.push(await readStack(pid).then(toText, (error) => `a worker without a stack: ${error}`))
    signal(pid, 'SIGKILL')
  }
  signal(child.pid, 'SIGKILL')
}

function toText(stack) {
  return stack.length === 0 ? 'a worker that waits' : `a worker that never waits\n  ${stack.join('\n  ')}`
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

async function untilEnded(pid) {
  try {
    for (; ; await sleep(500)) process.kill(pid, 0)
  } catch {
    // The process has ended.
  }
}

async function runWaiting(options, pid) {
  if (pid !== undefined) await untilEnded(pid)
  return run('waiting', [...options, '--maxWorkers=1', '--passWithNoTests', ...waiting])
}

const flaky = []
/** Errors outside of any test, printed at the end. */
const uncaught = []
/** Stacks of the workers of stopped runs, printed at the end. */
const stacks = []
/** Reruns a failed file alone. */
async function runAgain(file, options) {
  say(`== ${file.name} failed: once more, alone`)
  const again = await run('again', [...options, file.name])
  const [second] = again?.files ?? []
  if (second === undefined || !again.isClean) return file
  if (second.failed === 0) flaky.push(file.name)
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
for (const { file, text } of uncaught) say(`UNCAUGHT in ${file === null ? 'no file' : relative(root, file)}: ${text}`)
for (const stack of stacks) say(`HUNG: ${stack}`)
const isClean = runs.every((one) => one.isClean)
if (!isClean) say('FAILED: an error outside of the tests')
process.stdout.write(`${sum('passed')} ${sum('failed') + (isClean ? 0 : 1)}\n`)
