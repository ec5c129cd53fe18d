import { type Scope, scopes, type Tier } from '@outrigger/api/contract'
import { toSuggestion } from '@outrigger/core/internal'
import { type ApiKey, createKeyring, type Keyring, openStore, tiers } from '@outrigger/server'
import { toSnakeCase } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { splitList } from '../config/flags.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import { toTable } from '../output/table.ts'
import { runKeyName } from '../up/runKey.ts'
import { type AddCommand, addSubcommand, collect, type GlobalFlags, withDataDir } from './command.ts'

type Flags = ConfigFlags & GlobalFlags
type CreateFlags = Flags & {
  readonly name: string
  readonly scope?: readonly string[]
  readonly tier?: string
  readonly ip?: readonly string[]
}

/** `outrigger keys …`: API keys of the server that shares the data directory. */
export const addKeys: AddCommand = (program, cli) => {
  const keys = program.command('keys').description('make, list and revoke API keys').helpCommand(false)
  const add = (usage: string, description: string): Command => withDataDir(addSubcommand(keys, usage, description))

  add('create', 'make a key and print it, this once')
    .requiredOption('--name <name>', 'to tell it from the others')
    .option(
      '--scope <scope,…>',
      `what it may do: ${Object.keys(scopes).join(', ')} (default: read:blockchain, read:analytics)`,
      collect,
    )
    .option('--tier <tier>', `its limits: ${Object.keys(tiers).join(', ')} (default: free)`)
    .option('--ip <address,…>', 'addresses or CIDR ranges it works from (default: any)', collect)
    .action((flags: CreateFlags) =>
      cli.run(flags, async (output) => {
        const { name, scope, tier, ip } = flags
        if (runKeyName.test(name)) throw new UsageError(`"${name}" is a name of the server's own keys: choose another.`)
        const { key, secret } = await withKeyring(flags, (keyring) =>
          keyring.create({
            name,
            ...(scope && { scopes: toScopes(scope) }),
            ...(tier && { tier: toTier(tier) }),
            ...(ip && { allowedIps: ip.flatMap(splitList) }),
          }),
        )
        output.data(toSnakeCase<unknown>({ ...key, secret }), () => [secret])
        output.note(`Key ${key.id} (${key.tier}: ${key.scopes.join(', ')}). It is not shown again.`)
      }),
    )

  add('list', 'list the keys, without their secrets').action((flags: Flags) =>
    cli.run(flags, async (output) => {
      const list = await withKeyring(flags, (keyring) => keyring.list())
      if (output.json) for (const key of list) output.data(toSnakeCase<unknown>(key), () => [])
      else if (list.length === 0) output.note('No keys yet. `outrigger keys create --name <name>` makes one.')
      else output.data(list, () => toKeyTable(list))
    }),
  )

  add('revoke <id>', 'refuse a key from now on').action((id: string, flags: Flags) =>
    cli.run(flags, async (output) => {
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

function toTier(name: string): Tier {
  if (Object.hasOwn(tiers, name)) return name as Tier
  const names = Object.keys(tiers)
  throw new UsageError(`Unknown tier "${name}".${toSuggestion(name, names)} Tiers: ${names.join(', ')}.`)
}

async function withKeyring<result>(flags: Flags, work: (keyring: Keyring) => Promise<result>): Promise<result> {
  const { dataDir } = toConfig(await loadSettings(flags))
  await using store = await openStore(dataDir)
  await using keyring = createKeyring(store)
  return await work(keyring)
}

const toMinute = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-'

function toKeyTable(keys: readonly ApiKey[]): readonly string[] {
  return toTable(
    [
      ...['id', 'name', 'tier', 'created', 'last used', 'state'].map((title) => ({ title })),
      { title: 'scopes', text: true },
    ],
    keys.map(({ id, name, tier, scopes, allowedIps, createdAt, lastUsedAt, revokedAt }) => [
      id,
      name,
      tier,
      toMinute(createdAt),
      toMinute(lastUsedAt),
      revokedAt === null ? 'active' : 'revoked',
      [...scopes, ...(allowedIps.length > 0 ? [`from ${allowedIps.join(', ')}`] : [])].join(' '),
    ]),
  )
}
