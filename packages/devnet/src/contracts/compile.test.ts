import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { contractsFolder } from '../../scripts/contractPackages.mjs'

const run = promisify(execFile)
const packageDir = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'outrigger-compile-'))
afterAll(() => rmSync(work, { recursive: true }))

/** Copies the package like another clone, before anything is compiled. */
function cloneDevnet(name: string): string {
  const clone = join(work, name, 'devnet')
  for (const part of ['scripts', 'contracts', 'package.json']) {
    cpSync(join(packageDir, part), join(clone, part), { recursive: true })
  }
  // The compilers are found in a parent folder, like in the repository.
  symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(work, name, 'node_modules'))
  return clone
}

/** Makes an empty cache folder, except for the fetched packages. */
function makeCache(name: string): string {
  const cache = join(work, name)
  mkdirSync(join(cache, 'outrigger'), { recursive: true })
  symlinkSync(dirname(contractsFolder()), join(cache, 'outrigger/contract-packages'))
  return cache
}

describe('Contracts are compiled once', () => {
  const env = { ...process.env, XDG_CACHE_HOME: makeCache('cache') }

  it('for all clones of a user, even in parallel processes, with progress on stderr', async () => {
    const clones = ['a', 'b', 'c'].map(cloneDevnet)
    const outputs = await Promise.all(
      clones.map((clone) => run(process.execPath, [join(clone, 'scripts/compile.mjs'), 'sushi'], { env })),
    )
    const progress = outputs.map(({ stderr }) => stderr).join('')
    expect(progress.match(/^Compiling contracts \(sushi\)/gm)).toHaveLength(1)
    expect(outputs.map(({ stdout }) => stdout)).toEqual(['', '', ''])
    const read = (clone: string) => readFileSync(join(clone, 'artifacts/sushi/UniswapV2Pair.json'), 'utf8')
    expect(new Set(clones.map(read)).size).toBe(1)
    // No lock or temporary file is left.
    expect(readdirSync(join(work, 'cache/outrigger/contracts'))).toEqual([
      expect.stringMatching(/^sushi-[0-9a-f]{32}$/),
    ])
  })

  it('also after a process died while compiling, and again after a source has changed', async () => {
    const [entry = ''] = readdirSync(join(work, 'cache/outrigger/contracts'))
    const other = { ...process.env, XDG_CACHE_HOME: makeCache('dead') }
    const { stdout: pid } = await run(process.execPath, ['-p', 'process.pid'])
    const clone = cloneDevnet('d')
    const lock = join(work, 'dead/outrigger/contracts', `${entry}.lock`)
    cpSync(join(clone, 'package.json'), lock)
    writeFileSync(lock, pid.trim())
    const compile = (unit: string) => run(process.execPath, [join(clone, 'scripts/compile.mjs'), unit], { env: other })
    expect((await compile('sushi')).stderr).toContain('Compiled contracts (sushi)')
    expect((await compile('sushi')).stderr).toBe('')

    await compile('own')
    const source = join(clone, 'contracts/PriceFeed.sol')
    writeFileSync(source, `${readFileSync(source, 'utf8')}\n// changed\n`)
    expect((await compile('own')).stderr).toContain('Compiled contracts (own)')
    // Runs the compiler three times, which takes a minute each on a busy machine.
  }, 300_000)
})
