import { appendFileSync } from 'node:fs'

/**
 * A reporter of Vitest for `scripts/run-tests.mjs`: a line of JSON for each file that is to be run and each that has ended,
 * and one for the end of the run. Unlike a report at the end it is there for a run that is stopped.
 */
export default class Progress {
  onTestRunStart(specifications) {
    for (const { moduleId } of specifications) this.#write({ planned: moduleId })
  }

  onTestModuleEnd(module) {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const count = (wanted) => states.filter((state) => state === wanted).length
    // A file that cannot be loaded has no tests.
    const failed = Math.max(count('failed'), module.state() === 'failed' ? 1 : 0)
    this.#write({ ended: module.moduleId, passed: count('passed'), failed })
  }

  /** Errors outside of any test: each with the file that ran when nobody caught it, null where none did. */
  onTestRunEnd(_modules, errors) {
    const toText = ({ type, stack, name, message }) => `${type ?? 'error'}: ${stack ?? `${name}: ${message}`}`
    this.#write({ errors: errors.map((error) => ({ file: error.VITEST_TEST_PATH ?? null, text: toText(error) })) })
  }

  #write(line) {
    appendFileSync(process.env.TEST_PROGRESS, `${JSON.stringify(line)}\n`)
  }
}
