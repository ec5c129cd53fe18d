import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { waiting } from './setup/waiting.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(root, 'tests/.run-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('CI runs failed files once more alone, names those that pass then as flaky, and fails for those that do not', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const imports = "import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n"
  write('good.spec.ts', `${imports}test('a', () => {})\ntest('b', () => {})`)
  write('bad.spec.ts', `${imports}test('a', () => {})\ntest('b', () => expect(1).toBe(2))`)
  write('broken.spec.ts', 'throw new TypeError()')
  const marker = JSON.stringify(join(folder, 'marker'))
  const once = `const isSecond = existsSync(${marker}); writeFileSync(${marker}, ''); expect(isSecond).toBe(true)`
  write('flaky.spec.ts', `${imports}test('a', () => { ${once} })`)
  const config = join(folder, 'vitest.config.mjs')
  const test = { include: [`${folder}/*.spec.ts`] }
  writeFileSync(config, `export default ${JSON.stringify({ root, test })}`)
  const { VITEST, VITEST_MODE, NODE_OPTIONS, ...env } = process.env
  const script = join(root, 'scripts/run-tests.mjs')
  const { stdout, stderr } = spawnSync(process.execPath, [script, '--config', config], { env, encoding: 'utf8' })
  // Two good ones, the good half of a bad file, and the flaky one; a bad test and a file that cannot be loaded.
  expect(stdout, stderr).toBe('4 2\n')
  expect(stderr).toMatch(/^FAILED twice: .*bad\.spec\.ts \(1\)$/m)
  expect(stderr).toMatch(/^FAILED twice: .*broken\.spec\.ts \(1\)$/m)
  expect(stderr.match(/^FLAKY: .*$/gm)).toEqual([expect.stringContaining('flaky.spec.ts')])
}, 240_000)

it.each(waiting)('%s, which is run beside the others, is there', (name) => {
  expect(existsSync(join(root, name))).toBe(true)
})
