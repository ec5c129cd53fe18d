import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(root, 'tests/.run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** Runs the files of one kind like CI. */
function runTests(kind: string, globalSetup: readonly string[] = []) {
  const config = `vitest.${kind}.mjs`
  const test = { include: [`${folder}/*.${kind}.ts`], globalSetup, maxWorkers: 2, isolate: false }
  write(config, `export default ${JSON.stringify({ root, test })}`)
  const { VITEST, VITEST_MODE, NODE_OPTIONS, ...env } = process.env
  const command = [join(root, 'scripts/run-tests.mjs'), join(folder, config)]
  return spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' })
}

const imports = "import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n"
/** Says in `isSecond` whether the file was run before. */
function once(name: string): string {
  const marker = JSON.stringify(join(folder, name))
  return `const isSecond = existsSync(${marker}); writeFileSync(${marker}, '');`
}

it('CI reruns failed files once, reports those that pass then as flaky, and fails if others fail again', () => {
  write('good.spec.ts', `${imports}test('a', () => {})\ntest('b', () => {})`)
  write('bad.spec.ts', `${imports}test('a', () => {})\ntest('b', () => expect(1).toBe(2))`)
  write('broken.spec.ts', 'throw new TypeError()')
  write('flaky.spec.ts', `${imports}test('a', () => { ${once('flaky')} expect(isSecond).toBe(true) })`)
  const { status, stdout, stderr } = runTests('spec')
  // Passed: two tests of the good file, one of the bad file, the flaky one. Failed: one test, and a file that does not load.
  expect(stdout, stderr).toBe('4 2\n')
  expect(status).toBe(0)
  expect(stderr).toMatch(/^FAILED twice: .*bad\.spec\.ts \(1\)$/m)
  expect(stderr).toMatch(/^FAILED twice: .*broken\.spec\.ts \(1\)$/m)
  expect(stderr.match(/^FLAKY: .*$/gm)).toEqual([expect.stringContaining('flaky.spec.ts')])
}, 240_000)

it('CI reruns files with an uncaught error or a killed worker', () => {
  const reject = "Promise.reject(new TypeError('nobody caught this')); await new Promise(setImmediate)"
  write('leaky.error.ts', `${imports}test('a', async () => { ${once('leaky')} if (!isSecond) { ${reject} } })`)
  write('always.error.ts', `${imports}test('a', async () => { ${reject} })`)
  write(
    'dead.error.ts',
    `${imports}${once('dead')}\nif (!isSecond) process.kill(process.pid, 'SIGKILL')\ntest('a', () => {})`,
  )
  const { stdout, stderr } = runTests('error')
  expect(stdout, stderr).toBe('3 1\n')
  expect(stderr).toMatch(/^FAILED twice: .*always\.error\.ts \(1\)$/m)
  const flaky = stderr.match(/^FLAKY: .*$/gm)?.map((line) => line.split(/[/ ]/)[3])
  expect(flaky?.sort()).toEqual(['dead.error.ts', 'leaky.error.ts'])
  expect(stderr).toContain('nobody caught this')
}, 240_000)

it('CI fails if no test file runs', () => {
  write('fails.mjs', "export const setup = () => { throw new TypeError('no database') }")
  write('never.setup.ts', `${imports}test('a', () => {})`)
  const { stdout, stderr } = runTests('setup', [join(folder, 'fails.mjs')])
  expect(stderr).toContain('no database')
  expect(stdout).toBe('0 1\n')
}, 240_000)
