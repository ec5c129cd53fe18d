import { getChain } from '@outrigger/core'
import { getLineWidth } from '../output/lineWidth.ts'
import type { Paint } from '../output/paint.ts'
import { toTable } from '../output/table.ts'
import { measure, wrap } from '../output/text.ts'
import { beaconChecks } from './beaconChecks.ts'
import { evmChecks } from './evmChecks.ts'
import { familyChecks } from './familyChecks.ts'
import type { Diagnosis, Finding, PoolDiagnosis } from './finding.ts'

const formats = { ok: 'green', warn: 'yellow', fail: 'red' } as const
const maxDetail = 20

/**
 * Formats the checks of a pool. A table has one row per check and one column per endpoint, as many as fit on a line.
 * The URLs of the endpoints and the advice follow.
 */
export function toReport({ pool, endpoints }: PoolDiagnosis, paint: Paint, width = getLineWidth()): readonly string[] {
  const checks = listChecks(pool).map(({ name }) => name)
  const toBlock = (some: readonly Diagnosis[]) =>
    toTable(
      [pool, ...some.map(({ name }) => name)].map((title) => ({ title })),
      [
        ['verdict', ...some.map(({ usable }) => (usable ? paint('green', 'usable') : paint('red', 'unusable')))],
        ...checks.map((check) => [check, ...some.map(({ findings }) => toCell(check, findings, paint))]),
      ],
      Number.POSITIVE_INFINITY,
    )
  const blocks: (readonly string[])[] = []
  for (let rest = endpoints; rest.length > 0; ) {
    let count = rest.length
    while (count > 1 && toBlock(rest.slice(0, count)).some((line) => measure(line) > width)) count -= 1
    blocks.push(toBlock(rest.slice(0, count)))
    rest = rest.slice(count)
  }
  return [
    ...blocks.flatMap((block) => [...block, '']),
    ...endpoints.flatMap(({ name, url }) => wrap(`${name}: ${url}`, width)),
    ...endpoints.flatMap(({ name, findings }) => findings.flatMap((finding) => toAdvice(name, finding, paint, width))),
    '',
  ]
}

function listChecks(pool: string): readonly { readonly name: string }[] {
  if (pool === 'beacon') return beaconChecks
  return getChain(pool).family === 'evm' ? evmChecks : familyChecks
}

function toCell(check: string, findings: readonly Finding[], paint: Paint): string {
  const finding = findings.find((candidate) => candidate.check === check)
  if (finding === undefined) return paint('dim', '-')
  const { detail, verdict } = finding
  return paint(formats[verdict], detail.length > maxDetail ? `${detail.slice(0, maxDetail - 1)}…` : detail)
}

function toAdvice(name: string, finding: Finding, paint: Paint, width: number): readonly string[] {
  const { check, verdict, detail, advice } = finding
  // The full text, if the table shortens it.
  const words = [detail.length > maxDetail ? `${detail}.` : '', advice ?? ''].filter((part) => part !== '').join(' ')
  if (words === '') return []
  const [first = '', ...more] = wrap(`${name}, ${check}: ${words}`, width - 4)
  return [`  ${paint(formats[verdict], '!')} ${first}`, ...more.map((line) => `    ${line}`)]
}
