import { formatFigure, judge, readRun, type SavedRun } from '../bench/savedRun.ts'
import { toCode, toTable } from './markdown.ts'

/** Puts the kept run of a suite in place of each `<!-- results: suite -->`. */
export function fillInResults(markdown: string): string {
  return markdown.replaceAll(/^<!-- results: (.+?) -->$/gm, (_, suite: string) => toResult(suite))
}

function toResult(suite: string): string {
  const run = readRun(suite)
  const command = toCode('sh', `npm run bench -- --save ${suite.includes(' ') ? `"${suite}"` : suite}`)
  if (run === null) return `No run of it is kept yet. This measures it:\n\n${command}`
  const rows = run.rows.map((row) => [row.name.trim(), formatFigure(row.value), row.unit, toVerdict(judge(row))])
  return [toTable(['', 'Figure', 'Unit', 'Bar'], rows), describeRun(run), command].join('\n\n')
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
