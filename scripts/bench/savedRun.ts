import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchRow } from './suite.ts'

/** A saved run of a suite, with its figures and their origin. */
export type SavedRun = {
  readonly suite: string
  /** Time when it ended, ISO 8601. */
  readonly date: string
  /** Commit of the repository. A `+` at the end means uncommitted changes of packages. */
  readonly commit: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly memoryGb: number
    readonly node: string
    /** Load average of the minute before the run, from other programs. */
    readonly loadBefore: number
  }
  /** Environment variables that change the length of runs. */
  readonly settings: Readonly<Record<string, string>>
  readonly seconds: number
  readonly rows: readonly BenchRow[]
}

const folder = fileURLToPath(new URL('../../docs/results/', import.meta.url))
const toFile = (suite: string) => join(folder, `${suite.replaceAll(/\W+/g, '-')}.json`)

/** Whether the machine was busy during the last minute. */
export const isBusy = (): boolean => (loadavg()[0] ?? 0) > cpus().length / 2

/** Records commit, machine and load before a run. Returns a function that completes the record. */
export function startRun(suite: string): (rows: readonly BenchRow[]) => SavedRun {
  const startedMs = performance.now()
  const [loadBefore = 0] = loadavg()
  const { commit, settings } = describeCheckout()
  return (rows) => ({
    suite,
    date: new Date().toISOString(),
    commit,
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      loadBefore: Number(loadBefore.toFixed(2)),
    },
    settings,
    seconds: Math.round((performance.now() - startedMs) / 1000),
    rows,
  })
}

function describeCheckout(): Pick<SavedRun, 'commit' | 'settings'> {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
  mkdirSync(folder, { recursive: true })
  const changed = git('status', '--porcelain', '--untracked-files=no', ':/packages', ':/package-lock.json') !== ''
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('OUTRIGGER_BENCH_'))
  return {
    commit: `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '+' : ''}`,
    settings: Object.fromEntries(settings) as Record<string, string>,
  }
}

/** Writes a run to `docs/results`, replacing the suite's last one. */
export function saveRun(run: SavedRun): void {
  writeFileSync(toFile(run.suite), `${JSON.stringify(run, null, 2)}\n`)
}

/** Reads the saved run of a suite, or returns null. */
export function readRun(suite: string): SavedRun | null {
  const file = toFile(suite)
  if (!existsSync(file)) return null
  const run = JSON.parse(readFileSync(file, 'utf8')) as SavedRun
  // JSON has no NaN, which is the value of missing figures such as the p99 of no answers.
  return { ...run, rows: run.rows.map((row) => ({ ...row, value: row.value ?? Number.NaN })) }
}

/** Returns whether a figure meets its bar, as text. Empty without a bar. */
export function judge({ value, bar }: BenchRow): string {
  if (bar === undefined) return ''
  const held = 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost
  return held ? `bar ${'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`} held` : 'MISSED'
}

/** Formats three digits, or whole thousands. Returns `none` for a missing figure. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
