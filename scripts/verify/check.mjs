import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const say = (line) => process.stderr.write(`${line}\n`)
export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Runs a command and returns its stdout. */
export function run(command, args, options = {}) {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

const failed = []
export const listFailed = () => failed

/** Prints whether `action` succeeds, and continues in both cases. */
export function check(name, action) {
  const startedAt = Date.now()
  try {
    action()
    say(`ok    ${name} (${Math.round((Date.now() - startedAt) / 100) / 10} s)`)
  } catch (error) {
    failed.push(name)
    say(`FAIL  ${name}\n${error.stdout ?? ''}${error.stderr ?? error}`)
  }
}

export function expectTrue(condition, message) {
  if (!condition) throw new TypeError(message)
}
