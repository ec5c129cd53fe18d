import { type ApiKey, createKeyring, openStore } from '@outrigger/server'
import { type KeyUsage, readKeyUsage, toSnakeCase } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'

/** Shows this month's usage of the given key, or of all keys that made requests. */
export async function showUsage(id: string | undefined, flags: ConfigFlags, output: Output): Promise<void> {
  const list = await readUsage(id, flags)
  if (output.json) for (const usage of list) output.data(toWire(usage), () => [])
  else if (list.length === 0) output.note('No key has been used this month.')
  else output.data(list, () => toLines(list))
}

async function readUsage(id: string | undefined, flags: ConfigFlags): Promise<readonly KeyUsage[]> {
  const config = toConfig(await loadSettings(flags))
  await using store = await openStore(config)
  await using keyring = createKeyring(store)
  const read = (key: ApiKey) => readKeyUsage(store, key, config.tiers ?? {}, Date.now())
  if (id !== undefined) return [await read(await keyring.get(id))]
  const list = await Promise.all((await keyring.list()).map(read))
  return list.filter(({ requests }) => requests > 0)
}

function toWire({ projection, limits, ...usage }: KeyUsage): unknown {
  return toSnakeCase({ ...usage, limits: toSnakeCase(limits), projection: toSnakeCase(projection) })
}

const toCount = (count: number): string => Math.round(count).toLocaleString('en-US')
const toPart = (used: number, limit: number | null): string =>
  limit === null || limit === 0 ? '-' : `${((used / limit) * 100).toFixed(1)} %`

function toLines(list: readonly KeyUsage[]): readonly string[] {
  const right = (title: string) => ({ title, align: 'right' as const })
  return toTable(
    [
      ...['key', 'name', 'tier'].map((title) => ({ title })),
      ...['requests', 'CU', 'of pool', 'trace CU', 'of pool', 'CU per day'].map(right),
      { title: 'used up' },
    ],
    list.map(({ id, name, tier, requests, cu, traceCu, limits, projection }) => [
      id,
      name,
      tier,
      toCount(requests),
      toCount(cu),
      toPart(cu, limits.cu),
      toCount(traceCu),
      toPart(traceCu, limits.traceCu),
      toCount(projection.cuPerDay),
      projection.spentAt?.slice(0, 16).replace('T', ' ') ?? 'not this month',
    ]),
  )
}
