import { createKeyring, openStore } from '@outrigger/server'
import { type KeyUsage, readKeyUsage, toSnakeCase } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withDataDir } from './command.ts'

type Flags = ConfigFlags & GlobalFlags & { readonly key?: string; readonly project?: boolean }

/** `outrigger usage`: what keys have used this month of the pools of their tiers. */
export const addUsage: AddCommand = (program, cli) => {
  withDataDir(addSubcommand(program, 'usage', 'what API keys have used in this month'))
    .option('--key <id>', 'of this key only')
    .option('--project', 'when a pool will be spent, at the rate of the last seven days')
    .action((flags: Flags) =>
      cli.run(flags, async (output) => {
        const list = await readAll(flags)
        if (output.json) for (const usage of list) output.data(toWire(usage, flags.project === true), () => [])
        else if (list.length === 0) output.note('No key has been used in this month.')
        else output.data(list, () => toLines(list, flags.project === true))
      }),
    )
}

async function readAll(flags: Flags): Promise<readonly KeyUsage[]> {
  const config = toConfig(await loadSettings(flags))
  await using store = await openStore(config)
  await using keyring = createKeyring(store)
  const keys = await keyring.list()
  if (flags.key !== undefined && !keys.some(({ id }) => id === flags.key))
    throw new UsageError(`There is no key with the id "${flags.key}". \`outrigger keys list\` shows the ids.`)
  const wanted = keys.filter(({ id }) => flags.key === undefined || id === flags.key)
  const list = await Promise.all(wanted.map((key) => readKeyUsage(store, key, config.tiers ?? {}, Date.now())))
  return list.filter(({ requests }) => flags.key !== undefined || requests > 0)
}

function toWire({ projection, limits, ...usage }: KeyUsage, project: boolean): unknown {
  return toSnakeCase({
    ...usage,
    limits: toSnakeCase(limits),
    ...(project && { projection: toSnakeCase(projection) }),
  })
}

const toCount = (count: number): string => Math.round(count).toLocaleString('en-US')
const toPart = (used: number, limit: number | null): string =>
  limit === null || limit === 0 ? '-' : `${((used / limit) * 100).toFixed(1)} %`

function toLines(list: readonly KeyUsage[], project: boolean): readonly string[] {
  const right = (title: string) => ({ title, align: 'right' as const })
  const columns = [
    ...['key', 'name', 'tier'].map((title) => ({ title })),
    ...['requests', 'CU', 'of pool', 'trace CU', 'of pool'].map(right),
    ...(project ? [right('CU a day'), { title: 'spent' }] : [{ title: 'full again' }]),
  ]
  const rows = list.map(({ id, name, tier, requests, cu, traceCu, limits, resetAt, projection }) => [
    ...[id, name, tier, toCount(requests)],
    ...[toCount(cu), toPart(cu, limits.cu), toCount(traceCu), toPart(traceCu, limits.traceCu)],
    ...(project
      ? [toCount(projection.cuPerDay), projection.spentAt?.slice(0, 16).replace('T', ' ') ?? 'not this month']
      : [resetAt.slice(0, 10)]),
  ])
  return toTable(columns, rows)
}
