import { type Scope, scopes, type Tier } from '@outrigger/api/contract'
import { toSuggestion } from '@outrigger/core/internal'
import { type ApiKey, createKeyring, type Keyring, openStore, tiers } from '@outrigger/server'
import { toSnakeCase } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { splitList } from '../config/flags.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { runKeyName } from '../up/runKey.ts'
import { type AddCommand, type Cli, collect, withDataDir } from './command.ts'
import { showUsage } from './keyUsage.ts'

type CreateFlags = ConfigFlags & {
  readonly name: string
  readonly scope?: readonly string[]
  readonly tier?: string
  readonly account?: string
  readonly ip?: readonly string[]
  readonly expires?: string
}
type LimitFlags = ConfigFlags & {
  readonly set?: readonly string[]
  readonly tier?: string
  readonly ip?: readonly string[]
  readonly expires?: string
}

/** `outrigger keys …`: API keys of the server that shares the data directory. */
export const addKeys: AddCommand = (program, cli) => {
  const keys = program
    .command('keys')
    .description('create, list, change, rotate and revoke API keys')
    .helpCommand(false)
  addCreate(keys, cli)
  addList(keys, cli)
  addRotate(keys, cli)
  addLimit(keys, cli)
  addRevoke(keys, cli)
}

function addCreate(keys: Command, cli: Cli): void {
  withDataDir(keys.command('create').description('create a key and print it once'))
    .requiredOption('--name <name>', 'a name of your choice')
    .option(
      '--scope <scope,…>',
      `permissions: ${Object.keys(scopes).join(', ')} (default: read:blockchain, read:analytics)`,
      collect,
    )
    .option('--tier <tier>', `limits: ${Object.keys(tiers).join(', ')} (default: free)`)
    .option('--account <name>', 'share alerts and bundles with the other keys of this account (default: a new account)')
    .option('--ip <address,…>', 'allowed addresses or CIDR ranges (default: any)', collect)
    .option('--expires <time>', 'when it expires, as 2027-01-31 or 2027-01-31T12:00:00Z (default: never)')
    .action((flags: CreateFlags) => cli.run((output) => create(flags, output)))
}

async function create(flags: CreateFlags, output: Output): Promise<void> {
  const { name, scope, tier, account, ip, expires } = flags
  if (runKeyName.test(name)) throw new UsageError(`"${name}" is reserved for keys of the server. Choose another name.`)
  const input = {
    name,
    ...(scope && { scopes: toScopes(scope) }),
    ...(tier && { tier: toTier(tier) }),
    ...(account && { account }),
    ...(ip && { allowedIps: ip.flatMap(splitList) }),
    ...(expires && { expiresAt: toTime(expires) }),
  }
  const { key, secret, place } = await withKeyring(flags, async (keyring, place) => ({
    ...(await keyring.create(input)),
    place,
  }))
  output.data(toSnakeCase<unknown>({ ...key, secret }), () => [secret])
  output.note(`Key ${key.id} (${key.tier}: ${key.scopes.join(', ')}). It is not shown again.`)
  output.note(`Servers that use ${place} accept it.`)
}

function addList(keys: Command, cli: Cli): void {
  withDataDir(keys.command('list [id]').description('list the keys without their secrets, or show one'))
    .option('--usage', 'show the usage of the keys this month, and when their compute units will run out')
    .action((id: string | undefined, flags: ConfigFlags & { readonly usage?: boolean }) =>
      cli.run((output) => (flags.usage ? showUsage(id, flags, output) : showKeys(id, flags, output))),
    )
}

async function showKeys(id: string | undefined, flags: ConfigFlags, output: Output): Promise<void> {
  if (id !== undefined) return showKey(await withKeyring(flags, (keyring) => keyring.get(id)), output)
  const list = await withKeyring(flags, (keyring) => keyring.list())
  if (output.json) for (const key of list) output.data(toSnakeCase<unknown>(key), () => [])
  else if (list.length === 0) output.note('No keys yet. `outrigger keys create --name <name>` creates one.')
  else output.data(list, () => toKeyTable(list))
}

function showKey(key: ApiKey, output: Output): void {
  output.data(toSnakeCase<unknown>(key), () => toKeyLines(key))
}

function addRotate(keys: Command, cli: Cli): void {
  withDataDir(keys.command('rotate <id>').description('give a key a new secret and print it once'))
    .option(
      '--overlap <seconds>',
      'how long the old secret stays valid, at most 30 days; 0 revokes all old secrets now (default: 86400)',
    )
    .action((id: string, flags: ConfigFlags & { readonly overlap?: string }) =>
      cli.run(async (output) => {
        const overlapSeconds = flags.overlap === undefined ? undefined : toWhole(flags.overlap, '--overlap')
        const { key, secret, previousUntil } = await withKeyring(flags, (keyring) =>
          keyring.rotate(id, overlapSeconds === undefined ? {} : { overlapSeconds }),
        )
        output.data(toSnakeCase<unknown>({ ...key, secret, previousUntil }), () => [secret])
        output.note(`New secret of ${key.id} (${key.name}). It is not shown again.`)
        output.note(
          overlapSeconds === 0
            ? 'All old secrets are revoked.'
            : `The old secret is valid until ${previousUntil}. \`outrigger keys rotate ${id} --overlap 0\` revokes all old secrets and prints a new one.`,
        )
      }),
    )
}

function addLimit(keys: Command, cli: Cli): void {
  withDataDir(keys.command('limit <id>').description('change the limits of a key'))
    .option('--tier <tier>', `new tier: ${Object.keys(tiers).join(', ')}`)
    .option(
      '--set <limit=number,…>',
      `limits of the key, or <limit>=tier for the limit of its tier: ${limitNames.join(', ')}; repeatable`,
      collect,
    )
    .option('--ip <address,…>', 'allowed addresses or CIDR ranges, or any', collect)
    .option('--expires <time>', 'when it expires, or never')
    .action((id: string, flags: LimitFlags) =>
      cli.run(async (output) => {
        const changes = toChanges(flags)
        showKey(await withKeyring(flags, (keyring) => keyring.update(id, changes)), output)
      }),
    )
}

/** @throws {UsageError} no change, or an invalid one */
function toChanges({ tier, set, ip, expires }: LimitFlags) {
  if (!tier && !set && !ip && !expires)
    throw new UsageError('Nothing to change. Give --tier, --set, --ip or --expires.')
  return {
    ...(tier && { tier: toTier(tier) }),
    ...(set && { limits: toLimits(set) }),
    ...(ip && { allowedIps: ip.flatMap(splitList).filter((entry) => entry !== 'any') }),
    ...(expires && { expiresAt: expires === 'never' ? null : toTime(expires) }),
  }
}

function addRevoke(keys: Command, cli: Cli): void {
  withDataDir(keys.command('revoke <id>').description('revoke a key')).action((id: string, flags: ConfigFlags) =>
    cli.run(async (output) => {
      const key = await withKeyring(flags, (keyring) => keyring.revoke(id))
      output.data(toSnakeCase<unknown>(key), () => [`Revoked ${key.id} (${key.name}).`])
    }),
  )
}

function toScopes(texts: readonly string[]): readonly Scope[] {
  const names = Object.keys(scopes)
  return texts.flatMap(splitList).map((name) => {
    if (Object.hasOwn(scopes, name)) return name as Scope
    throw new UsageError(`Unknown scope "${name}".${toSuggestion(name, names)} Scopes: ${names.join(', ')}.`)
  })
}

const limitNames = Object.keys(tiers.free)

function toLimits(texts: readonly string[]): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    texts.flatMap(splitList).map((text) => {
      const [name = '', value = ''] = text.split('=')
      if (limitNames.includes(name))
        return [name, value === 'tier' ? null : toWhole(value, name, `, or "tier" for the limit of the tier`)]
      throw new UsageError(
        `Unknown limit "${name}".${toSuggestion(name, limitNames)} Limits: ${limitNames.join(', ')}.`,
      )
    }),
  )
}

function toWhole(text: string, name: string, nor = ''): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${name}: "${text}" is not a whole number of at most 15 digits${nor}.`)
}

function toTime(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new UsageError(`"${text}" is not a time. Write 2027-01-31 or 2027-01-31T12:00:00Z.`)
  return new Date(ms).toISOString()
}

function toTier(name: string): Tier {
  if (Object.hasOwn(tiers, name)) return name as Tier
  const names = Object.keys(tiers)
  throw new UsageError(`Unknown tier "${name}".${toSuggestion(name, names)} Tiers: ${names.join(', ')}.`)
}

/** Opens the keys of the store. `place` describes the store. */
async function withKeyring<result>(
  flags: ConfigFlags,
  work: (keyring: Keyring, place: string) => Promise<result>,
): Promise<result> {
  const config = toConfig(await loadSettings(flags))
  await using store = await openStore(config)
  await using keyring = createKeyring(store)
  const place =
    config.store === undefined ? `the data directory ${config.dataDir}` : 'the database in the setting `store`'
  return await work(keyring, place)
}

const toMinute = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-'

function toState({ revokedAt, expiresAt, ofRun }: ApiKey): string {
  if (revokedAt !== null) return 'revoked'
  if (ofRun) return 'until its server stops'
  if (!expiresAt) return 'active'
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : `until ${toMinute(expiresAt)}`
}

function toKeyLines(key: ApiKey): readonly string[] {
  const limits = Object.entries(key.limits ?? {}).map(([name, limit]) => `${name} ${limit}`)
  return [
    ...toKeyTable([key]),
    ...(key.account && key.account !== key.id ? [`account: ${key.account}`] : []),
    ...(limits.length > 0 ? [`own limits: ${limits.join(', ')}`] : []),
  ]
}

function toKeyTable(keys: readonly ApiKey[]): readonly string[] {
  return toTable(
    [
      ...['id', 'name', 'tier', 'created', 'last used', 'state'].map((title) => ({ title })),
      { title: 'scopes', text: true },
    ],
    keys.map((key) => {
      const { id, name, tier, scopes, allowedIps, createdAt, lastUsedAt } = key
      return [
        id,
        name,
        tier,
        toMinute(createdAt),
        toMinute(lastUsedAt),
        toState(key),
        [...scopes, ...(allowedIps.length > 0 ? [`from ${allowedIps.join(', ')}`] : [])].join(' '),
      ]
    }),
  )
}
