// Runs all tests for `.ci/run`, and each failed file once more, alone. A file that passes then is reported as flaky and does
// not fail. Vitest prints to standard error. Standard output has one line, `<passed> <failed>`.
import { relative } from 'node:path'
import { startVitest } from 'vitest/node'

const [config] = process.argv.slice(2)

/** Runs test files, all without `files`. An uncaught error counts as a failure of the file that was running. */
async function run(files, options = {}) {
  const counts = new Map()
  let errorsOutside = 0
  const recorder = {
    // Files of a worker that is killed do not end.
    onTestRunStart: (specifications) => {
      for (const { moduleId } of specifications) counts.set(moduleId, { passed: 0, failed: 1 })
    },
    onTestRunEnd: (modules, errors) => {
      for (const module of modules) counts.set(module.moduleId, toCounts(module))
      for (const { VITEST_TEST_PATH: file } of errors) {
        if (counts.has(file)) counts.get(file).failed ||= 1
        else errorsOutside += 1
      }
    },
  }
  const all = { watch: false, config, reporters: ['default', recorder], ...options }
  await startVitest('test', files, all, {}, { stdout: process.stderr })
  const failed = [...counts].filter(([, { failed }]) => failed > 0).map(([file]) => file)
  // An error outside of any file, such as a killed worker, is often why files failed. Otherwise it is a failure of its own.
  return { counts, failed, hasOtherError: errorsOutside > 0 && failed.length === 0 }
}

function toCounts(module) {
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const count = (state) => states.filter((one) => one === state).length
  // A file that cannot be loaded has no tests.
  const isOk = ['passed', 'skipped'].includes(module.state())
  return { passed: count('passed'), failed: Math.max(count('failed'), isOk ? 0 : 1) }
}

const first = await run([])
if (first.counts.size === 0) process.exit(1)
const runs = [first]
if (first.failed.length > 0) runs.push(await run(first.failed, { maxWorkers: 1, isolate: true }))
const counts = new Map(runs.flatMap((one) => [...one.counts]))
const sum = (field) => [...counts.values()].reduce((total, one) => total + one[field], 0)
for (const file of first.failed) {
  const { failed } = counts.get(file)
  const name = relative(process.cwd(), file)
  const line =
    failed > 0 ? `FAILED twice: ${name} (${failed})` : `FLAKY: ${name} failed, and passed when run again alone`
  process.stderr.write(`${line}\n`)
}
const others = runs.filter(({ hasOtherError }) => hasOtherError).length
if (others > 0) process.stderr.write('FAILED: an error outside of the tests\n')
process.stdout.write(`${sum('passed')} ${sum('failed') + others}\n`)
// Vitest sets another code if the first run failed.
process.exit(0)
