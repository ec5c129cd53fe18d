import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRecording } from '@outrigger/devnet/recorded'
import { describe, expect, inject, it } from 'vitest'
import { createDirectory, runCli, toCliEnvironment } from '../fixtures/cliProcess.ts'
import { findPandas, queryDuckDb, readWithDuckDb, toDocumented } from '../fixtures/tableReaders.ts'
import { minedFindings } from '../rows/minedFindings.ts'

const recorded = String(readRecording('mev-inspect-py/blocks.ndjson.gz')).trim().split('\n')
/** Blocks until the command reports its progress. */
const blocks = Array.from({ length: 50 }, (_, index) => `${recorded[index % recorded.length]}\n`)

/** Starts a command that reads blocks from a pipe that stays open, and waits for its first findings. */
async function startInspect(directory: string, options: readonly string[]) {
  const args = [inject('command'), 'mev', 'inspect', 'ethereum', '-', ...options]
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: toCliEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.write(blocks.join(''))
  await expect.poll(() => stderr, { timeout: 30_000 }).toContain('50 blocks')
  return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, stderr })) }
}

describe('a command that is interrupted', () => {
  it.for(['SIGINT', 'SIGTERM'] as const)('leaves a valid file with the rows so far: %s', async (signal) => {
    const directory = createDirectory()
    const { child, ended } = await startInspect(directory, ['-o', 'rows.parquet'])
    child.kill(signal)
    expect(await ended).toMatchObject({ code: signal === 'SIGINT' ? 130 : 143 })
    const { types, rows } = await readWithDuckDb(join(directory, 'rows.parquet'))
    expect(types).toEqual(toDocumented(minedFindings, 'duckdb'))
    expect(rows.length).toBeGreaterThan(9)
    expect(existsSync(join(directory, 'rows.parquet.part'))).toBe(false)
  })

  it('leaves a valid part if it is killed, and whole lines of text', async () => {
    const directory = createDirectory()
    const [parquet, csv] = await Promise.all([
      startInspect(directory, ['-o', 'rows.parquet']),
      startInspect(directory, ['-o', 'rows.csv']),
    ])
    parquet.child.kill('SIGKILL')
    csv.child.kill('SIGKILL')
    await Promise.all([parquet.ended, csv.ended])
    const rows = await queryDuckDb(`select * from read_parquet('${join(directory, 'rows.parquet.part')}')`)
    expect(rows).toEqual([])
    const lines = readFileSync(join(directory, 'rows.csv'), 'utf8').split('\n')
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.at(-1)).toBe('')
    const again = await runCli(['mev', 'inspect', 'ethereum', 'missing.ndjson', '-o', 'rows.parquet'], {
      cwd: directory,
    })
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('missing.ndjson cannot be read') })
  })
})

describe('a command that lists rows', () => {
  it('refuses --json beside a table, and leaves no file if it fails', async () => {
    const directory = createDirectory()
    const run = (...args: readonly string[]) => runCli(['mev', 'inspect', 'ethereum', ...args], { cwd: directory })
    expect(await run('missing.ndjson', '-o', 'rows.csv', '--json')).toMatchObject({
      code: 2,
      stderr: 'outrigger: Give either --json or -o and --format.\n',
    })
    expect(await run('missing.ndjson', '-o', 'rows.csv')).toMatchObject({ code: 2 })
    expect(existsSync(join(directory, 'rows.csv'))).toBe(false)
  })
})

it('is read by the programs of the guide', async (test) => {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/guide/tables.md', import.meta.url)), 'utf8')
  const [sql = '', python = ''] = ['sql', 'python'].map(
    (language) => page.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0],
  )
  const directory = createDirectory()
  writeFileSync(join(directory, 'mined.ndjson'), `${recorded.join('\n')}\n`)
  for (const name of ['findings.parquet', 'findings.csv'])
    expect(await runCli(['mev', 'inspect', 'ethereum', 'mined.ndjson', '-o', name], { cwd: directory })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `9 rows in ${name}\n`,
    })
  const found = await queryDuckDb(sql.replace('findings.parquet', join(directory, 'findings.parquet')))
  expect(found.map(({ kind }) => kind)).toEqual(['arbitrage', 'liquidation', 'sandwich'])
  const { stdout } = spawnSync(findPandas(test), ['-c', python], { cwd: directory, encoding: 'utf8' })
  expect(stdout).toMatch(/arbitrage +[\d.]+\nliquidation +[\d.]+\nsandwich +-?[\d.]+/)
})
