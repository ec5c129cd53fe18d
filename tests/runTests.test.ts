import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { waiting } from './setup/waiting.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(root, 'tests/.run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** What CI makes of the files of one kind. */
function runTests(kind: string, settings: NodeJS.ProcessEnv = {}, globalSetup: readonly string[] = []) {
  const config = `vitest.${kind}.mjs`
  const test = { include: [`${folder}/*.${kind}.ts`], globalSetup, maxWorkers: 2, isolate: false }
  write(config, `export default ${JSON.stringify({ root, test })}`)
  const { VITEST, VITEST_MODE, NODE_OPTIONS, ...env } = process.env
  const command = [join(root, 'scripts/run-tests.mjs'), '--config', join(folder, config)]
  return spawnSync(process.execPath, command, { env: { ...env, ...settings }, encoding: 'utf8' })
}

const imports = "import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n"
/** Says in `isSecond` whether the file was run before. */
function once(name: string): string {
  const marker = JSON.stringify(join(folder, name))
  return `const isSecond = existsSync(${marker}); writeFileSync(${marker}, '');`
}

it('CI runs failed files once more alone, names those that pass then as flaky, and fails for those that do not', () => {
  write('good.spec.ts', `${imports}test('a', () => {})\ntest('b', () => {})`)
  write('bad.spec.ts', `${imports}test('a', () => {})\ntest('b', () => expect(1).toBe(2))`)
  write('broken.spec.ts', 'throw new TypeError()')
  write('flaky.spec.ts', `${imports}test('a', () => { ${once('flaky')} expect(isSecond).toBe(true) })`)
  const { stdout, stderr } = runTests('spec')
  // Two good ones, the good half of a bad file, and the flaky one; a bad test and a file that cannot be loaded.
  expect(stdout, stderr).toBe('4 2\n')
  expect(stderr).toMatch(/^FAILED twice: .*bad\.spec\.ts \(1\)$/m)
  expect(stderr).toMatch(/^FAILED twice: .*broken\.spec\.ts \(1\)$/m)
  expect(stderr.match(/^FLAKY: .*$/gm)).toEqual([expect.stringContaining('flaky.spec.ts')])
}, 240_000)

it('CI runs a file once more alone in which an error came that nobody caught, and tells it', () => {
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
  expect(
    stderr
      .match(/^FLAKY: .*$/gm)
      ?.map((line) => line.split(/[/ ]/)[3])
      .sort(),
  ).toEqual(['dead.error.ts', 'leaky.error.ts'])
  expect(stderr).toMatch(
    /^UNCAUGHT in .*leaky\.error\.ts: Unhandled Rejection: TypeError: nobody caught this\n {4}at .*leaky/m,
  )
}, 240_000)

it('CI stops a run in which a file hangs, says where, and runs it once more alone', () => {
  for (const name of ['a', 'b', 'c']) write(`${name}.hang.ts`, `${imports}test('${name}', () => {})`)
  write('endless.hang.ts', `${imports}${once('endless')}\nwhile (!isSecond) {}\ntest('a', () => {})`)
  const { stdout, stderr } = runTests('hang', { TEST_SILENCE_MS: '15000' })
  expect(stdout, stderr).toBe('4 0\n')
  expect(stderr).toMatch(/^HUNG: a worker that never waits\n {2}at .*endless\.hang\.ts:\d+:/m)
  expect(stderr.match(/^FLAKY: .*$/gm)).toEqual([expect.stringContaining('endless.hang.ts')])
}, 240_000)

it('CI fails where the run hangs before its first file', () => {
  write('endless.mjs', 'export const setup = () => new Promise(() => setInterval(() => {}, 1000))')
  write('never.setup.ts', `${imports}test('a', () => {})`)
  const { stdout, stderr } = runTests('setup', { TEST_SILENCE_MS: '5000' }, [join(folder, 'endless.mjs')])
  expect(stdout, stderr).toBe('0 1\n')
}, 240_000)

it.each(waiting)('%s, which is run beside the others, is there', (name) => {
  expect(existsSync(join(root, name))).toBe(true)
})
