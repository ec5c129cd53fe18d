import { formatFigure, judge, readRun, type SavedRun } from '../bench/savedRun.ts'
import type { BenchRow } from '../bench/suite.ts'
import { toCode, toTable } from './markdown.ts'

/**
 * Replaces each `<!-- results: suite -->` with the saved run of the suite. With `<!-- results: suite, by: figure -->`, rows
 * named `case: contender, figure` become a table of cases and contenders.
 */
export function fillInResults(markdown: string): string {
  return markdown.replaceAll(/^<!-- results: (.+?)(?:, by: (.+?))? -->$/gm, (_, suite: string, figure?: string) =>
    toResult(suite, figure),
  )
}

function toResult(suite: string, figure?: string): string {
  const run = readRun(suite)
  const command = toCode('sh', `npm run bench -- --save ${suite.includes(' ') ? `"${suite}"` : suite}`)
  if (run === null) return `No run of it is kept yet. This measures it:\n\n${command}`
  const table = figure === undefined ? toFigures(run.rows) : toComparison(run.rows, figure)
  return [table, describeRun(run), command].join('\n\n')
}

function toFigures(rows: readonly BenchRow[]): string {
  return toTable(
    ['', 'Figure', 'Unit', 'Bar'],
    rows.map((row) => [row.name.trim(), formatFigure(row.value), row.unit, toVerdict(judge(row))]),
  )
}

/** Converts rows named `case: contender, figure` to a table of cases and contenders. */
export function toComparison(rows: readonly BenchRow[], figure: string): string {
  const cells = rows.flatMap(({ name, value }) => {
    const [, situation = '', contender = '', what] = /^(.+?): (.+), (.+)$/.exec(name) ?? []
    return what === figure ? [{ situation, contender, value }] : []
  })
  const contenders = [...new Set(cells.map(({ contender }) => contender))]
  const situations = [...new Set(cells.map(({ situation }) => situation))]
  const find = (situation: string, contender: string) =>
    cells.find((cell) => cell.situation === situation && cell.contender === contender)
  return toTable(
    [figure, ...contenders],
    situations.map((situation) => [
      situation,
      ...contenders.map((contender) => formatFigure(find(situation, contender)?.value ?? Number.NaN)),
    ]),
  )
}

const toVerdict = (verdict: string) => (verdict === 'MISSED' ? '**missed**' : verdict.replace(/^bar /, ''))

function describeRun({ date, commit, machine, settings, seconds }: SavedRun): string {
  const { cpu, cores, memoryGb, node, loadBefore } = machine
  const shortened = Object.entries(settings).map(([name, value]) => `\`${name}=${value}\``)
  return [
    `Measured on ${date.slice(0, 10)} at commit \`${commit}\`, in ${seconds} s`,
    `: ${cores} cores of ${cpu}, ${memoryGb} GB, Node ${node.slice(1)}, load ${loadBefore} before the run`,
    shortened.length > 0 ? `; set were ${shortened.join(', ')}.` : '.',
  ].join('')
}
